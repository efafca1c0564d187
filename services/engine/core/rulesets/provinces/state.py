"""The state of a game, and how facts change it: folding only assigns, the rules are in the files of the commands."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import assert_never

import msgspec
from msgspec.structs import replace

from services.engine.core.at_table import AtTable
from services.engine.core.kernel import Outcome
from services.engine.core.rulesets.provinces import facts as f
from services.engine.core.rulesets.provinces.options import Assault
from services.engine.core.values import PlaceId, Seat


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """The turn that is being played."""

    number: int
    seat: Seat
    since: datetime
    due: datetime
    to_place: int
    attacks: int = 0
    """Made so far."""
    moved: bool = False


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A player beside what they own."""

    out: str = ""
    """How they went: empty while they have turns, else as `PlayerOut.how`."""
    order: int = 0
    """The how-manieth to go."""
    missed: int = 0
    """Turns of theirs in a row that ran out while they were offline."""
    faces: tuple[int, ...] = (0, 0, 0, 0, 0, 0)
    """How often their dice showed 1, 2, ... 6."""
    lost: int = 0
    """Units lost in fights."""
    beaten: int = 0
    """Units of others that fell in their fights."""


class State(AtTable, frozen=True, kw_only=True):
    """A game as the facts have made it."""

    at: datetime
    places: tuple[PlaceId, ...]
    owners: tuple[Seat, ...]
    """By position on the map."""
    units: tuple[int, ...]
    players: tuple[Player, ...]
    assault: Assault
    turn_s: int
    to_win: int
    seal: str
    thrown: int = 0
    turn: Turn | None = None
    last_attack: f.Attacked | None = None
    outcome: Outcome | None = None

    @property
    def cycle(self) -> tuple[Seat, ...]:
        """Seats that still have turns."""
        return tuple(Seat(seat) for seat, player in enumerate(self.players) if not player.out)

    @property
    def humans(self) -> tuple[Seat, ...]:
        """Seats of the cycle that people play."""
        people = self.seating.people
        return tuple(seat for seat in self.cycle if seat in people)

    def owned(self, seat: Seat) -> tuple[int, ...]:
        """Positions of a player's provinces."""
        return tuple(position for position, owner in enumerate(self.owners) if owner == seat)

    def border(self, seat: Seat) -> tuple[int, ...]:
        """Positions of those that border another's."""
        neighbours = self.map.neighbours
        mask = 0
        for position in self.owned(seat):
            mask |= 1 << position
        return tuple(position for position in self.owned(seat) if neighbours[position] & ~mask)


def evolve(state: State | None, fact: f.Fact) -> State:
    """The state after a fact; None before the first."""
    if isinstance(fact, f.Dealt):
        return _dealt(fact)
    assert state is not None
    match fact:
        case f.TurnBegan():
            turn = Turn(number=fact.number, seat=fact.seat, since=fact.at, due=fact.due, to_place=fact.income)
            return replace(state, at=fact.at, turn=turn)
        case f.Reinforced():
            assert state.turn is not None
            turn = replace(state.turn, to_place=fact.left)
            return replace(state, at=fact.at, turn=turn, units=_put(state, fact.units))
        case f.Attacked():
            return _attacked(state, fact)
        case f.Moved():
            assert state.turn is not None
            units = _put(state, {fact.origin: fact.origin_units, fact.target: fact.target_units})
            return replace(state, at=fact.at, turn=replace(state.turn, moved=True), units=units)
        case f.TurnEnded():
            return replace(state, at=fact.at, turn=None, players=_player(state, fact.seat, missed=fact.missed))
        case f.PlayerOut():
            return replace(state, at=fact.at, players=_player(state, fact.seat, out=fact.how, order=fact.order))
        case f.GameEnded():
            return replace(state, at=fact.at, turn=None, outcome=fact.outcome)
        case _:
            assert_never(fact)


def _dealt(fact: f.Dealt) -> State:
    return State(
        at=fact.at,
        places=tuple(fact.owners),
        owners=tuple(fact.owners.values()),
        units=tuple(fact.units.values()),
        players=(Player(),) * fact.seats,
        assault=fact.assault,
        turn_s=fact.turn_s,
        to_win=fact.to_win,
        seal=fact.seal,
    )


def _attacked(state: State, fact: f.Attacked) -> State:
    assert state.turn is not None
    owners = state.owners
    if fact.taken:
        position = state.map.index[fact.target]
        owners = (*owners[:position], fact.seat, *owners[position + 1 :])
    return replace(
        state,
        at=fact.at,
        owners=owners,
        units=_put(state, {fact.origin: fact.origin_units, fact.target: fact.target_units}),
        players=_fought(state, fact),
        seal=fact.seal,
        thrown=state.thrown + len(fact.throws),
        turn=replace(state.turn, attacks=fact.number),
        last_attack=fact,
    )


def _put(state: State, units: Mapping[PlaceId, int]) -> tuple[int, ...]:
    index, after = state.map.index, list(state.units)
    for place, number in units.items():
        after[index[place]] = number
    return tuple(after)


def _fought(state: State, fact: f.Attacked) -> tuple[Player, ...]:
    """The records of both sides; a neutral province keeps none."""
    attack_lost = sum(throw.attack_lost for throw in fact.throws)
    defence_lost = sum(throw.defence_lost for throw in fact.throws)
    players = list(state.players)
    attacker = players[fact.seat]
    players[fact.seat] = replace(
        attacker,
        faces=_counted(attacker.faces, (die for throw in fact.throws for die in throw.attack)),
        lost=attacker.lost + attack_lost,
        beaten=attacker.beaten + defence_lost,
    )
    if fact.defender != f.NEUTRAL:
        defender = players[fact.defender]
        players[fact.defender] = replace(
            defender,
            faces=_counted(defender.faces, (die for throw in fact.throws for die in throw.defence)),
            lost=defender.lost + defence_lost,
            beaten=defender.beaten + attack_lost,
        )
    return tuple(players)


def _counted(faces: tuple[int, ...], dice: Iterable[int]) -> tuple[int, ...]:
    after = list(faces)
    for die in dice:
        after[die - 1] += 1
    return tuple(after)


def _player(state: State, seat: Seat, **changes: object) -> tuple[Player, ...]:
    changed = replace(state.players[seat], **changes)
    return (*state.players[:seat], changed, *state.players[seat + 1 :])
