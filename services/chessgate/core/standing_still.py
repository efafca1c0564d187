"""Time that stands still: the campaign is paused, or the game is played on a real board. No player loses any of it."""

from msgspec.structs import replace

from services.chessgate.core.game import Game


def go_on(game: Game, since: int, now: int) -> Game:
    """The game once time runs again that had stood since a moment; what was given back before counts as done with."""
    stood = max(now - max(since, game.since_ms), 0) if game.state == "playing" else 0
    kept = game.given_before_pause_ms + game.given_ms
    return replace(game, since_ms=game.since_ms + stood, given_before_pause_ms=kept, went_on_ms=now)
