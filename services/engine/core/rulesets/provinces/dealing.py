"""Map and deal: the provinces shared out by the game's own dice (rules, "Map and deal")."""

from services.engine.core.kernel import Chance, Setup
from services.engine.core.rulesets.provinces.dice import DICE
from services.engine.core.rulesets.provinces.facts import NEUTRAL, Dealt
from services.engine.core.rulesets.provinces.options import Options
from services.engine.core.values import PlaceId, Seat

UNITS = 3
"""On each province at the start."""


def shares(places: int, seats: int) -> tuple[int, ...]:
    """How many provinces each seat gets.

    Equal parts, what is left over one each to the last seats, which move last. Two seats get a third each, and the
    rest stays neutral: with half the map each, the first conquest would win.

    >>> shares(21, 2), shares(21, 5)
    ((7, 7), (4, 4, 4, 4, 5))
    """
    if seats == 2:
        return (places // 3, places // 3)
    least, over = divmod(places, seats)
    return tuple(least + (seat >= seats - over) for seat in range(seats))


def deal(setup: Setup, chance: Chance) -> Dealt:
    """Who begins with what."""
    options: Options = setup.options
    board, seats = setup.board, len(setup.table.seats)
    drawn = chance.shuffled("deal", board.places)
    owners: dict[PlaceId, Seat] = dict.fromkeys(board.places, NEUTRAL)
    first = 0
    for seat, share in enumerate(shares(len(drawn), seats)):
        owners.update(dict.fromkeys(drawn[first : first + share], Seat(seat)))
        first += share
    return Dealt(
        at=setup.at,
        owners=owners,
        units=UNITS,
        seats=seats,
        assault=options.assault_for(seats),
        turn_s=options.turn_s,
        to_win=len(board.places) // 2 + 1,
        seal=chance.seal(DICE),
    )
