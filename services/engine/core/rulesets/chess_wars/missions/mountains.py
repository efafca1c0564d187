"""Mountain Kingdom (rules section 10)."""

from collections.abc import Iterator

from services.engine.core.rulesets.chess_wars.missions.look import Look
from services.engine.core.rulesets.chess_wars.missions.secret import Fit, Hold, fitting


class MountainKingdom(Hold, frozen=True, kw_only=True):
    """Hold two of three marked mountain countries close together."""


def candidates(look: Look) -> Iterator[tuple[Fit, ...]]:
    """The nearest clusters that are wholly in play."""
    data = look.board.extra["missions"].get("mountain_kingdom", {"need": 0, "clusters": []})
    clusters = [tuple(cluster["countries"]) for cluster in data["clusters"] if look.in_play(cluster["countries"])]
    yield fitting(look, [MountainKingdom(countries=cluster, need=data["need"]) for cluster in clusters])
