"""What a command does to a campaign: the kernel's own facts around the ruleset's, numbered as one append.

Pure. The shell loads a `Campaign`, calls a function here, stores the facts of the `Step` it gets, and publishes what
`services.engine.core.sight` makes of it.
"""

from datetime import datetime
from typing import Any

import msgspec

from services.engine.core.board import Board
from services.engine.core.campaign import Campaign, Refusal, begin, fold
from services.engine.core.fairness import FairChance
from services.engine.core.kernel import (
    ExpireDeadline,
    Kind,
    MoveGame,
    RecordGameResult,
    Rejected,
    SeatHolder,
    SeatTaken,
    Setup,
)
from services.engine.core.kernel_facts import (
    DrawsMade,
    Ended,
    HostPassed,
    KernelFact,
    Parked,
    SeatHeld,
    SeatReplaced,
    Started,
    TimeCredited,
    Unparked,
)
from services.engine.core.ruleset import Ruleset
from services.engine.core.seats import next_person, stand_in_level
from services.engine.core.values import Seat


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
    command: ExpireDeadline | RecordGameResult | MoveGame,
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
    """Hand a seat to a bot (`hand_to_bot`), take it back (`take_back`), leave it for good (`leave`), or take over one
    that the host lets another person have (`take_over`, by the seat itself).

    :param by: seat of the person who asks; None for the platform.
    :raises Rejected: `not_allowed` unless it is the seat's own person, or the host where the rules let the host; for
        `take_over` as `may_replace`.
    """
    refuse_if_still(campaign)
    if change == "take_over":
        may_replace(ruleset, campaign, seat)
        holder = msgspec.structs.replace(campaign.table.seats[seat], bot_level=None, left=False, replaced=True)
        return _reseat(ruleset, campaign, secret, by, SeatReplaced(seat=seat, holder=holder), at)
    holder = campaign.table.seats[seat]
    if not holder.person or holder.left:
        raise Rejected(Refusal.NOT_ALLOWED, Kind.NOT_ALLOWED, "platform", seat=seat)
    if by not in (None, seat) and (by != campaign.table.host or change == "leave"):
        raise Rejected(Refusal.NOT_ALLOWED, Kind.NOT_ALLOWED, "platform", seat=seat)
    if change != "leave" and (holder.bot_level is not None) == (change == "hand_to_bot"):
        return Step(facts=(), after=campaign)
    level = None if change == "take_back" else holder.bot_level or stand_in_level(holder.rating)
    held = SeatHeld(seat=seat, holder=msgspec.structs.replace(holder, bot_level=level, left=change == "leave"))
    return _reseat(ruleset, campaign, secret, by, held, at)


def may_replace(ruleset: Ruleset, campaign: Campaign, seat: Seat) -> None:
    """Whether another person may have a seat now.

    :raises Rejected: `no_replacing` by these rules, `seat_played` while its person plays it, `not_allowed` for a seat
        that began as a bot, and as `refuse_if_still`.
    """
    refuse_if_still(campaign)
    holder = campaign.table.seats[seat]
    if not ruleset.replaces:
        raise Rejected(Refusal.NO_REPLACING, Kind.NOT_ALLOWED, "platform")
    if not holder.person:
        raise Rejected(Refusal.NOT_ALLOWED, Kind.NOT_ALLOWED, "platform", seat=seat)
    if holder.bot_level is None and not holder.left:
        raise Rejected(Refusal.SEAT_PLAYED, Kind.NOT_NOW, "platform", seat=seat)


def _reseat(
    ruleset: Ruleset, campaign: Campaign, secret: bytes, by: Seat | None, held: SeatHeld | SeatReplaced, at: datetime
) -> Step:
    """A seat's new holder, the host's role if it goes with that, and what the rules make of it."""
    seat = Seat(held.seat)
    moved = fold(ruleset, campaign, held)
    before: tuple[Any, ...] = (held,)
    host = campaign.table.host
    if held.holder.bot_level is None:
        host = seat if host is None else host  # the first person who is back looks after the campaign
    elif host == seat:
        host = next_person(moved.table, seat)
    if host != campaign.table.host:
        passed = HostPassed(host=host)
        moved = fold(ruleset, moved, passed)
        before = (held, passed)
    chance = _chance(campaign, secret)
    facts = ruleset.decide(moved.game, by, SeatTaken(seat=seat, host_changed=host != campaign.table.host), at, chance)
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


def refuse_if_still(campaign: Campaign) -> None:
    """Refuse every command of a campaign that is over or parked.

    :raises Rejected: `over` or `parked`.
    """
    if campaign.outcome is not None:
        raise Rejected(Refusal.OVER, Kind.NOT_NOW, "platform")
    if campaign.parked is not None:
        raise Rejected(Refusal.PARKED, Kind.NOT_NOW, "platform")


def _chance(campaign: Campaign, secret: bytes) -> FairChance:
    return FairChance(secret, campaign.id, bytes.fromhex(campaign.salt), campaign.counts)


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
