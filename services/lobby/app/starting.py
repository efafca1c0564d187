"""From a full room to a campaign, whatever crashes on the way; and what the campaign's end means for its room."""

import asyncio
from contextlib import suppress
from datetime import timedelta

import msgspec

from chassis.database import is_away
from chassis.logs import logger
from chassis.problems import Kind, Problem
from chassis.timekeeping import Clock
from services.lobby.app.freshening import Freshening
from services.lobby.app.ports import Accounts, Coins, Engine, Rooms, RoomView, StartRefused
from services.lobby.app.refusals import telling
from services.lobby.core import rooms
from services.lobby.core.refusals import Refusal, Refused
from services.lobby.core.room import StartRefusal, State

_LOG = logger(__name__)

_FIRST_PATIENCE = timedelta(seconds=2)
"""How long the host's own click waits for the engine before the sweeper takes over."""
_PATIENCE = timedelta(seconds=5)
_AT_ONCE = 16
_MOST_A_SWEEP = 256
_KEPT_CLOSED = timedelta(days=30)


class Starting:
    """Starts campaigns and keeps rooms tidy."""

    def __init__(
        self,
        store: Rooms,
        accounts: Accounts,
        coins: Coins,
        engine: Engine,
        freshening: Freshening,
        clock: Clock,
        *,
        every: timedelta,
        idle: timedelta,
    ) -> None:
        """
        :param every: time between two sweeps.
        :param idle: rooms that have not changed for so long close.
        """
        self._store = store
        self._accounts = accounts
        self._coins = coins
        self._engine = engine
        self._freshening = freshening
        self._clock = clock
        self._every = every
        self._idle = idle

    @telling
    async def start(self, room: str, account: str) -> RoomView:
        """Look ratings up, freeze the room, ask the engine; if it is slow, the room is *starting* and the sweeper asks.

        :raises Problem: `no_such_room`, `not_host`, `room_not_open`, `seats_open`, `start_refused` with the engine's
            problem in its detail; the room is then open again.
        """
        seen = await self._store.get(room)
        if seen is not None and rooms.start(seen.room, account) is not seen.room:  # else there is nothing to freshen
            await self._freshening.freshen(seen)
        frozen = await self._store.change(room, lambda old: rooms.start(old, account))
        if frozen.room.state is not State.STARTING:
            return frozen
        settled = await self._ask(frozen, _FIRST_PATIENCE)
        if settled is None:
            return frozen
        refusal = settled.room.refusal
        if refusal is not None:
            detail = msgspec.json.decode(refusal.detail or b"{}")
            raise Refused(Refusal.START_REFUSED, reason=refusal.code, sentence=refusal.sentence, detail=detail)
        return settled

    async def run(self) -> None:
        """Sweep for ever; the first sweep, at once, takes up what a crash left."""
        while True:
            try:
                await self.sweep()
            except Exception as error:
                if not is_away(error):
                    raise
                _LOG.warning("the sweep waits for the database", error=type(error).__name__)
            await self._clock.sleep(self._every)

    async def sweep(self) -> None:
        """Ask again for every starting room, close idle ones, delete what is long over."""
        gate = asyncio.Semaphore(_AT_ONCE)
        async with asyncio.TaskGroup() as tasks:
            for view in await self._store.starting(_MOST_A_SWEEP):
                tasks.create_task(self._ask_again(view, gate))
        now = self._clock.now()
        before = now - self._idle
        for idle in await self._store.idle(before, _MOST_A_SWEEP):
            with suppress(Refused):  # another replica has just deleted it
                await self._store.change(idle, lambda old: rooms.close_idle(old, before))
        await self._store.forget_closed(now - _KEPT_CLOSED)
        await self._accounts.forget_expired(now)

    async def campaign_started(self, campaign: str) -> None:
        """The engine says so; the answer to our own question may have been lost."""
        await self._follow(campaign, rooms.begun)

    async def campaign_ended(self, campaign: str, winner: str) -> None:
        """The room has served, and its pot is paid.

        :param winner: account; empty if nobody won, or a bot did.
        """
        await self._coins.settle(campaign, winner)
        await self._follow(campaign, rooms.ended)

    async def campaign_deleted(self, campaign: str) -> None:
        """Nothing of the campaign stays: neither names nor who sat there; a pot that was never paid goes back."""
        await self._coins.settle(campaign, "")
        await self._follow(campaign, rooms.erased)

    async def _follow(self, campaign: str, edit: rooms.Edit) -> None:
        room = await self._store.of_campaign(campaign)
        if room is not None:
            with suppress(Refused):  # it has just been deleted
                await self._store.change(room, edit)

    async def _ask_again(self, view: RoomView, gate: asyncio.Semaphore) -> None:
        try:
            async with gate:
                await self._ask(view, _PATIENCE)
        except Exception as error:  # noqa: BLE001 - one room must not keep the others from starting
            _LOG.exception("a start could not be settled", room=view.room.id, error=type(error).__name__)

    async def _ask(self, view: RoomView, within: timedelta) -> RoomView | None:
        """Ask the engine and store its answer; None if it has not answered."""
        room, refusal = view.room, None
        try:
            await self._engine.create(view, within)
        except StartRefused as refused:
            problem = refused.problem
            refusal = StartRefusal(
                code=problem.code, sentence=problem.sentence, detail=msgspec.json.encode(dict(problem.detail))
            )
            _LOG.info("a start was refused", room=room.id, code=problem.code)
        except Problem as problem:
            log = _LOG.error if problem.kind is Kind.INTERNAL else _LOG.warning
            log("a campaign is not started yet", room=room.id, campaign=room.campaign, code=problem.code)
            return None
        return await self._store.change(room.id, lambda now: rooms.settle(now, room.version, refusal))
