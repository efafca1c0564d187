"""How much time each side of a war gets (rules section 6)."""

from chassis.bot_ratings import RATINGS
from services.engine.core.kernel import Table
from services.engine.core.rulesets.chess_wars.options import Handicap, Options
from services.engine.core.rulesets.chess_wars.records_wars import Clock, Clocks, Percent
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.values import PlaceId, Seat, round_half_up

HOME = 10
TERRAIN = 10
SUPPLY = 5
MOST_EDGE = 25
LEAST_CLOCK_S = 30
SMALLEST_GAP = 50
RATES = {Handicap.LIGHT: (8, 30), Handicap.FULL: (16, 60)}
"""Percent for each 100 points of difference, and the most."""
DAY_S = 86_400


def frozen_ratings(table: Table) -> tuple[int | None, ...]:
    """Every seat's rating as it is frozen when the draft starts; a seat that began as a bot has its level's."""
    return tuple(
        RATINGS[holder.bot_level - 1]
        if holder.rating is None and holder.bot_level is not None and not holder.person
        else holder.rating
        for holder in table.seats
    )


def clocks(state: State, attacker: Seat, defender: Seat, target: PlaceId) -> Clocks:
    """Both sides' time for a war on a country, as things stand now."""
    home, terrain, supply = edges(state, attacker, target)
    net = net_edge(home, terrain, supply)
    weaker = handicap(state.options, state.players[attacker].rating, state.players[defender].rating)
    return Clocks(
        attacker=_clock(state.options, ((("supply", supply),)), max(0, -net), weaker),
        defender=_clock(state.options, (("home", home), ("terrain", terrain)), max(0, net), -weaker),
    )


def edges(state: State, attacker: Seat, target: PlaceId) -> tuple[int, int, int]:
    """Percent for home turf, for terrain, and for the attacker's supply lines."""
    board = state.map
    position = board.index[target]
    rough = board.tags.get("mountainous", 0) | board.tags.get("island", 0)
    lines = (board.neighbours[position] & state.empires[attacker]).bit_count()
    return HOME, TERRAIN if rough >> position & 1 else 0, SUPPLY * lines


def net_edge(home: int, terrain: int, supply: int) -> int:
    """What is left after the edges cancel out: above zero the defender's percent, below zero the attacker's."""
    return max(-MOST_EDGE, min(MOST_EDGE, home + terrain - supply))


def handicap(options: Options, rating: int | None, other: int | None) -> int:
    """Percent for the weaker side: above zero if `rating` is the weaker one, below zero if `other` is."""
    if options.handicap is Handicap.NONE or rating is None or other is None:
        return 0
    gap = abs(rating - other)
    if gap < SMALLEST_GAP:
        return 0
    rate, most = RATES[options.handicap]
    percent = min(most, round_half_up(gap * rate, 100))
    return percent if rating < other else -percent


def _clock(options: Options, reasons: tuple[tuple[str, int], ...], edge: int, weaker: int) -> Clock:
    """One side's clock.

    :param reasons: what the edge was counted from.
    :param weaker: handicap percent from this side's view; the stronger side loses time only in live games.
    """
    handicapped = weaker if weaker > 0 or options.live else 0
    percent = edge + handicapped
    parts = [*reasons, ("net_edge", edge), ("handicap", handicapped)]
    if options.live:
        initial = max(LEAST_CLOCK_S, _with(options.initial_min * 60, percent))
        increment = _with(options.increment_s, percent)
    else:
        initial, increment = _with(options.days_a_move * DAY_S, percent), 0
    return Clock(
        initial_s=initial,
        increment_s=increment,
        percent=percent,
        parts=tuple(Percent(why=why, percent=number) for why, number in parts if number),
    )


def _with(seconds: int, percent: int) -> int:
    return round_half_up(seconds * (100 + percent), 100)
