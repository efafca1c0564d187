"""All secret missions, and which three of them a player is dealt (rules section 10, "Dealing")."""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import cast

from services.engine.core.rulesets.chess_wars.missions import (
    battles,
    growth,
    islands,
    mountains,
    named,
    rivals,
    routes,
    straits,
    triangle,
    unification,
    zones,
)
from services.engine.core.rulesets.chess_wars.missions.look import Look
from services.engine.core.rulesets.chess_wars.missions.secret import Candidates, Fit, SecretMission

Secret = (
    named.NamedGroup
    | islands.IslandEmpire
    | mountains.MountainKingdom
    | zones.BufferZone
    | zones.Encirclement
    | unification.Unification
    | triangle.HiddenTriangle
    | routes.Route
    | straits.StraitKeeper
    | growth.TwoTheater
    | growth.ProtectedExpansion
    | growth.HalfOfHumanity
    | rivals.Nemesis
    | rivals.Backstab
    | battles.IronWall
    | battles.CheckmateArtist
    | growth.MeasuredExpansion
)
"""Closed union of the secret missions, as they are stored."""

FAMILIES: tuple[tuple[Candidates, ...], ...] = (
    (named.candidates,),
    (
        islands.candidates,
        mountains.candidates,
        zones.candidates,
        unification.candidates,
        triangle.candidates,
        routes.candidates,
        straits.candidates,
    ),
    (growth.candidates, rivals.candidates, battles.candidates),
)
"""Three groups, of each of which one option is drawn; in list order."""
OPTIONS = 3
NEAREST = 3
"""Of how many nearest targets a mission's own are drawn."""
WEIGHT = 3600
"""`WEIGHT / steps²` is a whole number for each of 2 to 6 steps."""

Below = Callable[[int], int]
"""A fair draw in [0, n)."""


def deal(look: Look, below: Below) -> tuple[Secret, ...]:
    """Up to three options that fit a drafted empire, in list order; empty if nothing fits.

    A family without a fit is replaced by another one's further fit; at most one option is long.
    """
    pools = [_fits(look, family, below) for family in FAMILIES]
    listed = [mission for _, mission in chain(*pools)]
    dealt: list[SecretMission] = []
    for pool in pools:
        dealt += _drawn(pool, dealt, below)
    while len(dealt) < OPTIONS:
        further = _drawn(list(chain(*pools)), dealt, below)
        if not further:
            break
        dealt += further
    dealt.sort(key=listed.index)
    filling = growth.fallback(look) if len(dealt) < OPTIONS else None
    return cast("tuple[Secret, ...]", (*dealt, filling) if filling else tuple(dealt))


def _fits(look: Look, family: Sequence[Candidates], below: Below) -> list[Fit]:
    """One fit of each mission of a family, its targets drawn among the nearest."""
    found: list[Fit] = []
    for candidates in family:
        for fits in candidates(look):
            nearest = fits[:NEAREST]
            if nearest and look.seats >= nearest[0][1].LEAST_SEATS:
                found.append(nearest[0] if len(nearest) == 1 else nearest[below(len(nearest))])
    return found


def _drawn(pool: Sequence[Fit], dealt: Sequence[SecretMission], below: Below) -> list[SecretMission]:
    """One more option, weighted by 1/steps²; none if nothing of the pool may be dealt beside the others."""
    long = any(mission.LONG for mission in dealt)
    open_to = [(steps, mission) for steps, mission in pool if mission not in dealt and not (long and mission.LONG)]
    if not open_to:
        return []
    left = below(sum(WEIGHT // steps**2 for steps, _ in open_to))
    for steps, mission in open_to:
        left -= WEIGHT // steps**2
        if left < 0:
            return [mission]
    raise AssertionError("a draw beyond its bound")


def best(look: Look, options: Sequence[Secret]) -> int:
    """The position of the best fit: fewest steps, then list order."""
    return min(range(len(options)), key=lambda number: (options[number].steps_left(look), number))
