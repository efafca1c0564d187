"""Taking back a move where the campaign's friendly option allows it and both agree (rules section 2)."""

from msgspec.structs import replace

from services.chessgate.core.commands import Refused
from services.chessgate.core.game import Game, Side, other
from services.chessgate.core.places import Colour


def offer(game: Game, colour: Colour, now: int) -> Game:
    """Ask to take back one's last move; asked by both, it is done.

    :raises Refused: `no_takebacks` in this campaign, `nothing_to_take_back`.
    """
    if not game.takeback:
        raise Refused("no_takebacks", "This campaign is played without taking back.")
    if game.takeback_offer == other(colour):
        return taken_back(game, other(colour), now)
    if game.ply < (1 if game.turn != colour else 2):
        raise Refused("nothing_to_take_back", "You have not moved yet.")
    return replace(game, takeback_offer=colour)


def answer(game: Game, colour: Colour, ply: int, *, agrees: bool, now: int) -> Game:
    """Agree to what the opponent asked for at a point of the game, or don't.

    :raises Refused: `wrong_ply`, `no_offer`.
    """
    if ply != game.ply:
        raise Refused("wrong_ply", "The game has moved on.")
    if game.takeback_offer != other(colour):
        raise Refused("no_offer", "Nobody asks to take back.")
    return taken_back(game, other(colour), now) if agrees else replace(game, takeback_offer=None)


def taken_back(game: Game, colour: Colour, now: int) -> Game:
    """The game as it was before a side's last move, position and both clocks; its time runs from now."""
    ply = game.ply - (1 if game.turn != colour else 2)
    given = tuple(replace(credit, taken_back=True) if credit.ply >= ply else credit for credit in game.credits)
    return replace(
        game, moves=game.moves[:ply], takebacks=game.takebacks + 1, takeback_offer=None, draw_offer=None,
        white_ms=_clock(game, "white", ply), black_ms=_clock(game, "black", ply), since_ms=now, credits=given,
        given_before_pause_ms=0,
    )  # fmt: skip


def cut(game: Game, ply: int) -> Game:
    """The game with its first moves only, and the clocks after them; its time goes on as it did."""
    if ply >= game.ply:
        return game
    clocks = {"white_ms": _clock(game, "white", ply), "black_ms": _clock(game, "black", ply)}
    return replace(game, moves=game.moves[:ply], takebacks=game.takebacks + 1, **clocks)


def _clock(game: Game, colour: Colour, ply: int) -> int:
    side: Side = game.side(colour)
    first = 0 if colour == "white" else 1
    mine = game.moves[first:ply:2]
    return mine[-1].clock_ms if mine and game.live else side.initial_ms
