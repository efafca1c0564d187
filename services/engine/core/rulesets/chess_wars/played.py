"""Which public missions a campaign plays: the default four, four picked, or four drawn (rules sections 2 and 10)."""

from msgspec import UNSET
from msgspec.structs import replace

from services.engine.core.board import Board
from services.engine.core.kernel import Chance
from services.engine.core.rulesets.chess_wars.dealing import Stream
from services.engine.core.rulesets.chess_wars.missions.catalogue import (
    DEFAULT,
    PLAYED,
    PUBLIC,
    PublicMission,
    drawn,
    four_drawn,
)
from services.engine.core.rulesets.chess_wars.missions.ground import Ground
from services.engine.core.rulesets.chess_wars.options import DraftStyle, Missions, Options, theatre_mask
from services.engine.core.rulesets.chess_wars.refusals import Refusal, malformed, unavailable

LOBBY = "lobby"
"""Purpose of the draws in the lobby; draw number n is the seed of all targets after n redraws."""


def with_missions(options: Options, seats: int, board: Board, chance: Chance) -> Options:
    """Checked options with the public missions and their targets.

    The same options lead to the same targets until the host asks for others, which raises `redraws`: so everybody in
    the room sees how often it was drawn. A map without missions plays none, and a position those it names.

    :raises Rejected: `bad_option`, `mission_unavailable`.
    """
    if options.position is not UNSET:
        return replace(options, played=options.position.missions)
    ground = Ground(
        board=board,
        theatre=theatre_mask(options, board),
        seats=seats,
        free_draft=options.draft is DraftStyle.FREE,
    )
    names = _names(options)
    if not ground.data:
        return replace(options, played=())
    seeds = [chance.below(LOBBY, 1 << 62) for _ in range(options.redraws + 1)]
    stream = Stream(seeds[-1])
    if options.missions is Missions.DRAWN:
        return replace(options, played=four_drawn(ground, stream))
    return replace(options, played=_all_drawn(names, ground, stream))


def _names(options: Options) -> tuple[str, ...]:
    """The missions the host has chosen, in the order of the rule book."""
    if options.missions is not Missions.PICKED:
        return DEFAULT
    chosen = set(options.picked)
    if len(options.picked) != PLAYED or len(chosen) != PLAYED or not chosen <= PUBLIC.keys():
        malformed(Refusal.BAD_OPTION, "10", option="picked", need=PLAYED, known=list(PUBLIC))
    return tuple(name for name in PUBLIC if name in chosen)


def _all_drawn(names: tuple[str, ...], ground: Ground, stream: Stream) -> tuple[PublicMission, ...]:
    found = {name: drawn(name, ground, stream) for name in names}
    missing = [name for name, mission in found.items() if mission is None]
    if missing:
        unavailable(missing)
    return tuple(mission for mission in found.values() if mission is not None)
