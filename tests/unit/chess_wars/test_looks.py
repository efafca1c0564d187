"""What missions look at (rules section 10)."""

from hypothesis import given
from hypothesis import strategies as st

from services.engine.core.rulesets.chess_wars.looks import pasts
from services.engine.core.rulesets.chess_wars.records import Got, Holding, Territory
from services.engine.core.values import PlaceId, Seat
from tests.unit.chess_wars.table import board_of

SEATS = 3
NAMES = [PlaceId(name) for name in "ABCDE"]
BOARD = board_of(dict.fromkeys(NAMES, 1))
seats = st.integers(0, SEATS - 1).map(Seat)
holdings = st.builds(
    Holding, owner=seats, drafted_by=seats, got=st.sampled_from(Got), giver=st.none() | seats, over_sea=st.booleans()
)


@given(st.fixed_dictionaries(dict.fromkeys(NAMES, holdings)))
def test_how_everybody_got_what_they_own(countries: dict[PlaceId, Holding]) -> None:
    """Drafted, won, over the sea and from whom, whatever a position says: a drafted country may have moved on."""
    found = pasts(Territory(countries=countries), BOARD, SEATS)
    fought = (Got.GAME, Got.PEACE)
    for seat in map(Seat, range(SEATS)):
        own = {place: held for place, held in countries.items() if held.owner == seat}
        assert set(BOARD.ids(found.drafted[seat])) == {p for p, held in countries.items() if held.drafted_by == seat}
        assert set(BOARD.ids(found.won[seat])) == {place for place, held in own.items() if held.won}
        by_sea = {place for place, held in own.items() if held.got is Got.GAME and held.over_sea}
        assert set(BOARD.ids(found.overseas[seat])) == by_sea
        for giver in map(Seat, range(SEATS)):
            taken = {place for place, held in own.items() if held.got in fought and held.giver == giver}
            assert set(BOARD.ids(found.taken[seat].get(giver, 0))) == taken
