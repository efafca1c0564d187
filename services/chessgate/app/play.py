"""The use cases: commands of players, wants of campaigns, deadlines, and who starts when."""

import asyncio
from collections.abc import Awaitable, Callable

import chess
import msgspec

from chassis.keys import Key
from chassis.problems import Kind, Problem
from chassis.timekeeping import Clock, unix_ms
from services.chessgate.app.lichess_ports import Linked
from services.chessgate.app.outages import Outages
from services.chessgate.app.ports import Done, Games, Job
from services.chessgate.core import on_lichess, play, wants
from services.chessgate.core.commands import AcceptLichess, Command, OfferLichess
from services.chessgate.core.delaying import as_it_was, is_delayed
from services.chessgate.core.game import Game, board_of
from services.chessgate.core.on_lichess import NO_USERS, Seen, Users
from services.chessgate.core.places import Colour
from services.chessgate.core.play import Outcome
from services.chessgate.core.showing import show
from services.chessgate.core.wants import Want
from services.chessgate.core.watching import fired

BETWEEN_MS = 60_000
"""How long a person rests between two live games."""
_CREDITED_AT_MOST = 2_000
"""Live games that get an outage's time at once: those whose flags are nearest."""
_CREDITED_AT_ONCE = 100

_KINDS = {
    "illegal_move": Kind.MALFORMED,
    "no_takebacks": Kind.NOT_ALLOWED,
    "bots_play_online": Kind.NOT_ALLOWED,
    "lichess_clocks": Kind.NOT_ALLOWED,
    "lichess_spectators": Kind.NOT_ALLOWED,
}
_COMMANDS = msgspec.json.Decoder(Command)

AfterCommit = Callable[[Done], Awaitable[None]]


