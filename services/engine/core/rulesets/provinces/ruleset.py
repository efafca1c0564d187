"""Contents page of the provinces: which file decides a command, folds a fact, answers a question.

README.md leads from each section of the rules to its file and its test.
"""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Any, assert_never

import msgspec

from services.engine.core.appending import Appending
from services.engine.core.board import Board
from services.engine.core.kernel import (
    Chance,
    ExpireDeadline,
    GameWant,
    Line,
    MoveGame,
    Notice,
    Outcome,
    Owed,
    RecordGameResult,
    RoomRules,
    SeatTaken,
    Seen,
    Setup,
    SystemCommand,
)
from services.engine.core.ruleset import FileReader
from services.engine.core.rulesets.provinces import commands as c
from services.engine.core.rulesets.provinces import facts as f
from services.engine.core.rulesets.provinces.attacking import decide_attack
from services.engine.core.rulesets.provinces.bots.policy import think
from services.engine.core.rulesets.provinces.breaking_off import on_deadline, on_seat_taken
from services.engine.core.rulesets.provinces.dealing import deal
from services.engine.core.rulesets.provinces.leaving import pass_host
from services.engine.core.rulesets.provinces.notices import notices
from services.engine.core.rulesets.provinces.options import Options, check_options
from services.engine.core.rulesets.provinces.owed import owed
from services.engine.core.rulesets.provinces.refusals import Refusal, not_now
from services.engine.core.rulesets.provinces.show import show
from services.engine.core.rulesets.provinces.state import State, evolve
from services.engine.core.rulesets.provinces.turns import (
    begin_turn,
    decide_end_turn,
    decide_move,
    decide_reinforce,
    next_turn,
)
from services.engine.core.rulesets.provinces.victory import check_end
from services.engine.core.rulesets.provinces.view import Actions, PublicView
from services.engine.core.rulesets.provinces.viewing import actions, public_view
from services.engine.core.values import Seat


class Provinces:
    """The ruleset as the engine knows it."""

    name = "provinces"
    version = 1
    seats = range(2, 6)
    shuffles_seats = False
    leavers_watch = True
    replaces = False
    room = RoomRules(bot_levels=3, closes_with_host=True, entries=True)
    commands: Any = c.PlayerCommand
    words: Mapping[str, str] = MappingProxyType({})
    reads: Mapping[str, FileReader] = MappingProxyType({})
    facts: Any = f.Fact
    state: type[msgspec.Struct] = State
    options_type: type[msgspec.Struct] = Options
    refusals: type[StrEnum] = Refusal
    views: Mapping[str, type[msgspec.Struct]] = {"PublicView": PublicView, "Actions": Actions}

    def map_id(self, options: Options | None) -> str:
        """The map these options are played on; the default one for None."""
        return Options().map if options is None else options.map

    def options(self, raw: Mapping[str, Any], seats: int, board: Board, chance: Chance) -> Options:
        """The host's options, checked.

        :raises Rejected: `bad_option`, `map_too_small`.
        """
        return check_options(raw, seats, board)

    def rating_kinds(self, options: Options) -> tuple[str, ...]:
        """No rating of chess says anything here."""
        return ()

    def start(self, setup: Setup, chance: Chance) -> tuple[Any, ...]:
        """The deal and the first turn: seat 0's, or whose the position says."""
        dealt = deal(setup, chance)
        state = msgspec.structs.replace(evolve(None, dealt), board=setup.board, table=setup.table)
        append = Appending(state, setup.at, chance, evolve)
        first = 0 if setup.options.position is msgspec.UNSET else setup.options.position.turn
        begin_turn(append, Seat(first), 1)
        return (dealt, *append.facts)

    def decide(
        self, state: State, seat: Seat | None, command: c.PlayerCommand | SystemCommand, at: datetime, chance: Chance
    ) -> tuple[Any, ...]:
        """The facts a command leads to.

        :raises Rejected: any code of `Refusal`.
        """
        append = Appending(state, at, chance, evolve)
        match command:
            case ExpireDeadline():
                on_deadline(append, command)
            case SeatTaken():
                on_seat_taken(append, command)
            case RecordGameResult() | MoveGame():
                return ()
            case _:
                if state.outcome is not None:
                    not_now(Refusal.OVER, "Winning")
                assert seat is not None
                _decide_player(append, seat, command)
        if append.facts:
            _follow_up(append, state)
        return tuple(append.facts)

    def evolve(self, state: State | None, fact: f.Fact) -> State:
        """The state after a fact."""
        return evolve(state, fact)

    def view(self, state: State, viewer: Seat | None) -> dict[str, Any]:
        """The public picture; nobody sees more than the public."""
        return public_view(state) if viewer is None else {}

    def padding(self, board: Board) -> int:
        """Nothing is secret here."""
        return 0

    def actions(self, state: State, seat: Seat) -> dict[str, Any]:
        """What a seat may do now: `view.Actions` as plain data."""
        return actions(state, seat)

    def show(self, fact: f.Fact, viewer: Seat | None) -> tuple[Line, ...]:
        """Lines of the log."""
        return show(fact, viewer)

    def notices(self, fact: f.Fact) -> tuple[Notice, ...]:
        """Who should hear of a fact."""
        return notices(fact)

    def owed(self, state: State) -> tuple[Owed, ...]:
        """Everything the state waits for."""
        return owed(state)

    def games(self, state: State) -> tuple[GameWant, ...]:
        """No chess here."""
        return ()

    def outcome(self, state: State) -> Outcome | None:
        """How it ended, or None."""
        return state.outcome

    def bot(self, seen: Seen, chance: Chance) -> c.PlayerCommand | None:
        """A bot's next command."""
        return think(seen, chance)


def _decide_player(append: Appending[State], seat: Seat, command: c.PlayerCommand) -> None:
    """Hand a player's command to its rule."""
    match command:
        case c.Reinforce():
            decide_reinforce(append, seat, command)
        case c.Attack():
            decide_attack(append, seat, command)
        case c.Move():
            decide_move(append, seat, command)
        case c.EndTurn():
            decide_end_turn(append, seat, command)
        case _:
            assert_never(command)


def _follow_up(append: Appending[State], before: State) -> None:
    """What follows from any facts: the end of the game, the host's role, the next turn."""
    check_end(append)
    if append.state.outcome is not None:
        return
    pass_host(append)
    if append.state.turn is None:
        assert before.turn is not None
        next_turn(append, before.turn.seat, before.turn.number + 1)
