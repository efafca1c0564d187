"""Every way a campaign changes: players' commands, time, chess results, seats, parking. Load, decide, append, retry."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import msgspec

from chassis.keys import Key
from chassis.logs import logger
from chassis.metrics import Metrics
from chassis.problems import Problem, Unavailable
from chassis.timekeeping import Clock
from services.engine.app.appends import Committed, KeptAnswer, Repeated, Text
from services.engine.app.assembling import PUBLIC, next_append, parking_append, stamp
from services.engine.app.loading import Loaded, Loader
from services.engine.app.ports import Store, Watch
from services.engine.app.refusals import problem_of
from services.engine.app.words import said
from services.engine.core import campaign as kernel
from services.engine.core import steps
from services.engine.core.campaign import Refusal
from services.engine.core.kernel import ExpireDeadline, Kind, MoveGame, RecordGameResult, Rejected
from services.engine.core.steps import Step
from services.engine.core.values import Seat

_LOG = logger(__name__)
OLDEST_STAMP = timedelta(seconds=5)
"""A gateway's stamp older than this does not count."""
TRIES = 20
"""Conflicts with other replicas before a command is answered `busy`."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """How a command went."""

    viewer: int
    """Class of the actor: the seat, or -1."""
    epoch: int
    n: int
    """Where that class stands now."""
    facts: int = 0
    problem: Problem | None = None


class Decided(msgspec.Struct, frozen=True, kw_only=True):
    """What a command leads to, and how it is stored."""

    step: Step
    command: bytes
    texts: tuple[Text, ...] = ()
    newcomer: str = ""
    """Account of who takes a seat over."""


Decide = Callable[[Loaded, datetime], Decided]
AfterCommit = Callable[[Loaded], None]


class Commands:
    """The one writer's use cases."""

    def __init__(self, store: Store, loader: Loader, watch: Watch, clock: Clock, metrics: Metrics) -> None:
        self._store = store
        self._loader = loader
        self._watch = watch
        self._clock = clock
        self.after_commit: AfterCommit = lambda _: None
        """Called with each new state; the bots listen here."""
        self._conflicts = metrics.counter("append_conflicts", "Appends decided again since another came first")
        self._appends = metrics.counter("appends", "Appends committed")
        self._parked = metrics.counter("campaigns_parked", "Campaigns parked after a fault")

    async def play(self, campaign: str, account: str, key: str, command: bytes, received: datetime) -> Answer:
        """A player's command.

        :raises Problem: only when the platform can't answer (`unavailable`, `elsewhere`, `no_such_campaign`); a
            refusal of the rules is an `Answer` with a problem, so that it can carry the viewer's cursor.
        """
        click = Key.of(account, key, command)
        loaded = await self._loader.load(campaign)
        seat = seat_of(loaded, account)
        if seat is None:
            loaded = await self._loader.load(campaign, fresh=True)
            seat = seat_of(loaded, account)

        def decide(now: Loaded, at: datetime) -> Decided:
            holder = None if seat is None else now.campaign.table.seats[seat]
            if seat is None or holder is None or holder.left or now.seating[seat].account != account:
                raise _not_seated()
            if holder.bot_level is not None:
                raise Rejected(Refusal.NOT_ALLOWED, Kind.NOT_NOW, "platform", seat=seat)
            return _player_command(now, seat, command, account, at)

        return await self.run(campaign, decide, received=received, seat=seat, key=click)

    async def bot(self, campaign: str, seat: int, what: str, command: Any) -> Answer:
        """A bot's command, decided only while the seat still owes what the bot thought about."""
        body = msgspec.json.encode(command)

        def decide(now: Loaded, at: datetime) -> Decided:
            if not any(due.what == what for due in kernel.owed(now.ruleset, now.campaign)):
                return Decided(step=Step(facts=(), after=now.campaign), command=body)
            return _player_command(now, seat, body, "", at)

        return await self.run(campaign, decide, received=None, seat=seat, key=None)

    async def expire(self, campaign: str, deadline: ExpireDeadline, credited_ms: int) -> Answer:
        """A window ran out."""

        body = msgspec.json.encode(deadline)

        def decide(now: Loaded, at: datetime) -> Decided:
            step = steps.system_command(now.ruleset, now.campaign, now.secret, deadline, at, credited_ms)
            return Decided(step=step, command=body)

        return await self.run(campaign, decide, received=None, seat=None, key=None)

    async def record_game(self, campaign: str, news: RecordGameResult | MoveGame, message_id: str) -> Answer:
        """What became of a chess game; the message's id is its key, so that it counts once."""

        body = msgspec.json.encode(news)
        key = Key.of("", message_id, body)

        def decide(now: Loaded, at: datetime) -> Decided:
            step = steps.system_command(now.ruleset, now.campaign, now.secret, news, at)
            return Decided(step=step, command=body)

        return await self.run(campaign, decide, received=None, seat=None, key=key)

    async def change_seat(self, campaign: str, account: str, key: str, seat: int, change: str) -> Answer:
        """Hand a seat to a bot, take it back, or leave."""
        loaded = await self._loader.load(campaign)
        by = seat_of(loaded, account)
        the_seat(loaded, seat)
        body = msgspec.json.encode({"seat": seat, "change": change})
        click = Key.of(account, key, body)

        def decide(now: Loaded, at: datetime) -> Decided:
            if by is None or now.seating[by].account != account:
                raise _not_seated()  # or has left: then this click's first answer is kept
            step = steps.change_seat(now.ruleset, now.campaign, now.secret, Seat(by), Seat(seat), change, at)
            return Decided(step=step, command=body)

        return await self.run(campaign, decide, received=None, seat=by, key=click)

    async def unpark(self, campaign: str) -> Answer:
        """Put a parked campaign back into play."""
        return await self._stand(campaign, lambda now, at: steps.unpark(now.campaign, at))

    async def park(self, campaign: str, reason: str) -> Answer:
        """Stop a campaign whose rules failed."""
        self._parked.inc()
        return await self._stand(campaign, lambda now, at: steps.park(now.campaign, reason, at))

    async def run(
        self, campaign: str, decide: Decide, *, received: datetime | None, seat: int | None, key: Key | None
    ) -> Answer:
        """Decide on the newest state and append, again until no other append comes between."""
        fresh = False
        for _ in range(TRIES):
            loaded = await self._loader.load(campaign, fresh=fresh)
            if loaded.head.marked and loaded.campaign.parked is None and loaded.campaign.outcome is None:
                await self.park(campaign, loaded.head.marked)
                continue
            kept = await self._first_answer(campaign, key) if fresh else None
            if kept is not None and key is not None:
                return _again(loaded, kept, key)
            now = self._clock.now()
            at = stamp(received or now, loaded.campaign.at, now, now - OLDEST_STAMP)
            try:
                with self._watch.watching(campaign):
                    decided = decide(loaded, at)
                    step = decided.step
                    if not step.facts and key is None:
                        return _answer(loaded, seat)
                    append, after = next_append(
                        loaded,
                        step,
                        seat=seat,
                        command=decided.command,
                        key=key,
                        texts=decided.texts,
                        newcomer=decided.newcomer,
                    )
            except Rejected as rejected:
                if fresh:
                    return msgspec.structs.replace(_answer(loaded, seat), problem=problem_of(rejected))
                fresh = True  # a refusal is only given on the newest state, and only if the key is new
                continue
            except Exception as error:  # noqa: BLE001 - a fault of the rules stops this campaign, no other
                _LOG.exception("the rules failed", campaign=campaign)
                await self.park(campaign, type(error).__name__)
                fresh = True
                continue
            if not step.facts:
                append = msgspec.structs.replace(append, facts=b"")
                after = loaded
            result = await self._store.commit(append)
            match result:
                case Committed():
                    if not step.facts:
                        return _answer(loaded, seat)
                    self._appends.inc()
                    self._loader.keep(after)
                    self.after_commit(after)
                    return _answer(after, seat, facts=len(step.facts))
                case Repeated(answer=answer) if key is not None:
                    return _again(await self._loader.load(campaign, fresh=True), answer, key)
                case _:
                    self._conflicts.inc()
                    fresh = True
        raise Unavailable

    async def _stand(self, campaign: str, decide: Callable[[Loaded, datetime], Step]) -> Answer:
        for _ in range(TRIES):
            loaded = await self._loader.load(campaign, fresh=True)
            step = decide(loaded, max(self._clock.now(), loaded.campaign.at))
            if not step.facts:
                return _answer(loaded, None)
            append, after = parking_append(loaded, step)
            if isinstance(await self._store.commit(append), Committed):
                self._loader.keep(after)
                self.after_commit(after)
                return _answer(after, None, facts=1)
        raise Unavailable

    async def _first_answer(self, campaign: str, key: Key | None) -> KeptAnswer | None:
        return None if key is None else await self._store.answer(campaign, key.account, key.key)


