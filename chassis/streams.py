"""The durable streams: what they keep, for how long, and which part makes them.

Chess moves (`chess.<game>`), presence and beats are plain messages: the database has the truth, and a late one is of no
use.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

import nats.js.errors
from nats.js import JetStreamContext
from nats.js.api import DiscardPolicy, RetentionPolicy, StorageType, StreamConfig

from chassis.logs import logger
from chassis.subjects import REST, Pattern, pattern
from chassis.timekeeping import Clock

_LOG = logger(__name__)
_MEGABYTE = 1024 * 1024

KEPT = timedelta(days=3)
"""The database is the truth and the stream a wire: a consumer that was away longer asks the owner."""
DUPLICATES = timedelta(minutes=2)
"""A message published twice within this window is stored once."""


@dataclass(frozen=True, kw_only=True)
class StreamSpec:
    """A stream as it should be."""

    name: str
    subjects: tuple[Pattern, ...]
    owner: str
    """The part that makes and changes it; others can't."""
    max_bytes: int
    """The oldest messages go when it is full."""
    max_message_bytes: int = 512 * 1024


STREAMS: tuple[StreamSpec, ...] = (
    StreamSpec(name="CAMPAIGN", subjects=(pattern("campaign", REST),), owner="engine", max_bytes=1024 * _MEGABYTE),
    StreamSpec(name="WANTS", subjects=(pattern("wants", REST),), owner="engine", max_bytes=256 * _MEGABYTE),
    StreamSpec(name="DEAD", subjects=(pattern("dead", REST),), owner="engine", max_bytes=128 * _MEGABYTE),
    StreamSpec(name="LOBBY", subjects=(pattern("lobby", REST),), owner="lobby", max_bytes=128 * _MEGABYTE),
    StreamSpec(
        name="CHESSEND",
        subjects=(pattern("chess", "end", REST), pattern("chess", "declined", REST), pattern("chess", "place", REST)),
        owner="chessgate",
        max_bytes=256 * _MEGABYTE,
    ),
    StreamSpec(name="CLOCK", subjects=(pattern("clock", REST),), owner="clock", max_bytes=128 * _MEGABYTE),
)


def owned_by(part: str) -> tuple[StreamSpec, ...]:
    """The streams that this part makes at its start."""
    return tuple(spec for spec in STREAMS if spec.owner == part)


async def ensure_streams(
    jetstream: JetStreamContext, specs: Iterable[StreamSpec], clock: Clock, *, replicas: int = 1
) -> None:
    """Make each stream, or change it to what it should be; waits for as long as the servers are still forming.

    :param replicas: copies of each stream: 1 alone, 3 in a cluster.
    """
    for spec in specs:
        pause = timedelta(milliseconds=100)
        while not await _ensured(jetstream, _config(spec, replicas)):
            await clock.sleep(pause)
            pause = min(2 * pause, timedelta(seconds=2))


def _config(spec: StreamSpec, replicas: int) -> StreamConfig:
    return StreamConfig(
        name=spec.name,
        subjects=list(spec.subjects),
        retention=RetentionPolicy.LIMITS,
        storage=StorageType.FILE,
        discard=DiscardPolicy.OLD,
        max_age=KEPT.total_seconds(),
        max_bytes=spec.max_bytes,
        max_msg_size=spec.max_message_bytes,
        duplicate_window=DUPLICATES.total_seconds(),
        num_replicas=replicas,
        allow_direct=True,
    )


async def _ensured(jetstream: JetStreamContext, config: StreamConfig) -> bool:
    try:
        try:
            await jetstream.add_stream(config)
        except nats.js.errors.BadRequestError as error:
            if error.err_code != _NAME_IN_USE:
                raise
            await jetstream.update_stream(config)
    except (nats.errors.Error, TimeoutError) as error:
        # A cluster without a leader, a server just starting, too little space: all may pass.
        _LOG.warning("a stream can't be made yet", stream=config.name, error=str(error) or type(error).__name__)
        return False
    return True


_NAME_IN_USE = 10058
"""The server's code: a stream of this name exists with another configuration."""
