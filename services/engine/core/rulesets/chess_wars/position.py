"""Starting a campaign from a position instead of a draft: an ended campaign's last word, a puzzle, a scenario.

The position is an option of the host's. It names the countries in play: what it doesn't name is out of play.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Annotated, Any

import msgspec

from services.engine.core.board import Board
from services.engine.core.rulesets.chess_wars.missions.catalogue import PublicMission
from services.engine.core.rulesets.chess_wars.missions.look import Deeds
from services.engine.core.rulesets.chess_wars.missions.secrets import Secret
from services.engine.core.rulesets.chess_wars.records import Got, Holding
from services.engine.core.rulesets.chess_wars.refusals import Refusal, malformed, quoted
from services.engine.core.values import PlaceId, Seat

_SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=7)]
_Few = Annotated[int, msgspec.Meta(ge=0, le=1000)]
_RULE = "2"
_MARKED_ROUNDS, _LONGEST_ACCORD = 2, 10


class _Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of the parts of a position."""


class Owned(_Part, frozen=True, kw_only=True):
    """A country of which more is to be said than its name."""

    country: PlaceId
    got: Got = Got.DRAFT
    drafted_by: _SeatNumber | None = None
    """Who drafted it; its owner if it isn't said."""
    round: _Few = 0
    """Round in which it last changed hands; 0 for the draft."""
    giver: _SeatNumber | None = None
    over_sea: bool = False
    newly_won_until: _Few = 0
    """It may not be staked or attacked from until this round starts; 0: it may."""
    fortified_until: _Few = 0
    """A new war on it needs 150 % until this round starts; 0: not fortified."""


class Claimed(_Part, frozen=True, kw_only=True):
    """A claim that waits."""

    mission: str
    """Its name, such as `GreatPowers`."""
    round: _Few
    """Round in which it was made."""


class Empire(_Part, frozen=True, kw_only=True):
    """What one seat has."""

    countries: tuple[PlaceId | Owned, ...] = ()
    tokens: _Few = 2
    mission_points: _Few = 0
    reputation: int = 100
    passed: bool = False
    """Done declaring for this round."""
    broken: tuple[_SeatNumber, ...] = ()
    """Partners it renounced an accord with in this round."""
    drafted_value: _Few | None = None
    """Value of what it drafted; by default of the countries it is said to have drafted."""
    deeds: Deeds = Deeds()
    """Wars won and accords renounced so far."""
    scored: tuple[str, ...] = ()
    """Missions scored, by name; their points are among `mission_points`."""
    claims: tuple[Claimed, ...] = ()
    secret: Secret | None = None
    """Its secret mission, chosen already."""
    secret_options: tuple[Secret, ...] | None = None
    """The secrets it has to choose from: the campaign begins before round 1, when they are chosen."""


class Stage(StrEnum):
    """Where a war of a position stands."""

    DECLARED = "declared"
    PLAYING = "playing"


class Underway(_Part, frozen=True, kw_only=True):
    """A war that is underway; clocks and need follow from the position."""

    attacker: _SeatNumber
    target: PlaceId
    origin: PlaceId
    stake: tuple[PlaceId, ...]
    reserves: tuple[PlaceId, ...] = ()
    stage: Stage = Stage.DECLARED
    declared_round: _Few | None = None
    """This round if it isn't said."""


class Signed(_Part, frozen=True, kw_only=True):
    """An accord in force."""

    between: tuple[_SeatNumber, _SeatNumber]
    ends_round: _Few
    """It ends when this round starts."""
    counts_from: _Few | None = None
    """First round it holds from the start; this round if it isn't said."""


class Position(_Part, frozen=True, kw_only=True):
    """A campaign's position in the middle of a round."""

    empires: tuple[Empire, ...]
    """By seat."""
    round: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1
    turn: _SeatNumber | None = None
    """Whose turn it is; by default the first of the round's order that can act."""
    wars: tuple[Underway, ...] = ()
    """Named w1, w2, ... in this order."""
    truces: tuple[tuple[_SeatNumber, _SeatNumber], ...] = ()
    """They hold for the rest of the round."""
    accords: tuple[Signed, ...] = ()
    missions: tuple[PublicMission, ...] = ()
    """The public missions, with their targets."""
    declared_through: _Few | None = None
    """The last round whose declaring ran its course; the round before this one if it isn't said."""


def holdings(position: Position) -> dict[PlaceId, Holding]:
    """Every country of a position as its owner holds it."""
    return {owned.country: _holding(Seat(seat), owned) for seat, owned in _owned(position)}


def _owned(position: Position) -> Iterator[tuple[int, Owned]]:
    for seat, empire in enumerate(position.empires):
        for entry in empire.countries:
            yield seat, entry if isinstance(entry, Owned) else Owned(country=entry)


def _holding(owner: Seat, owned: Owned) -> Holding:
    return Holding(
        owner=owner,
        drafted_by=owner if owned.drafted_by is None else Seat(owned.drafted_by),
        got=owned.got,
        round=owned.round,
        giver=None if owned.giver is None else Seat(owned.giver),
        over_sea=owned.over_sea,
        newly_won_until=owned.newly_won_until,
        fortified_until=owned.fortified_until,
    )


