"""Bots think at once after the append that gave them something to answer; the clock backs them up."""

import asyncio
from datetime import timedelta
from functools import partial

from chassis.logs import logger
from chassis.metrics import Metrics
from chassis.problems import Busy
from chassis.tasks import Workers
from chassis.timekeeping import Clock
from services.engine.app.commands import Commands
from services.engine.app.loading import Loaded, Loader
from services.engine.app.ports import Watch
from services.engine.core import campaign as kernel
from services.engine.core import sight
from services.engine.core.fairness import FairChance
from services.engine.core.kernel import ExpireDeadline, Seen
from services.engine.core.thoughts import is_thought
from services.engine.core.values import Seat

_LOG = logger(__name__)


class Bots:
    """Thinks for every seat a bot plays, one thought at a time a campaign, a bounded number waiting in all."""

    def __init__(
        self, commands: Commands, loader: Loader, watch: Watch, metrics: Metrics, clock: Clock, limit: int
    ) -> None:
        self._commands = commands
        self._clock = clock
        self._loader = loader
        self._watch = watch
        self._workers = Workers(limit, queue_per_key=1)
        self._waiting = metrics.gauge("bot_thoughts_waiting", "Bots' thoughts running or waiting")
        self._left = metrics.counter("bot_thoughts_left", "Thoughts left to the clock since too many waited")

    def after_commit(self, loaded: Loaded) -> None:
        """Queue a thought if a bot owes something in this state, at once or when people could follow."""
        due = next((due for due in kernel.owed(loaded.ruleset, loaded.campaign) if is_thought(due.what)), None)
        if due is None:
            return
        campaign = loaded.head.campaign
        wait = timedelta() if due.bot_waits_until is None else due.bot_waits_until - self._clock.now()
        if wait > timedelta():
            asyncio.get_running_loop().call_later(wait.total_seconds(), self._queue, campaign)
        else:
            self._queue(campaign)

    def _queue(self, campaign: str) -> None:
        try:
            self._workers.submit(campaign, partial(self.think, campaign))
        except Busy:
            self._left.inc()  # behind a thought of the same campaign, which looks again; or the clock's net
        self._waiting.set(self._workers.in_flight)

    async def think(self, campaign: str) -> None:
        """Let the first bot that owes something act; its append queues the next thought."""
        loaded = await self._loader.load(campaign)
        if loaded.campaign.status != "playing":
            return
        owed = kernel.owed(loaded.ruleset, loaded.campaign)
        due = next((entry for entry in owed if is_thought(entry.what)), None)
        if due is None or due.seat is None:
            return
        try:
            with self._watch.watching(campaign):
                command = thought(loaded, due.seat)
        except Exception as error:  # noqa: BLE001 - a fault of a bot stops this campaign, no other
            _LOG.exception("a bot failed", campaign=campaign)
            await self._commands.park(campaign, f"bot {type(error).__name__}")
            return
        if command is not None:
            answer = await self._commands.bot(campaign, due.seat, due.what, command)
            if answer.problem is None:
                return
            _LOG.error("a bot was refused", campaign=campaign, code=answer.problem.code)
        await self._give_up(campaign, due.what.split(":", 2)[2])

    async def close(self, within: timedelta) -> None:
        """Finish the thoughts that were begun."""
        await self._workers.close(within)

    async def _give_up(self, campaign: str, what: str) -> None:
        """A bot without an answer lets its window run out at once: nobody should wait a day for it."""
        loaded = await self._loader.load(campaign)
        for due in loaded.ruleset.owed(loaded.campaign.game):
            if due.what == what:
                await self._commands.expire(campaign, ExpireDeadline(what=what, due=due.due), 0)
                return


def thought(loaded: Loaded, seat: Seat) -> object:
    """What the bot of a seat would do now, from what its seat sees; the same again for the same state."""
    campaign = loaded.campaign
    views = loaded.views or sight.see(loaded.ruleset, campaign)
    seen = Seen(
        board=campaign.game.board,
        seat=seat,
        level=campaign.table.seats[seat].bot_level or 1,
        public=views.public["game"],
        mine=views.mine[seat],
    )
    salt = bytes.fromhex(campaign.salt)
    chance = FairChance(loaded.secret, campaign.id, salt, {"bot": campaign.seq << 20})
    result: object = loaded.ruleset.bot(seen, chance)
    return result
