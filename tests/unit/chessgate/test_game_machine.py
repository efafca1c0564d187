"""Moves, words of the real board, wishes to take back, pauses, bots, peace and flags of one game in every order."""

import os
import random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from services.chessgate.core.commands import (
    AcceptBoard,
    AcceptDraw,
    AcceptTakeback,
    Command,
    ConfirmReport,
    DeclineBoard,
    DeclineDraw,
    DeclineTakeback,
    DisputeReport,
    MakeMove,
    OfferBoard,
    OfferDraw,
    OfferTakeback,
    ReportResult,
    Resign,
    TakeOnline,
)
from services.chessgate.core.game import Offer, board_of
from services.chessgate.core.play import GRACE_MS
from services.chessgate.core.wants import Want
from tests.unit.chessgate.judging import Judged
from tests.unit.chessgate.test_play import want

SOAK = bool(os.environ.get("SOAK"))
COLOUR = st.sampled_from(["white", "black"])
PASSING = st.one_of(
    st.integers(0, 5_000), st.sampled_from([59_000, 299_000, 301_000, 3 * 3_600_000, 25 * 3_600_000, 8 * 86_400_000])
)


class OneGame(RuleBasedStateMachine):
    """Players, their campaign, bots and whoever watches the time."""

    judged: Judged
    want: Want

    @initialize(live=st.sampled_from([True, True, False]), paused=st.sampled_from([False, False, False, True]))
    def begins(self, live: bool, paused: bool) -> None:
        """The war comes to be playing."""
        self.want = replace(want(live=live, paused=paused), takeback=True)
        self.judged = Judged(self.want)
        self.judged.started()

    @rule(ms=PASSING)
    def time_passes(self, ms: int) -> None:
        self.judged.passes(ms)

    @rule(ms=st.integers(3_001, 400_000))
    def something_is_away(self, ms: int) -> None:
        self.judged.passes(ms, outage=True)

    @rule()
    def both_are_free(self) -> None:
        self.judged.started()

    @rule(
        chosen=st.integers(0, 2**32),
        took=st.integers(0, 3_000),
        late=st.integers(0, 4_000),
        round_trip_ms=st.sampled_from([0, 30, 900, 20_000]),
        off=st.sampled_from([0, 0, 0, 0, 0, 0, -1, 1]),
    )
    def moves(self, chosen: int, took: int, late: int, round_trip_ms: int, off: int) -> None:
        """Whose turn it is moves, or would another position's move."""
        self.judged.passes(took)
        game = self.judged.game
        legal = sorted(move.uci() for move in board_of(game).legal_moves) or ["e2e4"]
        uci = random.Random(chosen).choice(legal)
        done = self.judged.commanded(game.turn, MakeMove(ply=game.ply + off, uci=uci), late, round_trip_ms)
        assert not off or done.refused is not None

    @rule(colour=COLOUR, which=st.integers(0, 9), off=st.sampled_from([0, 0, 0, 1, -1]), late=st.integers(0, 500))
    def says(self, colour: str, which: int, off: int, late: int) -> None:
        """Either side says something that ends nothing by itself, or answers what is asked, or was."""
        game = self.judged.game
        told = game.reports + off
        said: list[Command] = [
            OfferBoard(), AcceptBoard(offer=game.offers_of_place + off), DeclineBoard(offer=game.offers_of_place + off),
            DisputeReport(report=told), TakeOnline(), OfferTakeback(), AcceptTakeback(ply=game.ply + off),
            DeclineTakeback(ply=game.ply + off), DeclineDraw(ply=game.ply + off), ReportResult(result="won"),
        ]  # fmt: skip
        self.judged.commanded("white" if colour == "white" else "black", said[which], late)

    @precondition(lambda self: self.judged.game.ply > 5)
    @rule(colour=COLOUR, which=st.integers(0, 5), late=st.integers(0, 500))
    def ends_it(self, colour: str, which: int, late: int) -> None:
        """Either side says what may end the game."""
        game = self.judged.game
        said: list[Command] = [
            Resign(), OfferDraw(), AcceptDraw(ply=game.ply), ReportResult(result="lost"), ReportResult(result="draw"),
            ConfirmReport(report=game.reports),
        ]  # fmt: skip
        self.judged.commanded("white" if colour == "white" else "black", said[which], late)

    @rule()
    def goes_over_the_board(self) -> None:
        """Both want to, which is rare by chance."""
        self.judged.commanded("white", OfferBoard())
        self.judged.commanded("black", OfferBoard())

    @rule(paused=st.booleans(), white=st.sampled_from([0, 0, 0, 3]), black=st.sampled_from([0, 0, 0, 5]))
    def campaign_changes(self, paused: bool, white: int, black: int) -> None:
        """It stands still or goes on, and bots take over or leave."""
        self._list(
            paused=paused,
            white=replace(self.want.white, bot_level=white),
            black=replace(self.want.black, bot_level=black),
        )

    @rule(by=COLOUR, stopped=st.sampled_from([False, False, True]))
    def peace(self, by: str, stopped: bool) -> None:
        """Somebody offers peace; what is accepted asks the game to stop, until that has lapsed."""
        offer = Offer(id=f"o{self.want.seq}", by="white" if by == "white" else "black", at_ms=self.judged.now)
        offers = (*self.want.offers, offer)
        if self.judged.game.ply < 4:
            stopped = False
        self._list(offers=offers, stop=offers[0].id if stopped else "")

    @precondition(lambda self: self.judged.game.ply > 8)
    @rule()
    def campaign_drops_it(self) -> None:
        self.want = replace(self.want, seq=self.want.seq + 1)
        self.judged.dropped(self.want.seq)

    @rule(by_clock=st.booleans(), until_due=st.booleans())
    def the_time_is_looked_at(self, by_clock: bool, until_due: bool) -> None:
        """Too early nothing happens; in time, something does."""
        judged = self.judged
        due = judged.game.decided_ms
        if until_due and due:
            judged.passes(max(due + GRACE_MS + 1 - judged.now, 0))
        before = judged.game
        judged.expired(by_clock=by_clock)
        game = judged.game
        if game.decided_ms and game.waits and game is not before:
            assert game.decided_ms + GRACE_MS >= judged.now

    @invariant()
    def everything_holds(self) -> None:
        if hasattr(self, "judged"):
            self.judged.holds()

    def _list(self, **fields: object) -> None:
        self.want = replace(self.want, seq=self.want.seq + 1, **fields)
        self.judged.wanted(self.want)


TestOneGame = OneGame.TestCase
TestOneGame.settings = settings(
    max_examples=2_000 if SOAK else 120,
    stateful_step_count=50,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
