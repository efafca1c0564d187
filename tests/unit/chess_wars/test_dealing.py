"""The dealt draft (rules section 3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.engine.adapters.maps import load_board
from services.engine.core.board import bits
from services.engine.core.rulesets.chess_wars.dealing import Stream, deal
from tests.unit.chess_wars.table import Game, small


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7, 8])
def test_world_is_dealt_evenly(seats: int) -> None:
    """On the world every empire is connected and within ten percent of the mean value."""
    board = load_board("world")
    empires = deal(board, board.everywhere, seats, 12345 + seats)
    values = [board.total("value", empire) for empire in empires]
    mean = sum(values) / seats
    assert max(abs(value - mean) for value in values) <= mean / 10
    everything = 0
    for empire in empires:
        assert not everything & empire
        everything |= empire
        assert len(list(board.blocks(empire))) == 1
    assert everything == board.everywhere


def test_same_draw_same_deal() -> None:
    """A deal follows from its one draw alone."""
    board = load_board("world")
    africa = board.tags["continent:Africa"] & board.connected(1 << board.index["EGY"], board.tags["continent:Africa"])  # type: ignore[index]
    assert deal(board, africa, 4, 7) == deal(board, africa, 4, 7)
    assert deal(board, africa, 4, 7) != deal(board, africa, 4, 8)
    assert all(position >= 0 for empire in deal(board, africa, 4, 9) for position in bits(empire))


def test_dealt_campaign_starts_with_round_one() -> None:
    """A dealt campaign has no picks: it starts in round 1, with titles set."""
    game = Game(small(), draft="dealt")
    assert game.state.round == 1
    assert sum(empire.bit_count() for empire in game.state.empires) == 12
    assert set(game.view()["titles"]) == {"population", "area", "gdp", "might"}
    assert all(seat["drafted_value"] == seat["value"] for seat in game.view()["seats"].values())


@given(st.integers(0, 2**62 - 1), st.integers(1, 200))
def test_stream_stays_in_bounds(seed: int, bound: int) -> None:
    """Numbers of the stream lie in [0, bound)."""
    stream = Stream(seed)
    assert all(0 <= stream.below(bound) < bound for _ in range(20))
