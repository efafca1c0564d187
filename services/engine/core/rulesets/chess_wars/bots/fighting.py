"""What a bot expects of a war: the sums it declares, raises, gives way and makes peace by (rules section 14)."""

from collections.abc import Iterable

from services.engine.core.rulesets.chess_wars.bots.mind import Mind
from services.engine.core.rulesets.chess_wars.raises import AGAIN
from services.engine.core.rulesets.chess_wars.records_wars import War
from services.engine.core.values import Seat

TIED = 0.1
"""What share of its value it costs to have a further country tied up until a war is over."""


def loss(mind: Mind, places: Iterable[str], to: Seat) -> float:
    """What it is worth to lose some countries: less than 0."""
    return mind.worth.swing(mind.state.map.mask(places), mind.seat, to)


def gain(mind: Mind, places: Iterable[str], giver: Seat) -> float:
    """What it is worth to get some countries without winning a game for them."""
    return mind.worth.swing(mind.state.map.mask(places), giver, mind.seat)


def fight(mind: Mind, war: War) -> float:
    """What a side expects of a war's game with all that is in the war."""
    wins, mask = mind.wins(war), mind.state.map.mask
    prize, stake = (war.target, *war.put_ins), (*war.stake, *war.added)
    if mind.seat == war.attacker:
        won, lost = mind.worth.attack(mask(prize), war.defender), loss(mind, stake, war.defender)
    else:
        won = gain(mind, stake, war.attacker) + mind.worth.point * mind.worth.aims.defence_won()
        lost = loss(mind, prize, war.attacker)
    return wins * won + (1 - wins) * lost


def tied(mind: Mind, places: Iterable[str]) -> float:
    """What it costs to put further countries into a war, however it ends."""
    return TIED * mind.worth.value(mind.state.map.mask(places))


def given_way(mind: Mind, war: War) -> float:
    """What it is worth to a side if the standing raise isn't met.

    A first one: nothing, the war is withdrawn. A second one: the target changes hands, a third one: the stake.
    """
    if len(war.raises) < AGAIN:
        return 0.0
    loser, places = (war.defender, (war.target,)) if len(war.raises) == AGAIN else (war.attacker, war.stake)
    return loss(mind, places, war.other(loser)) if mind.seat == loser else gain(mind, places, loser)
