"""What travels on the bus: a message, and the headers that every one has."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from nats.aio.msg import Msg

from chassis.ids import new_trace
from chassis.logs import trace_id
from chassis.subjects import last_token

TRACE_HEADER = "Trace"
"""The trace id, from click to fact."""
PROBLEM_HEADER = "Problem"
"""The code of the problem that an answer's body is."""


@dataclass(frozen=True)
class Message:
    """A message as it came."""

    subject: str
    data: bytes
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """The last token of the subject: the campaign, game or account it is about."""
        return last_token(self.subject)


@dataclass(frozen=True)
class Delivery(Message):
    """A message of a stream. It may come again, and after a failure later than its successors: judge it by what it
    says (epoch, seq) and by `id`, never by when it came."""

    id: str = ""
    """`Nats-Msg-Id`: the same for the same message, however often it was published."""
    sequence: int = 0
    """Its place in the stream."""
    deliveries: int = 1
    """How often it has been handed out, this time included."""
    stored: datetime | None = None
    """When the stream took it, in UTC."""


def as_message(message: Msg) -> Message:
    """The library's message as ours."""
    return Message(message.subject, message.data, message.headers or {})


def as_delivery(message: Msg) -> Delivery:
    """The library's message of a stream as ours."""
    meta = message.metadata
    headers = message.headers or {}
    return Delivery(
        subject=message.subject,
        data=message.data,
        headers=headers,
        id=headers.get("Nats-Msg-Id", ""),
        sequence=meta.sequence.stream,
        deliveries=meta.num_delivered,
        stored=meta.timestamp,
    )


def traced(headers: Mapping[str, str] | None) -> dict[str, str]:
    """The headers, with the present trace id or a fresh one unless they have their own."""
    return {TRACE_HEADER: trace_id() or new_trace(), **(headers or {})}


def trace_of(message: Msg) -> str:
    """The trace id that a message carries, or ""."""
    return (message.headers or {}).get(TRACE_HEADER, "")
