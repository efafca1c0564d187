"""The map as a graph."""

from hypothesis import given
from hypothesis import strategies as st

from services.engine.adapters.maps import load_board
from services.engine.core.board import bits, flags

WORLD = load_board("world")
masks = st.integers(0, WORLD.everywhere)


@given(masks)
def test_flags_are_bits(mask: int) -> None:
    """A byte for each position up to the last set bit."""
    assert [position for position, flag in enumerate(flags(mask)) if flag] == list(bits(mask))


@given(masks, st.sampled_from(sorted(WORLD.figures)))
def test_totals_add_up_a_column(mask: int, figure: str) -> None:
    """Of the places of a mask, one by one."""
    column = WORLD.figures[figure]
    assert WORLD.total(figure, mask) == sum(column[position] for position in bits(mask))
