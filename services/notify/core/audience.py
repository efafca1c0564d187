"""Whom an append is told: judged by the append itself and the seating before it, never by what came later.

- Who is acted upon is always told: a person whose seat is handed to a bot hears of it (pitfall 6).
- A seat that a bot plays is told nothing that the bot deals with; only how it ends.
- Who left for good hears that, and nothing after it: also not that somebody plays in their place.
- To a seat that is eliminated nothing lesser is told, in that append and afterwards (pitfall 7).
"""

from collections.abc import Mapping
from datetime import datetime

import msgspec

ELIMINATED = "notice.eliminated"
"""A ruleset's word that a seat is out of the game."""
ENDED = "notice.ended"
"""The kernel's word that the campaign is over."""
_OF_THE_SEAT = {"notice.seat_handed", "notice.seat_left", "notice.seat_back", "notice.seat_replaced"}


class Occupant(msgspec.Struct, frozen=True, kw_only=True):
    """Who holds a seat."""

    seat: int
    account: str
    """Empty for a seat that began as a bot."""
    bot_level: int = 0
    """1-8 while a bot plays, else 0."""
    eliminated: bool = False
    left: bool = False
    """The person left for good: a viewer like others."""


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """Something that seats should hear about."""

    place: int
    """Its place among the append's notices."""
    seats: tuple[int, ...]
    key: str
    parameters: bytes
    """JSON object."""
    owes: bool
    """Whether those seats now owe an answer."""
    latest: bool = False
    """An inbox keeps only the newest of the campaign with this key."""


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """What an append says to services."""

    campaign: str
    epoch: int
    seq: int
    at: datetime
    seats: tuple[Occupant, ...] = ()
    """Who sits where after it; empty if that has not changed."""
    changed: frozenset[int] = frozenset()
    """Seats whose holder changed in it."""
    replaced: frozenset[int] = frozenset()
    """Those of them that another person has now."""
    notices: tuple[Notice, ...] = ()
    deleted: bool = False

    @property
    def version(self) -> tuple[int, int]:
        """Later appends have greater ones."""
        return self.epoch, self.seq


Seating = Mapping[int, Occupant]


def after(event: Event, before: Seating) -> dict[int, Occupant]:
    """The seating after an append."""
    out = {seat for notice in event.notices if notice.key == ELIMINATED for seat in notice.seats}
    out.update(seat for seat, occupant in before.items() if occupant.eliminated)
    seats = event.seats or tuple(before.values())
    return {occupant.seat: msgspec.structs.replace(occupant, eliminated=occupant.seat in out) for occupant in seats}


def audience(event: Event, before: Seating) -> list[tuple[str, Notice]]:
    """Accounts and what each is told, in the order of the notices."""
    now = after(event, before)
    told: list[tuple[str, Notice]] = []
    for notice in event.notices:
        accounts: list[str] = []
        for seat in notice.seats:
            if seat in now and _hears(notice, now[seat], changed=seat in event.changed):
                accounts.append(now[seat].account)
            if seat in event.changed and seat in before and not before[seat].left and notice.key in _OF_THE_SEAT:
                accounts.append(before[seat].account)  # acted upon, whoever holds the seat now
        told.extend((account, notice) for account in dict.fromkeys(accounts) if account)
    return told


def _hears(notice: Notice, occupant: Occupant, *, changed: bool) -> bool:
    if occupant.left:
        return changed and notice.key in _OF_THE_SEAT
    if notice.key == ENDED:
        return True
    if occupant.eliminated:
        return notice.key == ELIMINATED or (changed and notice.key in _OF_THE_SEAT)
    if occupant.bot_level:
        return changed and not notice.owes
    return True
