"""Ratings from results: Bradley and Terry's model by maximum likelihood, a draw as half a win, one player's fixed."""

from collections.abc import Sequence
from math import exp, log, sqrt

import msgspec

ELO = 400 / log(10)
"""Points of a rating in one unit of the model's."""
WIDE = 1.96
"""Standard deviations on each side of a 95 % interval."""
_PRIOR = 1.0
"""So many drawn games are added to each pair: who won all of its games would be infinitely strong."""
_ENOUGH = 1e-9
_MOST_ROUNDS = 200
_LONGEST_STEP = 1.0

Matrix = list[list[float]]


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """What one player scored against another."""

    player: str
    against: str
    points: float
    games: int


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    """A rating and half of its 95 % interval, in Elo."""

    elo: float
    margin: float


def fit(scores: Sequence[Score], fixed: str, elo: float) -> dict[str, Rating]:
    """The ratings under which these scores are likeliest; margins from the Fisher information.

    :param fixed: the player whose rating is `elo`, without a margin.

    :raises ValueError: the scores don't link every player with the fixed one.
    """
    names = sorted({name for score in scores for name in (score.player, score.against)} - {fixed})
    place = {name: n for n, name in enumerate(names)}
    strength = [0.0] * len(names)
    for _ in range(_MOST_ROUNDS):
        slope, information = _likelihood(scores, place, strength)
        covariance = inverse(information)
        step = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in covariance]
        longest = max((abs(one) for one in step), default=0.0)
        scale = min(1.0, _LONGEST_STEP / longest) if longest else 1.0
        strength = [old + scale * new for old, new in zip(strength, step, strict=True)]
        if longest < _ENOUGH:
            break
    _, information = _likelihood(scores, place, strength)
    covariance = inverse(information)
    rated = {
        name: Rating(elo=elo + ELO * strength[n], margin=WIDE * ELO * sqrt(covariance[n][n]))
        for name, n in place.items()
    }
    return {**rated, fixed: Rating(elo=elo, margin=0.0)}


def _likelihood(scores: Sequence[Score], place: dict[str, int], strength: list[float]) -> tuple[list[float], Matrix]:
    """The slope of the log likelihood and the Fisher information, at these strengths."""
    slope = [0.0] * len(strength)
    information = [[0.0] * len(strength) for _ in strength]
    for score in scores:
        a, b = place.get(score.player), place.get(score.against)
        gap = (0.0 if a is None else strength[a]) - (0.0 if b is None else strength[b])
        games, points = score.games + _PRIOR, score.points + _PRIOR / 2
        wins = 1 / (1 + exp(-gap))
        known = games * wins * (1 - wins)
        for one, sign in ((a, 1), (b, -1)):
            if one is not None:
                slope[one] += sign * (points - games * wins)
                information[one][one] += known
        if a is not None and b is not None:
            information[a][b] -= known
            information[b][a] -= known
    return slope, information


def inverse(matrix: Matrix) -> Matrix:
    """By Gauss and Jordan.

    :raises ValueError: there is none.
    """
    size = len(matrix)
    rows = [[*row, *(1.0 if n == m else 0.0 for m in range(size))] for n, row in enumerate(matrix)]
    for n in range(size):
        best = max(range(n, size), key=lambda m: abs(rows[m][n]))
        rows[n], rows[best] = rows[best], rows[n]
        pivot = rows[n][n]
        if abs(pivot) < 1e-12:
            raise ValueError("some players are linked with the others by no game")
        rows[n] = [value / pivot for value in rows[n]]
        for m in range(size):
            if m != n and rows[m][n]:
                factor = rows[m][n]
                rows[m] = [value - factor * other for value, other in zip(rows[m], rows[n], strict=True)]
    return [row[size:] for row in rows]
