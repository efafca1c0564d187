"""One game of chess judged step by step beside a model of its time: whatever happens, no clock gains or loses any."""

from typing import Any

import chess
from msgspec.structs import replace
from warboard_pb.chess.v1 import chess_pb2

from services.chessgate.adapters.outgoing import messages
from services.chessgate.core import play, wants
from services.chessgate.core.commands import Command
from services.chessgate.core.game import (
    FIRST_MOVE_MS,
    MOST_LAG_MS,
    Game,
    board_of,
    other,
    quota_ms,
)
from services.chessgate.core.places import (
    REPORT_LIVE_MS,
    REPORT_MS,
    SILENCE_LIVE_MS,
    SILENCE_MS,
    Colour,
)
from services.chessgate.core.play import Outcome
from services.chessgate.core.showing import change, show
from services.chessgate.core.spans import Spans
from services.chessgate.core.wants import Want
from services.chessgate.core.watching import fired, watched

START = 1_000_000


class Stopwatch:
    """Time that runs now and then, without outages."""

    def __init__(self) -> None:
        self._stretches: list[tuple[int, int]] = []
        self._since = -1

    def runs(self, running: bool, at: int) -> None:
        """From now on it runs or stands."""
        if self._since >= 0:
            self._stretches.append((self._since, at))
        self._since = at if running else -1

    def read(self, at: int, outages: Spans) -> int:
        """Milliseconds until a moment."""
        lasting = [(self._since, at)] if 0 <= self._since < at else []
        return sum(end - start - outages.overlap(start, end) for start, end in (*self._stretches, *lasting))


