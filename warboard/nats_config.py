"""The broker's configuration: one account, a user a part, and for each what it may publish, hear and consume.

The rights are architecture.md's table "The parts": only gateway may make play requests, only engine may publish
campaigns, and each part reads its own inbox only (replies could be read by all otherwise).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from chassis.streams import owned_by
from chassis.subjects import ANY, REST, Pattern, pattern


@dataclass(frozen=True, kw_only=True)
class Rights:
    """What one part does on the bus."""

    publishes: tuple[Pattern, ...] = ()
    hears: tuple[Pattern, ...] = ()
    """Plain subscriptions."""
    serves: tuple[Pattern, ...] = ()
    """Requests that it answers."""
    consumes: Mapping[str, tuple[Pattern, ...]] = field(default_factory=dict)
    """Streams that it pulls from under its own name, and what it wants of them."""


RIGHTS: Mapping[str, Rights] = {
    "gateway": Rights(
        publishes=(pattern("play", "engine", ANY), pattern("play", "chess", ANY), pattern("presence", ANY)),
        hears=(
            pattern("campaign", ANY),
            pattern("chess", ANY),
            pattern("lobby", REST),
            pattern("notify", "account", ANY),
            pattern("talk", ANY),
            pattern("beat", REST),
        ),
    ),
    "lobby": Rights(
        publishes=(pattern("lobby", REST),),
        consumes={"CAMPAIGN": (pattern("campaign", ANY),)},
    ),
    "engine": Rights(
        serves=(pattern("play", "engine", ANY),),
        publishes=(pattern("campaign", ANY), pattern("wants", "clock", "engine", ANY), pattern("wants", "chess", ANY)),
        consumes={
            "CHESSEND": (
                pattern("chess", "end", ANY),
                pattern("chess", "declined", ANY),
                pattern("chess", "place", ANY),
            ),
            "CLOCK": (pattern("clock", "due", "engine", ANY), pattern("clock", "outage")),
        },
    ),
    "clock": Rights(
        publishes=(pattern("clock", "due", ANY, ANY), pattern("clock", "outage")),
        hears=(pattern("beat", REST), pattern("presence", REST)),
        consumes={"WANTS": (pattern("wants", "clock", REST),)},
    ),
    "chessgate": Rights(
        serves=(pattern("play", "chess", ANY),),
        hears=(pattern("beat", "gateway", ANY),),
        publishes=(
            pattern("chess", ANY),
            pattern("chess", "end", ANY),
            pattern("chess", "declined", ANY),
            pattern("chess", "place", ANY),
            pattern("wants", "clock", "chess", ANY),
        ),
        consumes={
            "WANTS": (pattern("wants", "chess", ANY),),
            "CLOCK": (pattern("clock", "due", "chess", ANY), pattern("clock", "outage")),
        },
    ),
    "notify": Rights(
        publishes=(
            pattern("wants", "clock", "notify", ANY),
            pattern("notify", "account", ANY),
            pattern("talk", ANY),  # only the gateway hears it, and passes on to each reader what is theirs
        ),
        consumes={
            "CAMPAIGN": (pattern("campaign", ANY),),
            "CHESSEND": (pattern("chess", "end", ANY),),
            "LOBBY": (pattern("lobby", REST),),
            "CLOCK": (pattern("clock", "due", "notify", ANY),),
        },
    ),
}


def may_publish(part: str) -> list[str]:
    """Every subject that this part's user may publish to."""
    rights = RIGHTS[part]
    allowed: list[str] = [*rights.publishes, pattern("beat", part, ANY)]
    for spec in owned_by(part):
        allowed += [f"$JS.API.STREAM.CREATE.{spec.name}", f"$JS.API.STREAM.UPDATE.{spec.name}"]
    for stream in rights.consumes:
        allowed += [
            f"$JS.API.CONSUMER.CREATE.{stream}.{part}",
            f"$JS.API.CONSUMER.CREATE.{stream}.{part}.>",
            f"$JS.API.CONSUMER.MSG.NEXT.{stream}.{part}",
            f"$JS.ACK.{stream}.{part}.>",
        ]
    if rights.consumes:
        allowed.append(pattern("dead", part))
    return allowed


def may_subscribe(part: str) -> list[str]:
    """Every subject that this part's user may listen to. What it consumes it may hear plainly, too."""
    rights = RIGHTS[part]
    consumed = [wanted for stream in rights.consumes.values() for wanted in stream]
    return [f"_INBOX_{part}.>", *rights.hears, *rights.serves, *consumed]


def nats_config(
    *,
    port: int,
    store: Path,
    passwords: Mapping[str, str] | None,
    host: str = "127.0.0.1",
    monitor_port: int | None = None,
    file_store_bytes: int = 4 * 1024**3,
) -> str:
    """The text of `nats-server`'s configuration file; it holds passwords, so keep it private.

    :param store: the folder of the streams.
    :param passwords: a password for each part; `$NAME` stands for an environment variable of the server. None lets
        anybody do anything: only for tests of one part.
    :param monitor_port: where `/healthz` and `/varz` listen on loopback; None for nowhere.
    """
    lines = [
        f"listen: {json.dumps(f'{host}:{port}')}",
        "server_name: warboard",
        # A host that vanished would keep its place in the queue groups for minutes otherwise.
        'ping_interval: "5s"',
        "ping_max: 2",
        "jetstream {",
        f"  store_dir: {json.dumps(str(store))}",
        f"  max_file_store: {file_store_bytes}",
        "  max_memory_store: 67108864",
        '  sync_interval: "5s"',
        "}",
    ]
    if monitor_port is not None:
        lines.append(f'http: "127.0.0.1:{monitor_port}"')
    if passwords is not None:
        lines += ["accounts {", "  WARBOARD {", "    jetstream: enabled", "    users: ["]
        lines += [f"      {_user(part, passwords[part])}" for part in RIGHTS]
        lines += ["    ]", "  }", "}"]
    return "\n".join(lines) + "\n"


def _user(part: str, password: str) -> str:
    secret = password if password.startswith("$") else json.dumps(password)
    # A part that serves may answer each request once, to whatever inbox it came from.
    responses = ', allow_responses: {max: 1, expires: "30s"}' if RIGHTS[part].serves else ""
    return (
        f"{{user: {part}, password: {secret}, permissions: {{"
        f"publish: {json.dumps(may_publish(part))}, subscribe: {json.dumps(may_subscribe(part))}{responses}}}}}"
    )
