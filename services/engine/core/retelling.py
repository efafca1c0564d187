"""What the public was shown of a recorded campaign, told again from its facts by the rules of its own version."""

from collections.abc import Iterable, Iterator

import msgspec

from services.engine.core import sight
from services.engine.core.board import Board
from services.engine.core.campaign import Campaign, replay
from services.engine.core.ruleset import Ruleset
from services.engine.core.sight import Views
from services.engine.core.storage import Codec
from services.engine.core.verifying import Recorded


class Retold(msgspec.Struct, frozen=True, kw_only=True):
    """One append."""

    recorded: Recorded
    after: Campaign
    shown: bytes
    """As an update's body; empty if the public saw nothing."""


def retold(ruleset: Ruleset, board: Board, appends: Iterable[Recorded]) -> Iterator[Retold]:
    """Append by append.

    :raises UnknownFact: a kind or field this version does not know.
    """
    codec = Codec(ruleset)
    campaign: Campaign | None = None
    views: Views | None = None
    for recorded in appends:
        facts = codec.facts(recorded.facts)
        campaign = replay(ruleset, board, campaign, recorded.at, facts)
        old, views = views, sight.see(ruleset, campaign)
        if old is None:  # as `first_append` has it: the first view is where the patches begin
            shown = sight.body(recorded.at, {}, sight.lines(ruleset, facts, None))
        else:
            every = sight.shown(ruleset, old, views, facts, recorded.at)
            shown = next((one.body for one in every if one.viewer is None), b"")
        yield Retold(recorded=recorded, after=campaign, shown=shown)
