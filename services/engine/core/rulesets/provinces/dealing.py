"""Map and deal: the provinces shared out by the game's own dice (rules, "Map and deal")."""

from itertools import islice

import msgspec

from services.engine.core.kernel import Chance, Setup
from services.engine.core.rulesets.provinces.dice import DICE
from services.engine.core.rulesets.provinces.facts import NEUTRAL, Dealt
from services.engine.core.rulesets.provinces.options import Options, to_win
from services.engine.core.rulesets.provinces.position import owners_of
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
    """Who begins with what: as drawn, or as the position says."""
    options: Options = setup.options
    board, seats = setup.board, len(setup.table.seats)
    units = dict.fromkeys(board.places, UNITS)
    if options.position is msgspec.UNSET:
        owners = _drawn(board.places, seats, chance)
    else:
        owners = owners_of(options.position, board, NEUTRAL)
        units.update(options.position.units)
    return Dealt(
        at=setup.at,
        owners=owners,
        units=units,
        seats=seats,
        assault=options.assault_for(seats),
        turn_s=options.turn_s,
        to_win=to_win(board),
        seal=chance.seal(DICE),
    )


def _drawn(places: tuple[PlaceId, ...], seats: int, chance: Chance) -> dict[PlaceId, Seat]:
    owners: dict[PlaceId, Seat] = dict.fromkeys(places, NEUTRAL)
    drawn = iter(chance.shuffled("deal", places))
    for seat, share in enumerate(shares(len(places), seats)):
        owners.update(dict.fromkeys(islice(drawn, share), Seat(seat)))
    return owners
