"""Chains and distances: fast searches against plain ones."""

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from services.engine.core.board import Board
from services.engine.core.rulesets.chess_wars.missions.graph import FAR, price
from services.engine.core.rulesets.chess_wars.missions.paths import joined_through
from tests.unit.chess_wars.table import board_of

PLACES = "ABCDEFGH"
PAIRS = [f"{a}-{b}" for i, a in enumerate(PLACES) for b in PLACES[i + 1 :]]
GRAPHS = st.sets(st.sampled_from(PAIRS), max_size=16)
MASKS = st.integers(0, (1 << len(PLACES)) - 1)


def paths(board: Board, within: int, a: int, b: int, so_far: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Every path from a to b that meets no country twice."""
    here = (*so_far, a)
    if a == b:
        yield here
        return
    for other in range(len(PLACES)):
        if board.neighbours[a] >> other & 1 and within >> other & 1 and other not in here:
            yield from paths(board, within, other, b, here)


@settings(max_examples=600, deadline=None)
@given(edges=GRAPHS, own=MASKS, through=MASKS)
def test_simple_paths_through_a_won_country(edges: set[str], own: int, through: int) -> None:
    """One depth-first search answers what trying every path would."""
    board = board_of(dict.fromkeys(PLACES, 1), land=edges)
    own |= 0b11
    tried = any(any(through >> place & 1 for place in path) for path in paths(board, own, 0, 1))
    assert tried == joined_through(board, own, 0, 1, through)


@settings(max_examples=300, deadline=None)
@given(edges=GRAPHS, own=MASKS)
def test_fewest_foreign_countries_on_a_path(edges: set[str], own: int) -> None:
    """The search by whole sets finds what trying every path would."""
    board = board_of(dict.fromkeys(PLACES, 1), land=edges)
    foreign = (sum(not own >> place & 1 for place in path) for path in paths(board, board.everywhere, 0, 1))
    assert min(foreign, default=FAR) == price(board, 1 << 0, 1 << 1, own, board.everywhere)


def test_a_dead_end_is_on_no_path() -> None:
    """A won country that hangs on the chain by one border doesn't make it; one in a detour does."""
    board = board_of(dict.fromkeys("ABCDE", 1), land=("A-B", "B-C", "B-D", "D-E"))
    own, c = board.mask("ABCDE"), board.index
    assert not joined_through(board, own, c["A"], c["C"], board.mask("DE"))  # type: ignore[index]
    assert joined_through(board, own, c["A"], c["C"], board.mask("B"))  # type: ignore[index]
    detour = board_of(dict.fromkeys("ABCDE", 1), land=("A-B", "B-C", "B-D", "D-E", "E-C"))
    assert joined_through(detour, own, c["A"], c["C"], board.mask("E"))  # type: ignore[index]