def seat_of(loaded: Loaded, account: str) -> int | None:
    """The seat that an account holds; None if it has none, or has left it for good."""
    return next((o.seat for o in loaded.seating if account and o.account == account and not o.left), None)


def the_seat(loaded: Loaded, seat: int) -> None:
    """
    :raises Problem: `malformed` if there is no such seat.
    """
    if seat >= len(loaded.seating):
        raise problem_of(Rejected(Refusal.MALFORMED, Kind.MALFORMED, "platform", reason="no such seat"))


def _player_command(now: Loaded, seat: int, body: bytes, author: str, at: datetime) -> Decided:
    told = said(now, body, author)
    step = steps.player_command(now.ruleset, now.campaign, now.secret, Seat(seat), told.command, at)
    return Decided(step=step, command=told.body, texts=told.texts)


def _not_seated() -> Rejected:
    return Rejected(Refusal.NOT_SEATED, Kind.NOT_ALLOWED, "platform")


def _answer(loaded: Loaded, seat: int | None, facts: int = 0) -> Answer:
    viewer = PUBLIC if seat is None else seat
    return Answer(viewer=viewer, epoch=loaded.head.epoch, n=loaded.head.numbers.get(viewer, 0), facts=facts)


def _again(loaded: Loaded, kept: KeptAnswer, key: Key) -> Answer:
    """The first answer of a key once more, or `key_reused` for another body."""
    if not key.is_for(kept.digest):
        refused = problem_of(Rejected(Refusal.KEY_REUSED, Kind.NOT_NOW, "platform"))
        viewer = kept.viewer
        return Answer(viewer=viewer, epoch=loaded.head.epoch, n=loaded.head.numbers.get(viewer, 0), problem=refused)
    return Answer(viewer=kept.viewer, epoch=loaded.head.epoch, n=kept.n, facts=kept.facts)