class Judged:
    """A game, what its store would do around it, and what others know of it."""

    def __init__(self, first: Want) -> None:
        self.now = self.latest = START
        self.outages = Spans()
        self.ends: list[chess_pb2.GameEnded] = []
        self.held = False
        """Whether the campaign believes that the game is over the board."""
        self.lapsed: list[str] = []
        self.wait, self.window = Stopwatch(), Stopwatch()
        self.clocks = [(first.white.initial_ms, first.black.initial_ms)]
        """Of white and black by ply, as far as the game has come."""
        made = wants.wanted(None, chess.Board(), first, START)
        assert made is not None
        self.game = watched(replace(made.game, version=1), START)
        self.seen = _read(self.game)
        self.wait.runs(self.game.waits, START)

    def passes(self, ms: int, *, outage: bool = False) -> None:
        """Time passes; at the end of an outage everybody knows of it."""
        if outage:
            self.outages = Spans((*self.outages.spans, (self.now, self.now + ms)))
            self.latest = self.now + ms
        self.now += ms

    def commanded(self, colour: Colour, wanted: Command, late: int = 0, round_trip_ms: int = 0) -> Outcome:
        """A player's command, received up to so much earlier; it is also given twice, as if nobody had answered."""
        stamp = max(self.now - late, self.latest)
        before = self.game
        done = play.command(
            before, board_of(before), colour, wanted,
            stamp=stamp, now=self.now, outages=self.outages, round_trip_ms=round_trip_ms,
        )  # fmt: skip
        self._moved(before, done.game, stamp, round_trip_ms)
        self._stepped(done, stamp)
        if done.refused is not None:
            assert done.game.moves == before.moves
        return done

    def wanted(self, want: Want) -> None:
        """The campaign's list."""
        done = wants.wanted(self.game, board_of(self.game), want, self.now, self.outages)
        if done is not None:
            self._stepped(done, self.now)
        assert wants.wanted(self.game, board_of(self.game), want, self.now, self.outages) is None

    def dropped(self, seq: int) -> None:
        """The campaign wants it no more."""
        self._stepped(Outcome(game=wants.drop(self.game, 1, seq, self.now)), self.now)

    def started(self) -> None:
        """Both players are free."""
        if not self.game.paused_ms:
            self._stepped(Outcome(game=play.start(self.game, self.now)), self.now)

    def expired(self, *, by_clock: bool) -> None:
        """Somebody who watches the deadline says that it is over."""
        game = self.game
        lost = self.outages.overlap(game.wait_began_ms, self.now)
        if by_clock and game.watch is not None:
            game = fired(game, game.watch.ply, game.watch.due_ms)
        self._stepped(Outcome(game=play.expire(game, board_of(game), game.ply, lost, self.now)), self.now)

    def _stepped(self, done: Outcome, at: int) -> None:
        """What the store makes of a step."""
        before, after = self.game, done.game
        assert after.version >= before.version
        if after.version > before.version:
            after = replace(after, version=before.version + 1)
        after = watched(after, self.now)
        for row in messages(before, after, done, self.now):
            if row.subject.startswith("chess.end."):
                self.ends.append(chess_pb2.GameEnded.FromString(row.body))
            elif row.subject.startswith("chess.place."):
                self.held = chess_pb2.PlaceChanged.FromString(row.body).over_the_board
            elif row.subject.startswith("chess.declined."):
                self.lapsed.append(row.key)
        self._ended_in_time(before, after, at)
        self.game = after
        self.latest = max(self.latest, at)
        self._measure(before, at)
        self._told(before)

    def _told(self, before: Game) -> None:
        """Who has what was shown before and the patch has what is shown now."""
        shown = _read(self.game)
        if self.game.version == before.version:
            assert shown == self.seen, "a change that nobody is told of"
        else:
            patch = change(before, self.game, board_of(self.game).fen())
            moves = [*self.seen["moves"][: self.game.ply], *patch.pop("moves", [])]
            assert {**_merged(self.seen, patch), "moves": moves} == shown
        self.seen = shown

    def _measure(self, before: Game, at: int) -> None:
        """The model's own clocks: for the move that is waited for, and for a word from the real board."""
        after = self.game
        new_wait = (after.takebacks, after.ply, after.started_ms) != (before.takebacks, before.ply, before.started_ms)
        if new_wait:
            self.wait = Stopwatch()
            self.wait.runs(after.waits, at)
        elif after.waits != before.waits:
            # A game that waited too long at the real board is online since then, not since it was looked at.
            self.wait.runs(after.waits, after.went_on_ms if before.over_the_board and not before.paused_ms else at)
        if after.takebacks != before.takebacks:
            assert (after.white_ms, after.black_ms) == self.clocks[after.ply]
        self.clocks = [*self.clocks[: after.ply], (after.white_ms, after.black_ms)]
        if _word(before) != _word(after):
            self.window = Stopwatch()
        running = after.over_the_board and not after.paused_ms
        self.window.runs(running, at)

    def _moved(self, before: Game, after: Game, at: int, round_trip_ms: int) -> None:
        """A move costs its time less what its way is granted, and nothing else."""
        if after.ply <= before.ply:
            return
        colour, move = before.turn, after.moves[-1]
        assert 0 <= move.lag_ms <= max(min(round_trip_ms, quota_ms(before, colour), MOST_LAG_MS), 0)
        used = 0 if before.first_moves else max(self.wait.read(at, self.outages) - move.lag_ms, 0)
        left = before.clock_ms(colour) - used
        assert left >= 0, "a move after the time"
        assert move.clock_ms == left + (
            before.side(colour).increment_ms if before.live and not before.first_moves else 0
        )
        assert after.clock_ms(colour) == (move.clock_ms if before.live else before.side(colour).initial_ms)
        assert after.clock_ms(other(colour)) == before.clock_ms(other(colour))

    def _ended_in_time(self, before: Game, after: Game, at: int) -> None:
        """Nobody flags with time left; no report stands, no game comes back, before its window is over."""
        if before.state == "over":
            assert (after.moves, after.result, after.reason) == (before.moves, before.result, before.reason)
        elif after.reason in {"time", "time_no_material", "first_move"} and not before.over_the_board:
            given = FIRST_MOVE_MS if before.first_moves else before.clock_ms(before.turn)
            assert self.wait.read(at, self.outages) > given
        place, live = before.place, before.live
        if before.over_the_board and place is not None and after.went_on_ms not in {before.went_on_ms, at}:
            assert after.paused_ms or self.window.read(at, self.outages) > (SILENCE_LIVE_MS if live else SILENCE_MS)
        waited = place is not None and place.report is not None and after.ended_ms < at
        if waited and after.reason == "reported":
            assert self.window.read(at, self.outages) > (REPORT_LIVE_MS if live else REPORT_MS)

    def holds(self) -> None:
        """What is true after every step."""
        game = self.game
        assert bool(game.deadline_ms) == (game.state == "playing" and not game.paused_ms)
        assert len(self.ends) == (game.state == "over" and game.result != "cancelled")
        assert len(set(self.lapsed)) == len(self.lapsed)
        assert game.state == "over" or self.held == game.over_the_board, "a round that is held for nothing, or isn't"
        assert min(game.white_ms, game.black_ms) >= 0
        for side, clock_ms, moves in (
            (game.white, game.white_ms, game.moves[0::2]), (game.black, game.black_ms, game.moves[1::2])
        ):  # fmt: skip
            assert clock_ms <= side.initial_ms + side.increment_ms * len(moves)
        watch = game.watch
        assert watch is not None
        assert bool(watch.due_ms) == bool(game.decided_ms)
        assert not game.decided_ms or (not watch.fired and watch.due_ms <= game.decided_ms), "nobody watches in time"


def _word(game: Game) -> tuple[int, int] | None:
    """What was last said of the real board; another word opens another window."""
    place = game.place if game.over_the_board else None
    return None if place is None else (place.offer, 0 if place.report is None else place.report.number)


def _read(game: Game) -> dict[str, Any]:
    return show(game, board_of(game))


def _merged(old: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    """RFC 7396."""
    merged = dict(old)
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        elif isinstance(value, dict):
            known = merged.get(key)
            merged[key] = _merged(known if isinstance(known, dict) else {}, value)
        else:
            merged[key] = value
    return merged
