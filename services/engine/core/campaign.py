"""A campaign as the kernel sees it: its own facts (who sits where, draws, parking, the end) around a ruleset's state.

Pure like the rulesets. `services.engine.core.steps` decides what changes it.
"""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

import msgspec

from services.engine.core.board import Board
from services.engine.core.kernel import Outcome, Owed, Table
from services.engine.core.kernel_facts import (
    DrawsMade,
    Ended,
    HostPassed,
    Parked,
    SeatHeld,
    SeatReplaced,
    Started,
    TimeCredited,
    Unparked,
)
from services.engine.core.ruleset import Ruleset
from services.engine.core.thoughts import thought
from services.engine.core.values import Seat

KEPT_AFTER_THE_END = timedelta(days=7)
"""How long an ended campaign stays readable (chess_wars section 12)."""


class Refusal(StrEnum):
    """The platform's own refusals, the same for every ruleset."""

    NOT_SEATED = "not_seated"
    KEY_REUSED = "key_reused"
    BUSY = "busy"
    ELSEWHERE = "elsewhere"
    PARKED = "parked"
    UNKNOWN_COMMAND = "unknown_command"
    MALFORMED = "malformed"
    OVER = "over"
    NOT_ALLOWED = "not_allowed"
    NO_SUCH_CAMPAIGN = "no_such_campaign"
    BAD_TEXT = "bad_text"
    NO_REPLACING = "no_replacing"
    NOT_HOST = "not_host"
    SEAT_PLAYED = "seat_played"
    SEATED_BEFORE = "seated_before"
    LINK_VOID = "link_void"
    LINK_INVALID = "link_invalid"
    LINK_EXPIRED = "link_expired"


class Campaign(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign's whole state after `seq` appends."""

    id: str
    ruleset: str
    version: int
    map_id: str
    map_sha256: str
    table: Table
    room_seats: tuple[int, ...]
    options: dict[str, Any]
    salt: str
    secret_hash: str
    spectators: str
    started_at: datetime
    at: datetime
    """When the last append was decided."""
    seq: int = 1
    parked: str | None = None
    """Why it is parked, if it is."""
    parked_at: datetime | None = None
    outcome: Outcome | None = None
    ended_at: datetime | None = None
    counts: dict[str, int] = {}
    """Draws made so far, by purpose."""
    game: Any = None
    """The ruleset's state, with `board` and `table` set."""

    @property
    def status(self) -> str:
        """`playing`, `parked` or `ended`."""
        if self.outcome is not None:
            return "ended"
        return "parked" if self.parked is not None else "playing"


def begin(started: Started, at: datetime) -> Campaign:
    """The campaign after its first fact; the ruleset's facts follow in the same append."""
    return Campaign(
        id=started.campaign,
        ruleset=started.ruleset,
        version=started.version,
        map_id=started.map_id,
        map_sha256=started.map_sha256,
        table=Table(
            seats=started.seats,
            host=None if started.host is None else Seat(started.host),
            simulated=started.simulated,
        ),
        room_seats=started.room_seats,
        options=started.options,
        salt=started.salt,
        secret_hash=started.secret_hash,
        spectators=started.spectators,
        started_at=at,
        at=at,
    )


def fold(ruleset: Ruleset, campaign: Campaign, fact: Any, board: Board | None = None) -> Campaign:
    """The campaign after one more fact. Kernel facts are evolved here, all others by the ruleset.

    :param board: needed until the first fact of the ruleset made a state that carries it.
    """
    change = msgspec.structs.replace
    match fact:
        case Started():
            return begin(fact, campaign.at)
        case SeatHeld(seat=seat, holder=holder) | SeatReplaced(seat=seat, holder=holder):
            seats = (*campaign.table.seats[:seat], holder, *campaign.table.seats[seat + 1 :])
            return _seated(campaign, change(campaign.table, seats=seats))
        case HostPassed(host=host):
            return _seated(campaign, change(campaign.table, host=None if host is None else Seat(host)))
        case DrawsMade(draws=draws):
            counts = dict(campaign.counts)
            for made in draws:
                counts[made.purpose] = made.n + 1
            return change(campaign, counts=counts)
        case TimeCredited():
            return campaign
        case Parked(reason=reason):
            return change(campaign, parked=reason, parked_at=campaign.at)
        case Unparked():
            return change(campaign, parked=None, parked_at=None)
        case Ended(outcome=outcome):
            return change(campaign, outcome=outcome, ended_at=campaign.at)
        case _:
            game = ruleset.evolve(campaign.game, fact)
            if game.board is None or game.table is not campaign.table:
                held = board or (campaign.game.board if campaign.game is not None else None)
                game = change(game, board=held, table=campaign.table)
            return change(campaign, game=game)


def replay(ruleset: Ruleset, board: Board, campaign: Campaign | None, at: datetime, facts: tuple[Any, ...]) -> Campaign:
    """The campaign after one more stored append.

    :param campaign: None before the first append.
    """
    if campaign is None:
        campaign = begin(facts[0], at)
        facts = facts[1:]
        seq = 1
    else:
        seq = campaign.seq + 1
    campaign = msgspec.structs.replace(campaign, at=at, seq=seq)
    for fact in facts:
        campaign = fold(ruleset, campaign, fact, board)
    return campaign


def owed(ruleset: Ruleset, campaign: Campaign) -> tuple[Owed, ...]:
    """Everything the campaign waits for, bots' thoughts included; the single source for deadlines.

    A parked campaign owes nothing but the adjudicator's look; an ended one owes its deletion.
    """
    if campaign.outcome is not None:
        since = campaign.ended_at or campaign.at
        return (Owed(seat=None, what="delete", since=since, due=since + KEPT_AFTER_THE_END, reply=False),)
    if campaign.parked is not None:
        return ()
    owes = ruleset.owed(campaign.game)
    thoughts = tuple(
        thought(due) for due in owes if due.seat is not None and due.reply and campaign.table.is_bot(due.seat)
    )
    return (*thoughts, *(due for due in owes if not due.open_ended))


def _seated(campaign: Campaign, table: Table) -> Campaign:
    game = campaign.game
    if game is not None:
        game = msgspec.structs.replace(game, table=table)
    return msgspec.structs.replace(campaign, table=table, game=game)
