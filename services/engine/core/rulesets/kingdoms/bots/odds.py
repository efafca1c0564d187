"""What a battle brings, exactly: chances and mean losses from the sizes of both sides (rules, "Battles")."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple

from services.engine.core.rulesets.kingdoms.battles import DEFENDER_ADVANTAGE, size
from services.engine.core.rulesets.kingdoms.simulated import DRAWN_OF


class Odds(NamedTuple):
    """Means over all results of a battle."""

    take: float
    """Chance that the attacker wins."""
    lost: float
    """Units the attacker loses."""
    beaten: float
    """Units the defender loses."""


@lru_cache(maxsize=20_000)
def odds(attackers: int, defenders: int, base: int, rounds: int) -> Odds:
    """Of a battle of so many units.

    >>> odds(3, 4, 5, 8).take < 0.5
    True
    """
    ours, theirs = size(base, attackers), size(base, defenders + DEFENDER_ADVANTAGE)
    fought = 1 - 1 / DRAWN_OF
    win, lose = fought * ours / (ours + theirs), fought * theirs / (ours + theirs)
    taking, holding = tuple(_ahead(rounds, win, lose, 1)), tuple(_ahead(rounds, lose, win, 0))
    return Odds(sum(taking), attackers - _kept(attackers, taking), defenders - _kept(defenders, holding))


def _kept(units: int, chances: Sequence[float]) -> float:
    """Units that are left in the mean, by the chances to have won with exactly 0, 1, 2, ... rounds."""
    rounds = len(chances) - 1
    return sum(chance * max(1, units * wins // rounds) for wins, chance in enumerate(chances))


def _ahead(rounds: int, own: float, other: float, by: int) -> Iterator[float]:
    """Chances to win exactly 0, 1, 2, ... rounds while the other side wins at least `by` fewer.

    The other side's part is carried on from each number to the next: summed up anew it takes the square of the rounds.
    """
    rate = other / (1 - own)  # the other side's, of the rounds that one side doesn't win
    at_most = 0.0 if by else _exactly(rounds, 0, rate)
    for wins in range(rounds + 1):
        yield _exactly(rounds, wins, own) * at_most
        left, most = rounds - wins - 1, wins - by
        at_most += rate * _exactly(left, most, rate) + _exactly(left, most + 1, rate)


def _exactly(rounds: int, wins: int, rate: float) -> float:
    """Chance of so many of so many rounds, each won at a rate."""
    return comb(rounds, wins) * rate**wins * (1 - rate) ** (rounds - wins) if 0 <= wins <= rounds else 0.0
