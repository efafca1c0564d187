"""What missions look at, drawn from a state; counted once a change of hands (rules section 10)."""

import msgspec

from services.engine.core.board import Board
from services.engine.core.rulesets.chess_wars.missions.look import Look
from services.engine.core.rulesets.chess_wars.records import Got, Phase, Territory
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.values import Seat


class Pasts(msgspec.Struct, frozen=True, kw_only=True):
    """How everybody got what they own: masks by seat."""

    won: list[int]
    overseas: list[int]
    drafted: list[int]
    taken: list[dict[Seat, int]]
    """By giver, what came by `game` or `peace`."""


def pasts(territory: Territory, board: Board, seats: int) -> Pasts:
    """How everybody got what they own; kept with the territory."""
    found: Pasts | None = territory.__dict__.get("_pasts")
    if found is not None:
        return found
    won, overseas, drafted = [0] * seats, [0] * seats, list(territory.empires(board, seats))
    taken: list[dict[Seat, int]] = [{} for _ in range(seats)]
    for place, holding in territory.countries.items():
        if holding.got is Got.DRAFT and holding.owner == holding.drafted_by:
            continue  # most of them, and nothing to tell of them
        mask, owner = 1 << board.index[place], holding.owner
        drafted[owner] &= ~mask
        drafted[holding.drafted_by] |= mask
        if holding.won:
            won[owner] |= mask
        if holding.got is Got.GAME and holding.over_sea:
            overseas[owner] |= mask
        if holding.got in (Got.GAME, Got.PEACE) and holding.giver is not None:
            taken[owner][holding.giver] = taken[owner].get(holding.giver, 0) | mask
    found = territory.__dict__["_pasts"] = Pasts(won=won, overseas=overseas, drafted=drafted, taken=taken)
    return found


def partners(state: State, seat: Seat) -> frozenset[Seat]:
    """Partners of accords in force."""
    pairs = [tuple(map(int, key.split("-"))) for key in state.accords]
    return frozenset(Seat(b if a == seat else a) for a, b in pairs if seat in (a, b))


def look_of(state: State, seat: Seat) -> Look:
    """A player's position and deeds; drawn once a state."""
    looks: dict[Seat, Look] = state.__dict__.setdefault("_looks", {})
    found = looks.get(seat)
    if found is None:
        found = looks[seat] = _look(state, seat)
    return found


def _look(state: State, seat: Seat) -> Look:
    past = pasts(state.territory, state.map, len(state.players))
    return Look(
        board=state.map,
        theatre=state.theatre_mask,
        seat=seat,
        empires=state.empires,
        won=past.won[seat],
        overseas=past.overseas[seat],
        taken_from=past.taken[seat],
        drafted=past.drafted[seat],
        deeds=state.players[seat].deeds,
        partners=partners(state, seat),
        round=state.round,
    )


def standing_changed(before: State | None, now: State) -> bool:
    """Whether countries or deeds have changed in an event, or it was the first one of the war."""
    if before is None or before.phase is not Phase.WAR:
        return True
    if before.territory.countries is not now.territory.countries:
        return True
    return any(old.deeds is not new.deeds for old, new in zip(before.players, now.players, strict=True))


def looks_changed(before: State | None, now: State) -> bool:
    """Whether anything has changed that missions look at: accords, too, which matter to secret ones alone."""
    return standing_changed(before, now) or (before is not None and before.accords is not now.accords)


def fought_for(state: State, seat: Seat) -> int:
    """Foreign countries that a player's own wars could bring, as a mask: more of them break an Encirclement."""
    index, found = state.map.index, 0
    for war in state.underway:
        if seat == war.attacker:
            brings = (war.target, *war.put_ins, *(() if war.redirect is None else (war.redirect,)))
        elif seat == war.defender:
            brings = (*war.stake, *war.added, *war.reserves)
        else:
            continue
        for place in brings:
            found |= 1 << index[place]
    return found
