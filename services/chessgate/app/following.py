"""Games on Lichess: their challenges are created, one stream tells what begins and ends, and moves are looked up."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

from chassis.ids import new_id
from chassis.logs import logger
from chassis.timekeeping import Clock
from services.chessgate.app.backing_off import Backoff
from services.chessgate.app.lichess_ports import (
    Challenge,
    FollowedGames,
    Lease,
    Lichess,
    LichessAway,
    LichessRefuses,
    LichessRests,
)
from services.chessgate.app.play import Play
from services.chessgate.core.game import Game
from services.chessgate.core.on_lichess import UNDER_WAY, tempo

_LOG = logger(__name__)
_TICK = timedelta(seconds=1)
LOOK, LOOK_SLOWLY = timedelta(seconds=10), timedelta(minutes=5)
"""Between two looks at moves: with a live game, without one."""
_MOST = 300
"""Games at a time."""
_LOOKED_AT_ONCE = 50
"""Lichess answers some tens a second."""


class Following:
    """Follows every game on Lichess, in the one replica that holds the lease.

    A second one beside it, or one that dies between two steps, does no harm: each step is decided under the game's
    lock, and what is told twice is nothing new.
    """

    def __init__(
        self, games: FollowedGames, play: Play, lichess: Lichess, lease: Lease, clock: Clock,
        jitter: Callable[[], float],
    ) -> None:  # fmt: skip
        """:param jitter: from 0 to 1, so that not everybody comes back at once."""
        self._games = games
        self._play = play
        self._lichess = lichess
        self._lease = lease
        self._clock = clock
        self._asking, self._listening = Backoff(jitter), Backoff(jitter)
        self._closing = False
        self._tasks: asyncio.TaskGroup | None = None
        self._stream: asyncio.Task[Exception | None] | None = None
        """Ends with what broke it."""
        self._name = ""
        self._streamed: set[str] = set()
        self._followed: dict[str, str] = {}
        """Our games by Lichess's ids."""
        self._ended: set[str] = set()
        """Over there, as the stream says: their moves are looked up at once."""
        self._looked: dict[str, float] = {}
        """When a game was last looked at."""
        self._next_look = 0.0
        self._quiet_until = 0.0
        """Until then nothing is asked."""
        self._deaf_until = 0.0
        """Until then a broken stream isn't opened again."""

    async def run(self) -> None:
        """Follow until the service stops."""
        async with asyncio.TaskGroup() as self._tasks:
            while not self._closing:
                try:
                    await self._tick()
                except Exception as error:  # noqa: BLE001 - a database that is away is asked again
                    _LOG.warning("games on Lichess could not be followed", error=type(error).__name__)
                await self._clock.sleep(_TICK)

    async def close(self) -> None:
        """Leave it to another replica."""
        self._closing = True
        await self._stop_listening()
        await self._lease.release()

    async def _tick(self) -> None:
        games = await self._games.on_lichess(_MOST)
        if not games or not await self._lease.hold():
            await self._stop_listening()
            return
        if self._clock.monotonic() < self._quiet_until:
            return
        try:
            await self._follow(games)
        except LichessRests as rests:
            await self._stop_listening()
            self._quiet_until = self._after(rests.left)
        except LichessAway:
            self._quiet_until = self._after(self._asking.failed())

    async def _follow(self, games: tuple[Game, ...]) -> None:
        new = (game for game in games if game.lichess is not None and not game.lichess.id and not game.paused_ms)
        game = next(new, None)
        if game is not None:  # the others follow, one a second
            await self._create(game)
        self._followed = {game.lichess.id: game.id for game in games if game.lichess is not None and game.lichess.id}
        if self._followed:
            await self._listen()
            await self._look(live=any(game.live for game in games))

    async def _create(self, game: Game) -> None:
        lichess, clock = game.lichess, tempo(game)
        if lichess is None or clock is None:
            return
        wish = Challenge(
            tempo=clock, white=lichess.white, black=lichess.black, name=f"Warboard {game.war}",
            expires_ms=game.deadline_ms,
        )  # fmt: skip
        try:
            challenge, url = await self._lichess.challenge(wish)
        except LichessRefuses:
            await self._play.lichess_refused(game.id, lichess.offer)
        else:
            await self._play.lichess_created(game.id, lichess.offer, challenge, url)

    async def _listen(self) -> None:
        """Have the stream tell of every game: opened once, told of further ones, opened again when it broke."""
        if self._stream is not None and self._stream.done():
            broken, self._stream = self._stream.result(), None
            if isinstance(broken, LichessRests):
                raise broken
            self._deaf_until = self._after(self._listening.failed())
        wanted = set(self._followed)
        if self._stream is None:
            if self._tasks is None or self._clock.monotonic() < self._deaf_until:
                return
            self._name, self._streamed = f"warboard-{new_id()}", wanted
            self._stream = self._tasks.create_task(self._hear(self._name, sorted(wanted)))
        elif wanted - self._streamed:
            await self._lichess.add(self._name, sorted(wanted - self._streamed))
            self._streamed |= wanted

    async def _hear(self, name: str, ids: list[str]) -> Exception | None:
        try:
            async for seen in self._lichess.follow(name, ids):
                if seen is None:  # it is alive: the games that there are came first
                    self._listening.worked()
                    continue
                game = self._followed.get(seen.id)
                if game is not None:
                    await self._play.lichess_told(game, seen)
                    if seen.status not in UNDER_WAY:
                        self._ended.add(seen.id)
        except (LichessAway, LichessRests) as error:
            return error
        except Exception as error:  # noqa: BLE001 - the stream is opened again
            _LOG.warning("what Lichess told could not be taken", error=type(error).__name__)
        return None

    async def _look(self, *, live: bool) -> None:
        self._ended &= set(self._followed)
        if not self._ended and self._clock.monotonic() < self._next_look:
            return
        # Whatever has ended first, then what nobody has looked at for longest.
        order = sorted(self._followed, key=lambda game: (game not in self._ended, self._looked.get(game, -1.0)))
        asked = order[:_LOOKED_AT_ONCE]
        found = await self._lichess.look(asked)
        self._asking.worked()
        # What is over there but not here is not told yet as it should be: it is looked at again soon, not at once.
        self._next_look = self._after(LOOK if live or self._ended else LOOK_SLOWLY)
        self._ended.difference_update(asked)
        now = self._clock.monotonic()
        self._looked = {game: at for game, at in self._looked.items() if game in self._followed}
        self._looked |= dict.fromkeys(asked, now)
        for seen in found:
            game = self._followed.get(seen.id)
            if game is not None:
                await self._play.lichess_told(game, seen)

    def _after(self, wait: timedelta) -> float:
        return self._clock.monotonic() + wait.total_seconds()

    async def _stop_listening(self) -> None:
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.cancel()
            await asyncio.wait([stream])
