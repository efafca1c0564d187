"""What spectators of a live game see while it lasts, where the campaign wants them to see it later."""

from msgspec.structs import replace

from services.chessgate.core.game import Game, Side


def is_delayed(game: Game, account: str) -> bool:
    """Whether a reader sees the game later than its players do. Once it is over, everybody sees all of it."""
    return bool(game.spectator_delay_ms) and game.state != "over" and game.colour_of(account) is None


def held_back_ms(game: Game, seen: Game, now: int) -> int:
    """How long until its spectators may see the next move; 0 if they see all."""
    return max(game.moves[seen.ply].at_ms + game.spectator_delay_ms - now, 1) if seen.ply < game.ply else 0


def as_it_was(game: Game, now: int) -> Game:
    """The game as spectators see it at a moment: its moves up to the delay before, and nothing that came since."""
    seen = tuple(move for move in game.moves if move.at_ms <= now - game.spectator_delay_ms)
    if len(seen) == game.ply:
        return game
    before = replace(game, moves=seen)
    since = seen[-1].at_ms if seen else game.started_ms
    return replace(
        before, white_ms=_clock(before, game.white, 0), black_ms=_clock(before, game.black, 1), since_ms=since,
        draw_offer=None, takeback_offer=None, place=None,
        credits=tuple(credit for credit in game.credits if credit.ply <= len(seen)),
    )  # fmt: skip


def _clock(game: Game, side: Side, first: int) -> int:
    mine = game.moves[first::2]
    return mine[-1].clock_ms if mine else side.initial_ms
