"""A game on a real board: offered, accepted, reported, disputed, taken back online (rules section 7).

Online moves go on until the offer is accepted, and don't decline it. Clocks stop where they are. A report that nobody
answers stands; a game of which nothing is heard for long is online again.
"""

from msgspec.structs import replace

from services.chessgate.core.commands import (
    AcceptBoard,
    ConfirmReport,
    DeclineBoard,
    DisputeReport,
    OfferBoard,
    Refused,
    ReportResult,
    TakeOnline,
)
from services.chessgate.core.elsewhere import Elsewhere
from services.chessgate.core.game import Game, other
from services.chessgate.core.places import Colour, Place, Report, window_ends
from services.chessgate.core.standing_still import go_on

_BOARD = Elsewhere(Place, "place", "over the board")
BoardCommand = OfferBoard | AcceptBoard | DeclineBoard | ReportResult | ConfirmReport | DisputeReport | TakeOnline


def at_the_board(game: Game, colour: Colour, command: BoardCommand, at: int) -> Game:
    """What a player does about the real board.

    :raises Refused: `bots_play_online`, `over_the_board`, `no_offer`, `not_over_the_board`, `no_report`,
        `report_waits`.
    """
    match command:
        case OfferBoard():
            return _offer(game, colour, at)
        case AcceptBoard():
            return _BOARD.accept(game, colour, command.offer, lambda offered: _there(game, offered, at))
        case DeclineBoard():
            return _BOARD.decline(game, command.offer)
        case ReportResult():
            return _report(game, colour, command, at)
        case ConfirmReport():
            return settled(game, _waiting(game, colour, command.report), at)
        case DisputeReport():
            _waiting(game, colour, command.report)
            return _disputed(game, at)
        case TakeOnline():
            if _place(game).report is not None:
                raise Refused("report_waits", "A report waits for its answer.")
            return online(game, at)


def _offer(game: Game, colour: Colour, at: int) -> Game:
    if game.white.bot_level or game.black.bot_level:
        raise Refused("bots_play_online", "Bots play online only.")
    if game.over_the_board:
        raise Refused("over_the_board", "The game is over the board already.")
    return _BOARD.offer(game, colour, at, lambda offered: _there(game, offered, at))


def _there(game: Game, place: Place, at: int) -> Game:
    there = replace(place, there=True, since_ms=at, word_ms=at)
    return replace(game, place=there, lichess=None, draw_offer=None, takeback_offer=None)


def _place(game: Game) -> Place:
    if game.place is None or not game.place.there:
        raise Refused("not_over_the_board", "The game is played online.")
    return game.place


def _waiting(game: Game, colour: Colour, number: int) -> Report:
    report = _place(game).report
    if report is None or report.number != number or report.by == colour:
        raise Refused("no_report", "No such report waits for your answer.")
    return report


def _report(game: Game, colour: Colour, command: ReportResult, at: int) -> Game:
    """ "I lost" ends the game at once; the same draw from both, too; what contradicts a report disputes it."""
    place = _place(game)
    if command.result == "lost":
        return ended_by_report(game, other(colour), at)
    said = "draw" if command.result == "draw" else colour
    waiting = place.report
    if waiting is not None and waiting.by != colour:
        return settled(game, waiting, at) if waiting.result == said else _disputed(game, at)
    if waiting is not None and waiting.result == said:
        return game
    number = game.reports + 1
    report = Report(number=number, by=colour, result=said, at_ms=at)
    return replace(game, reports=number, place=replace(place, report=report, word_ms=at))


def _disputed(game: Game, at: int) -> Game:
    return replace(game, place=replace(_place(game), report=None, word_ms=at))


def settled(game: Game, report: Report, at: int) -> Game:
    """The game, over as reported."""
    return ended_by_report(game, report.result, at)


def ended_by_report(game: Game, result: str, at: int) -> Game:
    """The game, over by what its players say; never a checkmate."""
    return replace(game, state="over", result=result, reason="reported", ended_ms=at, place=None)


def online(game: Game, at: int) -> Game:
    """The game back online, with the clocks as they were."""
    place = _place(game)
    return replace(go_on(game, place.since_ms, at), place=None)


def later(place: Place, ms: int) -> Place:
    """The windows of a game at the real board, so much longer: time that stood still or was lost to outages."""
    report = None if place.report is None else replace(place.report, at_ms=place.report.at_ms + ms)
    return replace(place, word_ms=place.word_ms + ms, report=report)


def waited_out(game: Game, lost_ms: int, at: int) -> Game:
    """A report that stands because nobody answered it, or a game of which nothing was heard for too long.

    :param lost_ms: what the wait lost to outages.
    """
    place = game.place
    if place is None or not game.over_the_board or game.paused_ms:
        return game
    due = window_ends(place, live=game.live) + lost_ms
    if at <= due:
        return game
    return online(game, due) if place.report is None else settled(game, place.report, due)
