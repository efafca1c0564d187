"""A campaign as the kernel sees it: its own facts (who sits where, draws, parking, the end) around a ruleset's state.

Pure like the rulesets. The shell loads a `Campaign`, calls one of the `*_command` functions here, stores the facts of
the `Step` it gets, and publishes what `services.engine.core.sight` makes of it.
"""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

import msgspec

from services.engine.core.board import Board
from services.engine.core.fairness import FairChance
from services.engine.core.kernel import (
    ExpireDeadline,
    Kind,
    Outcome,
    Owed,
    RecordGameResult,
    Rejected,
    Ruleset,
    SeatHolder,
    SeatTaken,
    Setup,
    Table,
)
from services.engine.core.kernel_facts import (
    DrawsMade,
    Ended,
    HostPassed,
    KernelFact,
    Parked,
    SeatHeld,
    Started,
    TimeCredited,
    Unparked,
)
from services.engine.core.values import Seat

KEPT_AFTER_THE_END = timedelta(days=7)
"""How long an ended campaign stays readable (chess_wars section 12)."""
BOT_NET = timedelta(seconds=2)
"""A bot's thought starts at once in the engine; after this the deadline that backs it up fires."""


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


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """What one command did."""

    facts: tuple[Any, ...]
    """Kernel and ruleset facts in order; empty if there was nothing to do."""
    after: Campaign


def open_campaign(
    ruleset: Ruleset,
    board: Board,
    *,
    campaign: str,
    seats: tuple[SeatHolder, ...],
    host: int | None,
    options: Any,
    secret: bytes,
    secret_hash: str,
    salt: bytes,
    at: datetime,
    spectators: str = "public",
    simulated: bool = False,
) -> Step:
    """The first append of a campaign: seats drawn into order, then the ruleset's own start.

    :param seats: in room order.
    :param host: room seat of the host.
    :param options: as `Ruleset.options` answered.
    :raises Rejected: the rules refuse the start.
    """
    chance = FairChance(secret, campaign, salt, {})
    order = tuple(range(len(seats)))
    if ruleset.shuffles_seats:
        order = chance.shuffled("seats", order)
    campaign_seat = {room_seat: seat for seat, room_seat in enumerate(order)}
    started = Started(
        campaign=campaign,
        ruleset=ruleset.name,
        version=ruleset.version,
        map_id=board.id,
        map_sha256=board.sha256,
        seats=tuple(seats[room_seat] for room_seat in order),
        room_seats=tuple(campaign_seat[room_seat] for room_seat in range(len(seats))),
        host=None if host is None else campaign_seat[host],
        options=msgspec.to_builtins(options),
        secret_hash=secret_hash,
        salt=salt.hex(),
        spectators=spectators,
        simulated=simulated,
    )
    empty = begin(started, at)
    setup = Setup(campaign=campaign, board=board, table=empty.table, options=options, at=at)
    facts = ruleset.start(setup, chance)
    return _step(ruleset, board, empty, (started,), facts, chance, at, first=True)


def player_command(ruleset: Ruleset, campaign: Campaign, secret: bytes, seat: Seat, command: Any, at: datetime) -> Step:
    """Decide a player's (or bot's) command.

    :raises Rejected: the rules refuse it, or the campaign stands still or is over.
    """
    refuse_if_still(campaign)
    chance = _chance(campaign, secret)
    facts = ruleset.decide(campaign.game, seat, command, at, chance)
    return _step(ruleset, campaign.game.board, campaign, (), facts, chance, at)


def system_command(
    ruleset: Ruleset,
    campaign: Campaign,
    secret: bytes,
    command: ExpireDeadline | RecordGameResult,
    at: datetime,
    credited_ms: int = 0,
) -> Step:
    """Decide what time or a chess game brought; late, early and doubled ones do nothing.

    :param credited_ms: outage time given back before the window ended, in milliseconds.
    """
    if campaign.parked is not None or campaign.outcome is not None:
        return Step(facts=(), after=campaign)
    chance = _chance(campaign, secret)
    facts = ruleset.decide(campaign.game, None, command, at, chance)
    before: tuple[Any, ...] = ()
    if facts and credited_ms and isinstance(command, ExpireDeadline):
        before = (TimeCredited(what=command.what, credited_ms=credited_ms),)
    return _step(ruleset, campaign.game.board, campaign, before, facts, chance, at)


