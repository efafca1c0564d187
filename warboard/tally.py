"""What `warboard simulate` counts: each ruleset has a tally of its own."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Protocol

from warboard.tally_chess_wars import ChessWarsTally
from warboard.tally_kingdoms import KingdomsTally
from warboard.tally_provinces import ProvincesTally


class Tally(Protocol):
    """Counts of one campaign."""

    shown: ClassVar[tuple[str, ...]]
    """Those that are columns of the table."""

    def watch(self, facts: Iterable[Any]) -> None:
        """Count some facts."""
        ...

    def plain(self) -> dict[str, Any]:
        """All counts, as JSON values."""
        ...


TALLIES: Mapping[str, type[Tally]] = {
    "chess_wars": ChessWarsTally,
    "provinces": ProvincesTally,
    "kingdoms": KingdomsTally,
}
"""By ruleset."""
