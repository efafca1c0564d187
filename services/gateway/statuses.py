"""Malformed requests for which HTTP has a status of its own."""

from typing import Any

from chassis.problems import Kind, Problem


class OtherStatus(Problem):
    """A malformed request that isn't answered with 400."""

    def __init__(self, status: int, code: str, sentence: str, detail: dict[str, Any]) -> None:
        super().__init__(code, Kind.MALFORMED, sentence, detail=detail)
        self._status = status

    @property
    def http_status(self) -> int:
        """HTTP's own status."""
        return self._status
