"""Dealing the whole theatre at once into connected empires balanced by value (rules section 3, `dealt`)."""

from services.engine.core.board import Board, bits

TRIES = 200
CLOSE_ENOUGH_PERCENT = 10
"""A deal is balanced when no empire is further from the mean than this part of it."""
MOST_SWAPS = 400


class Stream:
    """A stream of numbers from one fair draw: 64-bit xorshift-multiply, so that a deal needs a single draw."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        """:param seed: the draw, 0 <= seed < 2**62."""
        self._state = (seed * 2 + 1) & 0xFFFFFFFFFFFFFFFF

    def below(self, bound: int) -> int:
        """A number in [0, bound), even enough for growing empires."""
        x = self._state
        x ^= x >> 12
        x ^= (x << 25) & 0xFFFFFFFFFFFFFFFF
        x ^= x >> 27
        self._state = x
        return ((x * 0x2545F4914F6CDD1D & 0xFFFFFFFFFFFFFFFF) >> 32) * bound >> 32


def deal(board: Board, theatre: int, seats: int, seed: int) -> tuple[int, ...]:
    """Masks of the empires, by seat: the best of many tries, then improved by moving border countries.

    :param theatre: a connected mask of at least `seats` countries.
    :param seed: one fair draw below 2**62.
    """
    stream = Stream(seed)
    best: list[int] = []
    best_spread = -1
    for _ in range(TRIES):
        empires = grow(board, theatre, seats, stream)
        spread = spread_of(board, empires)
        if best_spread < 0 or spread < best_spread:
            best, best_spread = empires, spread
    return tuple(balance(board, best))


def spread_of(board: Board, empires: list[int]) -> int:
    """How far the worst empire is from the mean value, times the number of empires."""
    totals = [board.total("value", empire) for empire in empires]
    return max(abs(total * len(totals) - sum(totals)) for total in totals)


def grow(board: Board, theatre: int, seats: int, stream: Stream) -> list[int]:
    """One try: each empire starts somewhere, and the poorest that can grow takes a country next to it."""
    values, neighbours = board.figures["value"], board.neighbours
    free = theatre
    empires, fringes, totals = [0] * seats, [0] * seats, [0] * seats

    def take(seat: int, mask: int) -> None:
        nonlocal free
        position = mask.bit_length() - 1
        free &= ~mask
        empires[seat] |= mask
        fringes[seat] |= neighbours[position]
        totals[seat] += values[position]

    for seat in range(seats):
        take(seat, nth(free, stream.below(free.bit_count())))
    growing = list(range(seats))
    while free:
        seat = min(growing, key=totals.__getitem__)
        edge = fringes[seat] & free
        if edge:
            take(seat, nth(edge, stream.below(edge.bit_count())))
        else:
            growing.remove(seat)
    return empires


def nth(mask: int, number: int) -> int:
    """The n-th set bit of a mask, from the lowest, as a mask."""
    for _ in range(number):
        mask &= mask - 1
    return mask & -mask


def balance(board: Board, empires: list[int]) -> list[int]:
    """Move border countries, one or two against one another, while that brings the empires closer together."""
    for _ in range(MOST_SWAPS):
        totals = [board.total("value", empire) for empire in empires]
        mean = sum(totals) / len(totals)
        if max(abs(total - mean) for total in totals) * 100 <= mean * CLOSE_ENOUGH_PERCENT / 2:
            break
        moved = _best_move(board, empires, totals)
        if moved is None:
            break
        empires = moved
    return empires


def _best_move(board: Board, empires: list[int], totals: list[int]) -> list[int] | None:
    """The move between two neighbouring empires that lowers the sum of squares most and keeps both connected."""
    values = board.figures["value"]
    best, best_gain = None, 0
    for rich, poor in sorted(
        ((a, b) for a in range(len(empires)) for b in range(len(empires)) if totals[a] > totals[b]),
        key=lambda both: totals[both[1]] - totals[both[0]],
    ):
        gap = totals[rich] - totals[poor]
        for position in bits(empires[rich] & board.around(empires[poor])):
            gain = values[position] * (gap - values[position])
            if gain > best_gain and _still_one(board, empires[rich] & ~(1 << position)):
                best, best_gain = (rich, poor, 1 << position), gain
    if best is None:
        return None
    rich, poor, mask = best
    moved = list(empires)
    moved[rich] &= ~mask
    moved[poor] |= mask
    return moved


def _still_one(board: Board, empire: int) -> bool:
    return bool(empire) and board.connected(empire & -empire, empire) == empire
