"""Checking a finished campaign (architecture, "Randomness"): every draw computed again, every command decided again.

Pure: whoever has the export and this program can do it, without the server that ran the campaign.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

import msgspec

from services.engine.core import fairness
from services.engine.core.board import Board
from services.engine.core.campaign import Campaign, replay
from services.engine.core.kernel import ExpireDeadline, MoveGame, RecordGameResult, Rejected, SeatHolder
from services.engine.core.kernel_facts import DrawsMade, Parked, Started, TimeCredited, Unparked
from services.engine.core.ruleset import Ruleset
from services.engine.core.steps import (
    Step,
    change_seat,
    open_campaign,
    park,
    player_command,
    system_command,
    unpark,
)
from services.engine.core.storage import Codec, encode_facts
from services.engine.core.values import Seat


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    """One append as it was stored."""

    seq: int
    at: datetime
    seat: int | None
    """Who commanded; None for time, games and the platform."""
    command: bytes
    facts: bytes


class _SeatChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: int
    change: str


_SYSTEM = msgspec.json.Decoder(ExpireDeadline | RecordGameResult | MoveGame)
_SEAT_CHANGE = msgspec.json.Decoder(_SeatChange)


def faults(ruleset: Ruleset, board: Board, secret: bytes, appends: Iterable[Recorded]) -> Iterator[str]:
    """What does not add up, one line each; nothing if the campaign is as the rules and the sealed secret make it."""
    codec = Codec(ruleset)
    campaign: Campaign | None = None
    for append in appends:
        expected = 1 if campaign is None else campaign.seq + 1
        if append.seq != expected:
            yield f"append {append.seq} stands where {expected} should"
            return
        facts = codec.facts(append.facts)
        if campaign is None:
            yield from _sealed(facts, board, secret)
            yield from _lobby(ruleset, board, codec, facts, secret)
        yield from (f"append {append.seq}: {line}" for line in _draws(campaign, facts, secret))
        try:
            again = _again(ruleset, board, codec, campaign, secret, append, facts)
        except (Rejected, msgspec.MsgspecError, ValueError) as error:
            yield f"append {append.seq}: the command isn't accepted any more: {error}"
        else:
            if encode_facts(again.facts) != append.facts:
                yield f"append {append.seq}: the command leads to other facts"
        campaign = replay(ruleset, board, campaign, append.at, facts)
    if campaign is None:
        yield "there is nothing in it"


def _sealed(facts: tuple[Any, ...], board: Board, secret: bytes) -> Iterator[str]:
    """The secret is the one that was sealed before anyone joined, and the map the one it was played on."""
    started = facts[0] if facts and isinstance(facts[0], Started) else None
    if started is None:
        yield "it doesn't begin with a start"
    elif fairness.secret_hash(secret) != started.secret_hash:
        yield "the secret is another than the one sealed before the start"
    elif started.map_sha256 != board.sha256:
        yield "it was played on another map"


def _lobby(ruleset: Ruleset, board: Board, codec: Codec, facts: tuple[Any, ...], secret: bytes) -> Iterator[str]:
    """What the options left to chance follows from the secret, too: it was drawn in the lobby, without salt."""
    if not facts or not isinstance(facts[0], Started):
        return
    started = facts[0]
    chance = fairness.FairChance(secret, started.campaign, b"", {})
    try:
        again = ruleset.options(started.options, len(started.seats), board, chance)
    except Rejected as refused:
        yield f"the options aren't accepted any more: {refused}"
        return
    if again != codec.options(started.options):
        yield "the options were drawn otherwise than the secret has it"


def _draws(campaign: Campaign | None, facts: tuple[Any, ...], secret: bytes) -> Iterator[str]:
    """Each recorded draw follows from the secret, and none was left out."""
    started = facts[0] if isinstance(facts[0], Started) else None
    name, salt = (started.campaign, started.salt) if started else (campaign.id, campaign.salt) if campaign else ("", "")
    counts = dict(campaign.counts) if campaign else {}
    key = secret
    for made in (draw for fact in facts if isinstance(fact, DrawsMade) for draw in fact.draws):
        if made.n != counts.get(made.purpose, 0):
            yield f"draw {made.n} of {made.purpose} stands where {counts.get(made.purpose, 0)} should"
        counts[made.purpose] = made.n + 1
        salted = bytes.fromhex(salt)
        if made.follows:
            key = fairness.next_key(key)
        else:
            key = fairness.draw_key(secret, name, salted, made.purpose, made.n) if made.keyed else secret
        value = fairness.draw(key, name, salted, made.purpose, made.n, made.bound)
        if value != made.value:
            yield f"draw {made.n} of {made.purpose} was {made.value}, but the secret gives {value}"


def _again(
    ruleset: Ruleset,
    board: Board,
    codec: Codec,
    campaign: Campaign | None,
    secret: bytes,
    append: Recorded,
    facts: tuple[Any, ...],
) -> Step:
    """The same command decided once more."""
    if campaign is None:
        return _opened(ruleset, board, codec, facts[0], secret, append.at)
    match facts[0]:
        case Parked(reason=reason):
            return park(campaign, reason, append.at)
        case Unparked():
            return unpark(campaign, append.at)
    if append.seat is None:
        credited = facts[0].credited_ms if isinstance(facts[0], TimeCredited) else 0
        return system_command(ruleset, campaign, secret, _SYSTEM.decode(append.command), append.at, credited)
    seat = Seat(append.seat)
    if b'"type"' not in append.command:
        change = _SEAT_CHANGE.decode(append.command)
        return change_seat(ruleset, campaign, secret, seat, Seat(change.seat), change.change, append.at)
    return player_command(ruleset, campaign, secret, seat, codec.command(append.command), append.at)


def _opened(ruleset: Ruleset, board: Board, codec: Codec, started: Started, secret: bytes, at: datetime) -> Step:
    holders: tuple[SeatHolder, ...] = tuple(started.seats[seat] for seat in started.room_seats)
    host = None if started.host is None else started.room_seats.index(started.host)
    return open_campaign(
        ruleset,
        board,
        campaign=started.campaign,
        seats=holders,
        host=host,
        options=codec.options(started.options),
        secret=secret,
        secret_hash=started.secret_hash,
        salt=bytes.fromhex(started.salt),
        at=at,
        spectators=started.spectators,
        simulated=started.simulated,
    )
