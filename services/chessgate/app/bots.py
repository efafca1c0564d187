"""Bots at the board: each thinks as soon as it owes something; a sweep finds what a crash left."""

import zlib
from datetime import timedelta
from functools import partial

import chess

from chassis.logs import logger
from chassis.problems import Busy
from chassis.tasks import Workers
from chassis.timekeeping import Clock
from services.chessgate.app.play import Play
from services.chessgate.app.ports import Brain, Done, Games, NoEngine
from services.chessgate.core.commands import AcceptDraw, AcceptTakeback, DeclineDraw, MakeMove
from services.chessgate.core.game import Game, other
from services.chessgate.core.places import Colour

_LOG = logger(__name__)
_SWEEP = timedelta(seconds=5)
_FORGOTTEN_MS = 10_000


class Bots:
    """Plays for every side that a bot has."""

    def __init__(self, games: Games, play: Play, brain: Brain, clock: Clock, pause: timedelta, limit: int) -> None:
        self._games = games
        self._play = play
        self._brain = brain
        self._clock = clock
        self._pause = pause
        self._workers = Workers(limit, queue_per_key=1)

    async def after_commit(self, done: Done) -> None:
        """Think if a bot owes something now."""
        if done.game is not None and done.game.bot_owes:
            self._queue(done.game.id)

    async def sweep_for_ever(self) -> None:
        """At the start and every few seconds: what nobody thinks of."""
        before = self._play.now_ms()
        while True:
            try:
                for game in await self._games.bots_owe(before):
                    self._queue(game)
            except Exception as error:  # noqa: BLE001 - a database that is away is asked again
                _LOG.warning("the bots' sweep failed", error=type(error).__name__)
            await self._clock.sleep(_SWEEP)
            before = self._play.now_ms() - _FORGOTTEN_MS

    async def close(self, within: timedelta) -> None:
        """Finish what is thought of."""
        await self._workers.close(within)

    def _queue(self, game: str) -> None:
        try:
            self._workers.submit(game, partial(self._think, game))
        except Busy:
            _LOG.debug("a bot's thought is left to the sweep", game=game)

    async def _think(self, game_id: str) -> None:
        found = await self._games.game(game_id)
        if found is None or not found[0].bot_owes:
            return
        game, board = found
        try:
            if game.draw_offer is not None and game.side(other(game.draw_offer)).bot_level:
                await self._answer(game, board, other(game.draw_offer))
            elif game.takeback_offer is not None and game.side(other(game.takeback_offer)).bot_level:
                agreed = AcceptTakeback(ply=game.ply)  # the campaign is a friendly one: bots are, too
                await self._play.bot(game.id, other(game.takeback_offer), agreed)
            elif game.side(game.turn).bot_level:
                await self._move(game, board)
        except NoEngine:
            _LOG.error("no chess engine can be had, so bots don't move", game=game_id)
            await self._play.no_engine(game_id)

    async def _answer(self, game: Game, board: chess.Board, colour: Colour) -> None:
        takes = game.draw_settles(colour)
        if takes is None:
            takes = await self._brain.takes_draw(game, board.copy(), colour == "white")
        answer = AcceptDraw(ply=game.ply) if takes else DeclineDraw(ply=game.ply)
        await self._play.bot(game.id, colour, answer)

    async def _move(self, game: Game, board: chess.Board) -> None:
        spread = zlib.crc32(f"{game.id}:{game.ply}".encode()) % 1000 / 500
        short = game.live and not game.first_moves and game.clock_ms(game.turn) < 20_000
        if not short:
            await self._clock.sleep(self._pause * (1 + spread))
        uci = await self._brain.move(game, board.copy(), game.side(game.turn).bot_level)
        await self._play.bot(game.id, game.turn, MakeMove(ply=game.ply, uci=uci))
