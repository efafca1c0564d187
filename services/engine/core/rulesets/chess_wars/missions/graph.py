"""Distances in conquests: how many foreign countries have to be gained on a way; own ones cost nothing (section 10).

A 0-1 breadth-first search whose levels are masks of the board.
"""

from collections.abc import Iterable, Iterator, Sequence

from services.engine.core.board import Board, bits

FAR = 99
"""Stands for "no way at all": more than any map has countries on a shortest way."""


def levels(board: Board, start: int, own: int, within: int) -> Iterator[int]:
    """Countries by the fewest foreign ones on a path from the start to them, both ends included: 0, 1, 2, ...

    :param start: where paths may begin; a foreign one costs a conquest itself.
    :param own: what costs nothing.
    :param within: paths keep to these.
    """
    own &= within
    waiting = start & within & ~own
    level = board.connected(start & own, own)
    reached = 0
    while level or waiting:
        yield level
        reached |= level
        fresh = (waiting | board.around(level)) & within & ~reached
        waiting = 0
        level = board.connected(fresh, fresh | own & ~reached)


def price(board: Board, start: int, goal: int, own: int, within: int, most: int = FAR) -> int:
    """Fewest foreign countries on a path from one of `start` to one of `goal`, both ends included.

    :param most: dearer paths aren't looked for.
    :returns: `FAR` if there is no such path.
    """
    for cost, level in enumerate(levels(board, start, own, within)):
        if cost > most:
            break
        if level & goal:
            return cost
    return FAR


def on_cheapest(board: Board, start: int, goal: int, own: int, within: int) -> int:
    """Mask of the countries on paths from `start` to `goal` with the fewest foreign ones; 0 if there is none."""
    there, back = list(levels(board, start, own, within)), list(levels(board, goal, own, within))
    fewest = next((cost for cost, level in enumerate(there) if level & goal), None)
    found = 0
    if fewest is not None:
        for cost, level in enumerate(there[: fewest + 1]):
            found |= level & own & _at(back, fewest - cost)
            found |= level & ~own & _at(back, fewest - cost + 1)
    return found


def _at(found: Sequence[int], cost: int) -> int:
    return found[cost] if cost < len(found) else 0


def together(by_cost: Iterable[int], places: int, count: int) -> int:
    """Conquests to the nearest `count` of some places, each by itself; `FAR` if out of reach.

    :param by_cost: the countries as `levels` answers them.
    """
    total = 0
    for cost, level in enumerate(by_cost):
        found = min(count, (level & places).bit_count())
        total += cost * found
        count -= found
        if not count:
            break
    return FAR if count else total


def by_distance(by_cost: Iterable[int], places: int) -> tuple[tuple[int, int], ...]:
    """(distance, position) of some places, nearest first, ties in map order.

    :param by_cost: the countries as `levels` answers them.
    """
    found = []
    for cost, level in enumerate(by_cost):
        found += [(cost, position) for position in bits(level & places)]
    return tuple(found)