def change_seat(
    ruleset: Ruleset, campaign: Campaign, secret: bytes, by: Seat | None, seat: Seat, change: str, at: datetime
) -> Step:
    """Hand a seat to a bot (`hand_to_bot`), take it back (`take_back`) or leave it for good (`leave`).

    :param by: seat of the person who asks; None for the platform.
    :raises Rejected: `not_allowed` unless it is the seat's own person, or the host where the rules let the host.
    """
    refuse_if_still(campaign)
    holder = campaign.table.seats[seat]
    if not holder.person or holder.left:
        raise Rejected(Refusal.NOT_ALLOWED, Kind.NOT_ALLOWED, "platform", seat=seat)
    if by not in (None, seat) and (by != campaign.table.host or change == "leave"):
        raise Rejected(Refusal.NOT_ALLOWED, Kind.NOT_ALLOWED, "platform", seat=seat)
    if (holder.bot_level is not None) == (change != "take_back"):
        return Step(facts=(), after=campaign)
    level = None if change == "take_back" else stand_in_level(holder.rating)
    held = SeatHeld(seat=seat, holder=msgspec.structs.replace(holder, bot_level=level, left=change == "leave"))
    moved = fold(ruleset, campaign, held)
    before: tuple[Any, ...] = (held,)
    if seat == campaign.table.host and change != "take_back":
        passed = HostPassed(host=next_person(moved.table, seat))
        moved = fold(ruleset, moved, passed)
        before = (held, passed)
    chance = _chance(campaign, secret)
    facts = ruleset.decide(moved.game, by, SeatTaken(seat=seat), at, chance)
    return _step(ruleset, campaign.game.board, campaign, before, facts, chance, at)


def park(campaign: Campaign, reason: str, at: datetime) -> Step:
    """Stand still until an adjudicator looks (architecture, "Parking")."""
    if campaign.status != "playing":
        return Step(facts=(), after=campaign)
    return _kernel_step(campaign, Parked(reason=reason), at)


def unpark(campaign: Campaign, at: datetime) -> Step:
    """Go on after the cause was mended; nothing happens if the campaign is not parked."""
    if campaign.status != "parked":
        return Step(facts=(), after=campaign)
    return _kernel_step(campaign, Unparked(), at)


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
        case SeatHeld(seat=seat, holder=holder):
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
        Owed(seat=due.seat, what=f"bot:{due.seat}:{due.what}", since=due.since, due=due.since + BOT_NET, reply=False)
        for due in owes
        if due.seat is not None and due.reply and campaign.table.is_bot(due.seat)
    )
    return (*thoughts, *(due for due in owes if not due.open_ended))


def refuse_if_still(campaign: Campaign) -> None:
    """Refuse every command of a campaign that is over or parked.

    :raises Rejected: `over` or `parked`.
    """
    if campaign.outcome is not None:
        raise Rejected(Refusal.OVER, Kind.NOT_NOW, "12")
    if campaign.parked is not None:
        raise Rejected(Refusal.PARKED, Kind.NOT_NOW, "platform")


def next_person(table: Table, seat: Seat) -> Seat | None:
    """The next seat round the table that a person plays now, or None."""
    n = len(table.seats)
    for step in range(1, n):
        other = (seat + step) % n
        holder = table.seats[other]
        if holder.person and holder.bot_level is None and not holder.left:
            return Seat(other)
    return None


BOT_RATINGS = (900, 1150, 1400, 1650, 1900, 2150, 2450, 2800)
"""Ratings of bot levels 1-8 until they are measured (chess_wars section 6)."""


def stand_in_level(rating: int | None) -> int:
    """Level of the bot that stands in for a person: the nearest to their rating, 3 if unrated (section 14)."""
    if rating is None:
        return 3
    return min(range(1, 9), key=lambda level: (abs(BOT_RATINGS[level - 1] - rating), level))


def _chance(campaign: Campaign, secret: bytes) -> FairChance:
    return FairChance(secret, campaign.id, bytes.fromhex(campaign.salt), campaign.counts)


def _seated(campaign: Campaign, table: Table) -> Campaign:
    game = campaign.game
    if game is not None:
        game = msgspec.structs.replace(game, table=table)
    return msgspec.structs.replace(campaign, table=table, game=game)


def _kernel_step(campaign: Campaign, fact: KernelFact, at: datetime) -> Step:
    moved = msgspec.structs.replace(campaign, at=at, seq=campaign.seq + 1)
    match fact:
        case Parked(reason=reason):
            moved = msgspec.structs.replace(moved, parked=reason, parked_at=at)
        case _:
            moved = msgspec.structs.replace(moved, parked=None, parked_at=None)
    return Step(facts=(fact,), after=moved)


def _step(
    ruleset: Ruleset,
    board: Board,
    campaign: Campaign,
    before: tuple[Any, ...],
    facts: tuple[Any, ...],
    chance: FairChance,
    at: datetime,
    *,
    first: bool = False,
) -> Step:
    """Fold the facts, add the kernel's own (draws, the end) and number the append."""
    if not before and not facts:
        return Step(facts=(), after=campaign)
    drawn = (DrawsMade(draws=tuple(chance.draws)),) if chance.draws else ()
    everything: tuple[Any, ...] = (*before, *drawn, *facts)
    after = msgspec.structs.replace(campaign, at=at, seq=campaign.seq if first else campaign.seq + 1)
    for fact in everything[1:] if first else everything:
        after = fold(ruleset, after, fact, board)
    outcome = ruleset.outcome(after.game)
    if outcome is not None:
        ended = Ended(outcome=outcome)
        after = fold(ruleset, after, ended)
        everything = (*everything, ended)
    return Step(facts=everything, after=after)
