"""Chains for missions: simple paths through a country, and what one conquest after another reaches."""

from collections.abc import Iterator

from services.engine.core.board import Board, bits
from services.engine.core.rulesets.chess_wars.missions.graph import FAR
from services.engine.core.rulesets.chess_wars.missions.look import Look


def joined_through(board: Board, own: int, a: int, b: int, through: int) -> bool:
    """Whether a path inside `own` that meets no country twice joins a to b and meets a country of `through`.

    The countries on such paths are the biconnected component of an edge a-b thought into the graph (Hopcroft and
    Tarjan 1973): one depth-first search that starts with that edge.

    :param a: and b: positions, not the same.
    """
    if not own >> a & 1 or not own >> b & 1 or not through & own:
        return False
    neighbours = board.neighbours
    depth, low = {a: 0, b: 1}, {b: 1}
    on_path = [b]
    seen = 1 << a | 1 << b
    component: list[int] = [b]
    while True:
        here = on_path[-1]
        fresh = neighbours[here] & own & ~seen
        if fresh:
            child = (fresh & -fresh).bit_length() - 1
            seen |= 1 << child
            depth[child] = low[child] = len(on_path) + 1
            on_path.append(child)
            component.append(child)
            continue
        on_path.pop()
        parent = on_path[-1] if on_path else -1
        around = neighbours[here] & own & ~(1 << here)
        if parent >= 0:
            around &= ~(1 << parent)
        low[here] = min(low[here], min((depth[other] for other in bits(around)), default=low[here]))
        if parent < 0:
            break
        low[parent] = min(low[parent], low[here])
        if low[here] >= depth[parent]:
            while component.pop() != here:
                pass
    if low[b]:
        return False  # nothing leads to a
    return bool(through & (1 << a)) or any(through >> place & 1 for place in component)


def rings(board: Board, start: int, within: int) -> Iterator[int]:
    """What one conquest reaches, what two, and so on: masks."""
    reached, edge = start, start
    while edge:
        edge = board.around(edge) & within & ~reached
        reached |= edge
        if edge:
            yield edge


def nearest(look: Look, wanted: int, count: int) -> int:
    """How many conquests the nearest `count` of some foreign countries take, each counted by itself."""
    total = 0
    for distance, ring in enumerate(rings(look.board, look.owned, look.theatre), 1):
        found = min(count, (ring & wanted).bit_count())
        total += found * distance
        count -= found
        if not count:
            return total
    return total + count * FAR
