"""What is asked of a UCI engine: a level's move, and whether a draw is as good as what a side has."""

import chess
import chess.engine

from services.chessgate.app.ports import NoEngine
from services.chessgate.core.levels import Level, drawn

MOST_S = 0.9
"""A move takes no longer, however slow the machine is."""
_MATE = 10_000
_BETTER = 50
"""A bot that is better by this many hundredths of a pawn takes no draw."""
_DRAW = chess.engine.Limit(nodes=20_000, time=MOST_S)

Options = dict[str, str | int | bool | None]


async def level_move(engine: chess.engine.UciProtocol, board: chess.Board, level: Level, game: str) -> chess.Move:
    """The move of a level; drawn moves are the same for the same game and ply.

    :raises NoEngine: the engine found none.
    :raises chess.engine.EngineError: it died, or said what no engine says.
    """
    options = strength(engine, level)
    if level.temperature is not None and "MultiPV" in engine.options:
        return await _drawn(engine, board, level, game, options)
    limit = chess.engine.Limit(nodes=level.nodes, time=MOST_S)
    move = (await engine.play(board, limit, game=game, options=options)).move
    if move is None:
        raise NoEngine
    return move


async def does_no_better(engine: chess.engine.UciProtocol, board: chess.Board, colour: chess.Color, game: str) -> bool:
    """Whether that side isn't doing better than a draw."""
    info = await engine.analyse(board, _DRAW, game=game, options=unlimited(engine))
    score = info.get("score")
    return score is None or score.pov(colour).score(mate_score=_MATE) <= _BETTER


def strength(engine: chess.engine.UciProtocol, level: Level) -> Options:
    """The engine's own limits for a level, within what it offers; without any, least skill for the lowest levels."""
    if level.elo is not None:
        elo = engine.options.get("UCI_Elo")
        if elo is not None and "UCI_LimitStrength" in engine.options:
            wanted = min(max(level.elo, elo.min or 0), elo.max or level.elo)
            return {"UCI_LimitStrength": True, "UCI_Elo": wanted}
    return unlimited(engine)


def unlimited(engine: chess.engine.UciProtocol) -> Options:
    """The engine's full strength."""
    return {"UCI_LimitStrength": False} if "UCI_LimitStrength" in engine.options else {}


async def _drawn(
    engine: chess.engine.UciProtocol, board: chess.Board, level: Level, game: str, options: Options
) -> chess.Move:
    limit = chess.engine.Limit(depth=1, nodes=level.nodes, time=MOST_S)
    moves = board.legal_moves.count()
    infos = await engine.analyse(board, limit, multipv=moves, game=game, options=options)
    seen = [(info["pv"][0], info["score"].relative.score(mate_score=_MATE)) for info in infos if info.get("pv")]
    if not seen:
        raise NoEngine
    assert level.temperature is not None
    return seen[drawn([score for _, score in seen], level.temperature, game, board.ply())][0]