class Play:
    """Everything that changes a game."""

    def __init__(self, games: Games, outages: Outages, clock: Clock, linked: Linked | None = None) -> None:
        """:param linked: who is linked with Lichess; None where it is switched off."""
        self._linked = linked
        self._games = games
        self._outages = outages
        self._clock = clock
        self.after_commit: list[AfterCommit] = []

    def now_ms(self) -> int:
        """The time."""
        return unix_ms(self._clock.now())

    async def command(
        self,
        game: str,
        account: str,
        key: str,
        command: bytes,
        stamp: int,
        round_trip_ms: int = 0,
        *,
        without_game: bool = False,
    ) -> bytes:
        """A player's command; the game as the player sees it, or nothing where that isn't needed.

        :param round_trip_ms: of the player's connection; 0 if it isn't known.

        :raises Problem: if it is refused. Time may have ended the game before it came.
        """
        try:
            wanted = _COMMANDS.decode(command)
        except (msgspec.DecodeError, ValueError) as error:
            raise Problem("malformed", Kind.MALFORMED, "The command can't be read.") from error

        users = await self._users(game, account, wanted)

        def decide(found: Game | None, board: chess.Board, now: int) -> Outcome:
            if found is None:
                raise _missing()
            colour = found.colour_of(account)
            if colour is None:
                raise Problem("not_a_player", Kind.NOT_ALLOWED, "You don't play in this game.")
            return play.command(
                found, board, colour, wanted,
                stamp=stamp, now=now, outages=self._outages.at(now), round_trip_ms=round_trip_ms,
                users=users,
            )  # fmt: skip

        done = await self._step(Job(game=game, decide=decide, key=Key.of(account, key, command)))
        if done.game is None:
            raise _missing()
        _raise(done)
        if without_game:
            return b""
        if is_delayed(done.game, account):  # a key of theirs from when they played
            seen = as_it_was(done.game, self.now_ms())
            return msgspec.json.encode(show(seen, board_of(seen), account))
        return msgspec.json.encode(show(done.game, done.board, account))

    async def _users(self, game: str, account: str, wanted: Command) -> Users:
        """Who a game's players are on Lichess, where the command needs it."""
        if not isinstance(wanted, OfferLichess | AcceptLichess):
            return NO_USERS
        if self._linked is None:
            raise Problem("lichess_off", Kind.NOT_ALLOWED, "This server does without Lichess.")
        found = await self._games.game(game)
        if found is None or found[0].colour_of(account) is None:
            return NO_USERS  # refused without asking
        return await self._linked.users([found[0].white.person, found[0].black.person])

    async def lichess_created(self, game: str, offer: int, challenge: str, url: str) -> None:
        """Lichess has the challenge for a game."""
        await self._step(
            Job(game=game, decide=_if_new(lambda found, _: on_lichess.created(found, offer, challenge, url)))
        )

    async def lichess_refused(self, game: str, offer: int) -> None:
        """Lichess doesn't want the challenge for a game."""
        await self._step(Job(game=game, decide=_if_new(lambda found, now: on_lichess.refused(found, offer, now))))

    async def lichess_told(self, game: str, seen: Seen) -> None:
        """Lichess tells of a game."""

        def decide(found: Game | None, _: chess.Board, now: int) -> Outcome | None:
            return None if found is None else play.told(found, seen, now)

        await self._step(Job(game=game, decide=decide))

    async def bot(self, game: str, colour: Colour, command: Command) -> None:
        """A bot's command; one that came too late changes nothing."""

        def decide(found: Game | None, board: chess.Board, now: int) -> Outcome | None:
            if found is None or not found.side(colour).bot_level:
                return None
            found = play.thought(found)
            return play.command(found, board, colour, command, stamp=now, now=now, outages=self._outages.at(now))

        await self._step(Job(game=game, decide=decide))

    async def no_engine(self, game: str) -> None:
        """A bot owes something and no engine can be had: its game says so."""

        def decide(found: Game | None, _: chess.Board, __: int) -> Outcome | None:
            after = None if found is None else play.without_engine(found)
            return None if after is None or after is found else Outcome(game=after)

        await self._step(Job(game=game, decide=decide))

    async def expire(self, game: str, ply: int, credited_ms: int = 0, due_ms: int = 0) -> None:
        """A deadline is over, as far as its watcher knows.

        :param due_ms: the due time that the clock service was told; 0 if it isn't the watcher.
        """

        def decide(found: Game | None, board: chess.Board, now: int) -> Outcome | None:
            if found is None:
                return None
            lost = max(credited_ms, self._outages.at(now).overlap(found.wait_began_ms, now))
            after = play.expire(fired(found, ply, due_ms), board, ply, lost, now)
            return None if after is found else Outcome(game=after)

        await self._step(Job(game=game, decide=decide))

    async def give_back(self) -> None:
        """An outage is over: live games get its time now, for players to see; others when they are looked at."""
        running = await self._games.running_live(_CREDITED_AT_MOST)
        for start in range(0, len(running), _CREDITED_AT_ONCE):
            some = running[start : start + _CREDITED_AT_ONCE]
            await asyncio.gather(*(self._step(Job(game=game, decide=self._crediting)) for game in some))

    def _crediting(self, found: Game | None, _: chess.Board, now: int) -> Outcome | None:
        if found is None or not found.waits:
            return None
        after = play.credited(found, self._outages.at(now).overlap(found.wait_began_ms, now))
        return None if after is found else Outcome(game=after)

    async def wanted(self, campaign: str, epoch: int, seq: int, games: tuple[Want, ...]) -> bool:
        """A campaign's whole list of games: make, update, stop, and drop what is unlisted. Whether it was new."""
        known = await self._games.seen(campaign, epoch, seq)
        if known > (epoch, seq):
            return False
        version = (campaign, epoch, seq)
        for want in games:

            def decide(found: Game | None, board: chess.Board, now: int, want: Want = want) -> Outcome | None:
                return wants.wanted(found, board, want, now, self._outages.at(now))

            await self._step(Job(game=want.id, decide=decide, version=version))
        listed = {want.id for want in games}
        for game in await self._games.unfinished(campaign):
            if game not in listed:
                await self._step(Job(game=game, decide=_dropping(epoch, seq), version=version))
        await self.start_waiting()
        return known < (epoch, seq)

    async def start_waiting(self) -> None:
        """Let live games begin whose players have no other one, the longest wanted first."""
        taken: set[str] = set()
        for game, white, black in await self._games.waiting():
            people = [account for account in (white, black) if account]
            free = not taken.intersection(people)
            taken.update(people)
            if free and not (people and await self._games.busy(people, self.now_ms() - BETWEEN_MS)):
                await self._step(Job(game=game, decide=_starting, seats=tuple(people)))

    async def _step(self, job: Job) -> Done:
        done = await self._games.step(job)
        try:
            if done.changed:
                self._games.remember(done)
                for hear in self.after_commit:
                    await hear(done)
        finally:
            self._games.publish(done)  # last: the players wait for what is told above
        return done


def _if_new(change: Callable[[Game, int], Game]) -> Callable[[Game | None, chess.Board, int], Outcome | None]:
    def decide(found: Game | None, _: chess.Board, now: int) -> Outcome | None:
        after = found if found is None else change(found, now)
        return None if after is None or after is found else Outcome(game=play.changed(after))

    return decide


def _dropping(epoch: int, seq: int) -> Callable[[Game | None, chess.Board, int], Outcome | None]:
    def decide(found: Game | None, _: chess.Board, now: int) -> Outcome | None:
        return None if found is None else Outcome(game=wants.drop(found, epoch, seq, now))

    return decide


def _starting(found: Game | None, _: chess.Board, now: int) -> Outcome | None:
    if found is None or found.state != "waiting" or found.paused_ms:
        return None
    return Outcome(game=play.start(found, now))


def _raise(done: Done) -> None:
    refused = None if done.outcome is None else done.outcome.refused
    if refused is not None:
        raise Problem(refused.code, _KINDS.get(refused.code, Kind.NOT_NOW), refused.sentence, rule="7")


def _missing() -> Problem:
    return Problem("no_such_game", Kind.MISSING, "There is no such game.")
