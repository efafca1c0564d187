"""The raise a bot expects most of, and how it thinks the other side answers one (rules sections 5.4 and 14)."""

from typing import NamedTuple

from services.engine.core.rulesets.chess_wars.actions import Answers, to_meet
from services.engine.core.rulesets.chess_wars.bots.fighting import fight, given_way, tied
from services.engine.core.rulesets.chess_wars.bots.mind import Mind
from services.engine.core.rulesets.chess_wars.choices import RaiseChoice
from services.engine.core.rulesets.chess_wars.commands import RaiseStakes
from services.engine.core.rulesets.chess_wars.raises import joined, raised
from services.engine.core.rulesets.chess_wars.records_wars import War
from services.engine.core.values import PlaceId

TRIED = 4
"""So many countries of different value are thought about."""


class Meeting(NamedTuple):
    """A raise met."""

    worth: float
    """What the side that meets expects of it."""
    countries: tuple[PlaceId, ...]
    war: War
    """With them in it."""


def meeting(mind: Mind, war: War) -> Meeting | None:
    """The cheapest way to meet the standing raise, from the view of the side that must; None if it can't."""
    choice = to_meet(mind.state, war)
    if choice is None:
        return None
    countries = named(choice)
    met = joined(war, mind.seat, countries)
    return Meeting(fight(mind, met) - tied(mind, countries), countries, met)


class Raising(NamedTuple):
    """A raise and what it is expected to bring."""

    worth: float
    theirs: float
    """What the other side may expect then."""
    command: RaiseStakes


def best_raise(mind: Mind, war: War, answers: Answers) -> Raising | None:
    """The raise that promises most; None if nothing can be raised."""
    choice = answers.raise_stakes.get(war.id)
    if choice is None:
        return None
    ways = _tried(mind, choice) if mind.seat == war.defender else [named(choice)]
    found = [
        Raising(*_expected(mind, war, countries), RaiseStakes(war=war.id, number=choice.number, countries=countries))
        for countries in ways
    ]
    return max(found, key=lambda one: one.worth, default=None)


def _tried(mind: Mind, choice: RaiseChoice) -> list[tuple[PlaceId, ...]]:
    """One country of each value, the cheapest first; none that an own claim can't do without."""
    board, by_value = mind.state.map, dict[int, PlaceId]()
    for place in choice.countries:
        position = board.index[PlaceId(place)]
        if position not in mind.keys:
            by_value.setdefault(board.figures["value"][position], PlaceId(place))
    return [(place,) for place in list(by_value.values())[:TRIED]]


def _expected(mind: Mind, war: War, countries: tuple[PlaceId, ...]) -> tuple[float, float]:
    """What a raise should bring, and the other side: they meet it or give way by their own sums, as far as known."""
    other, after = mind.of(war.other(mind.seat)), raised(mind.state, war, mind.state.map.mask(countries))
    met = meeting(other, after)
    way = given_way(other, after)
    if met is None or met.worth < way:
        return given_way(mind, after), way
    return fight(mind, met.war) - tied(mind, countries), met.worth


def named(choice: RaiseChoice) -> tuple[PlaceId, ...]:
    """The cheapest countries of a choice."""
    return tuple(PlaceId(place) for place in choice.cheapest)
