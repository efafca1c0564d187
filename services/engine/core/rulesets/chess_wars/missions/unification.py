"""Unification (rules section 10)."""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations
from typing import ClassVar

from services.engine.core.board import Board, bits
from services.engine.core.rulesets.chess_wars.missions.graph import price
from services.engine.core.rulesets.chess_wars.missions.look import Look
from services.engine.core.rulesets.chess_wars.missions.mission import Progress
from services.engine.core.rulesets.chess_wars.missions.secret import Fit, SecretMission, fitting
from services.engine.core.values import PlaceId


class Unification(SecretMission, frozen=True, kw_only=True):
    """Join two separate pieces of the drafted empire: one block holds at least half of each."""

    LONG: ClassVar[bool] = True

    pieces: tuple[tuple[PlaceId, ...], tuple[PlaceId, ...]]

    def complete(self, look: Look) -> bool:
        """One block holds enough of both."""
        return self._holds(look.board, look.blocks)

    def _holds(self, board: Board, blocks: Iterable[int]) -> bool:
        """Whether one of some blocks holds at least half of each piece."""
        one, other = (board.mask(piece) for piece in self.pieces)
        return any(
            2 * (block & one).bit_count() >= one.bit_count() and 2 * (block & other).bit_count() >= other.bit_count()
            for block in blocks
        )

    def progress(self, look: Look) -> Progress:
        """Whether they are joined; how many of each piece are held beside."""
        masks = [look.board.mask(piece) for piece in self.pieces]
        parts = {
            name: ((look.owned & mask).bit_count(), -(-len(piece) // 2))
            for name, mask, piece in zip(("first", "second"), masks, self.pieces, strict=True)
        }
        return Progress(have=int(self.complete(look)), need=1, parts=parts)

    def estimate(self, look: Look) -> int:
        """The fewest foreign countries between the pieces, and what is missing of their halves."""
        masks = [look.board.mask(piece) for piece in self.pieces]
        first, second = (mask & look.owned or mask for mask in masks)
        lost = sum(max(0, -(-mask.bit_count() // 2) - (mask & look.owned).bit_count()) for mask in masks)
        return price(look.board, first, second, look.owned, look.theatre) + lost

    def marked(self) -> tuple[PlaceId, ...]:
        """Both pieces."""
        return (*self.pieces[0], *self.pieces[1])

    def within_one(self, look: Look) -> bool:
        """Whether the blocks that some one country would join hold enough of both."""
        board, blocks = look.board, look.blocks
        joined = (_joined(board, blocks, position) for position in bits(self.helpful(look)))
        return self._holds(board, chain(blocks, joined))


def _joined(board: Board, blocks: tuple[int, ...], position: int) -> int:
    """The block that a further country would make."""
    near, joined = board.neighbours[position], 1 << position
    for block in blocks:
        if near & block:
            joined |= block
    return joined


def candidates(look: Look) -> Iterator[tuple[Fit, ...]]:
    """The pairs of drafted blocks nearest to each other, with at least two foreign countries between them."""
    blocks = [look.board.ids(block) for block in look.blocks]
    yield fitting(look, [Unification(pieces=pair) for pair in combinations(blocks, 2)])
