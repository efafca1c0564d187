"""Battles that are drawn (rules, "Battles", option `simulated`)."""

from services.engine.core.kernel import Chance

DRAWN_OF = 20
"""A twentieth of the rounds is drawn."""


def simulate(attackers: int, defenders: int, rounds: int, chance: Chance) -> tuple[int, int, int]:
    """Rounds won by the attacker, by the defender, and drawn: each by the share of players, but for 5 % draws.

    One draw a round, below 20 (a + d): the first a + d are a draw, the next 19 a the attacker's.

    :param attackers: players of the side.
    """
    both, won, lost, drawn = attackers + defenders, 0, 0, 0
    for _ in range(rounds):
        value = chance.below("battle", DRAWN_OF * both)
        if value < both:
            drawn += 1
        elif value - both < (DRAWN_OF - 1) * attackers:
            won += 1
        else:
            lost += 1
    return won, lost, drawn