def check_position(position: Position, seats: int, board: Board) -> int:
    """The countries of a position, as a mask.

    :raises Rejected: `bad_option` with what is wrong.
    """
    named = [owned.country for _, owned in _owned(position)]
    _need(len(position.empires) == seats, "there must be an empire for every seat", seats=seats)
    for place in named:
        _need(place in board.index, "unknown country", country=place)
    _need(len(set(named)) == len(named), "a country has two owners", country=_doubled(named))
    _need(all(empire.countries for empire in position.empires), "every seat needs a country")
    _check_seats(position, seats)
    _check_secrets(position, seats, board)
    _check_rounds(position)
    _check_missions(position, board)
    owner = {owned.country: seat for seat, owned in _owned(position)}
    tied: list[PlaceId] = []
    for war in position.wars:
        _check_war(war, owner, board)
        tied += (war.target, *war.stake, *war.reserves)
    _need(len(set(tied)) == len(tied), "a country is tied up twice", country=_doubled(tied))
    return board.mask(named)


def _check_seats(position: Position, seats: int) -> None:
    said = [position.turn, *(seat for pair in position.truces for seat in pair)]
    said += [seat for accord in position.accords for seat in accord.between]
    said += [seat for empire in position.empires for seat in empire.broken]
    said += [win.opponent for empire in position.empires for win in empire.deeds.wins]
    said += [broke.partner for empire in position.empires for broke in empire.deeds.broke]
    said += [seat for _, owned in _owned(position) for seat in (owned.drafted_by, owned.giver)]
    _need(all(seat is None or seat < seats for seat in said), "a seat that nobody has", seats=seats)
    pairs = [*position.truces, *(accord.between for accord in position.accords)]
    _need(all(a != b for a, b in pairs), "nobody has a truce or an accord with themselves")


def _check_secrets(position: Position, seats: int, board: Board) -> None:
    """Targets are in play, and whoever chooses does it before anything has happened."""
    named = {owned.country for _, owned in _owned(position)}
    for seat, empire in enumerate(position.empires):
        for mission in (*(empire.secret_options or ()), *((empire.secret,) if empire.secret else ())):
            _need(named.issuperset(mission.marked()), "a secret mission beyond the countries in play", seat=seat)
            for continent in getattr(mission, "continents", ()):
                _need(f"continent:{continent}" in board.tags, "unknown continent", continent=continent)
            _need(0 <= getattr(mission, "rival", 0) < seats, "a seat that nobody has", seats=seats)
    if any(empire.secret_options is not None for empire in position.empires):
        _need(position.round == 1 and not position.wars, "secrets are chosen before round 1")


def _check_rounds(position: Position) -> None:
    """Marks and accords last no longer than the rules could have made them: else nobody could act for ages."""
    for _, owned in _owned(position):
        last = max(owned.newly_won_until, owned.fortified_until)
        _need(last <= position.round + _MARKED_ROUNDS, "a mark that lasts too long", country=owned.country)
    for signed in position.accords:
        _need(signed.ends_round <= position.round + _LONGEST_ACCORD, "an accord that lasts too long")


def _check_missions(position: Position, board: Board) -> None:
    """Missions are about places of the map, each is there once, and only they are claimed and scored."""
    names = [mission.name for mission in position.missions]
    _need(len(set(names)) == len(names), "a mission is named twice")
    for mission in position.missions:
        _need(mission.fits(board), "a mission this map can't have", mission=mission.name)
    _need((position.declared_through or 0) <= position.round, "a round that hasn't begun has run its course")
    for empire in position.empires:
        named = [*empire.scored, *(claim.mission for claim in empire.claims)]
        secret = [] if empire.secret is None else [empire.secret.name]
        _need(set(named) <= {*names, *secret}, "a mission that isn't played")
        _need(len(set(named)) == len(named), "a mission is claimed or scored twice")
        _need(all(claim.round <= position.round for claim in empire.claims), "a claim made later than now")


def _check_war(war: Underway, owner: dict[PlaceId, int], board: Board) -> None:
    mine = (war.origin, *war.stake, *war.reserves)
    for place in (war.target, *mine):
        _need(place in owner, "a war over a country that isn't in play", country=place)
    _need(all(owner[place] == war.attacker for place in mine), "a stake that isn't the attacker's", target=war.target)
    _need(owner[war.target] != war.attacker, "a war on an own country", target=war.target)
    _need(war.origin in war.stake, "the origin must be part of the stake", target=war.target)
    border = board.neighbours[board.index[war.origin]] >> board.index[war.target] & 1
    _need(bool(border), "the origin doesn't border the target", target=war.target)


def _need(holds: bool, reason: str, **detail: Any) -> None:
    if not holds:
        said = {name: quoted(value) if isinstance(value, str) else value for name, value in detail.items()}
        malformed(Refusal.BAD_OPTION, _RULE, option="position", reason=reason, **said)


def _doubled(places: Iterable[PlaceId]) -> PlaceId:
    seen: set[PlaceId] = set()
    for place in places:
        if place in seen:
            return place
        seen.add(place)
    return PlaceId("")
