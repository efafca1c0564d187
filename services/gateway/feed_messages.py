"""What watchers are sent: a campaign's whole views with names, and why they see no more of a topic."""

from typing import Any

import msgspec

from chassis.problems import Problem


def view_message(
    campaign: str, viewer: int, epoch: int, n: int, view: bytes, seats: Any, names: dict[str, str]
) -> bytes:
    """A fresh view with the names of its people, which only lobby knows."""
    return b'{"t":"view","topic":"campaign:%b","class":%d,"epoch":%d,"n":%d,"view":%b}' % (
        campaign.encode(), viewer, epoch, n, named_view(view, seats, names),
    )  # fmt: skip


def named_view(view: bytes, seats: Any, names: dict[str, str]) -> bytes:
    """A view in which each person's seat has account and name. Patches keep them: they touch single fields only."""
    plain: dict[str, Any] = msgspec.json.decode(view)
    entries = plain["campaign"]["seats"]
    for seat in seats:
        if seat.account:
            entries[str(seat.seat)].update(account=seat.account, name=names.get(seat.account, ""))
    return msgspec.json.encode(plain) + b" " * (len(view) - len(view.rstrip(b" ")))  # the blanks hide a size


def refusal(topic: str, problem: Problem) -> bytes:
    """A topic can't be shown, or not any more."""
    said = {"t": "problem", "topic": topic, "code": problem.code, "kind": problem.kind.value,
            "sentence": problem.sentence}  # fmt: skip
    return msgspec.json.encode(said)
