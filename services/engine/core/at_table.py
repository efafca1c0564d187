"""What the kernel sets on the state of every ruleset and nobody stores: the board and the table."""

import msgspec

from services.engine.core.board import Board
from services.engine.core.kernel import Table


class AtTable(msgspec.Struct, frozen=True, kw_only=True):
    """Base of a ruleset's state."""

    board: Board | None = None
    table: Table | None = None

    @property
    def map(self) -> Board:
        """The board; the kernel has set it."""
        assert self.board is not None
        return self.board

    @property
    def seating(self) -> Table:
        """The table; the kernel has set it."""
        assert self.table is not None
        return self.table
