"""Contents page of the kingdoms: which file decides a command, folds a fact, answers a question.

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
from services.engine.core.rulesets.kingdoms import commands as c
from services.engine.core.rulesets.kingdoms import facts as f
from services.engine.core.rulesets.kingdoms.acting import actions
from services.engine.core.rulesets.kingdoms.bots.policy import think
from services.engine.core.rulesets.kingdoms.going_on import fell_asleep, go_on
from services.engine.core.rulesets.kingdoms.handing_in import read_battle_log
from services.engine.core.rulesets.kingdoms.hosting import (
    decide_correct,
    decide_extend,
    decide_pause,
    decide_resume,
    decide_rule,
)
from services.engine.core.rulesets.kingdoms.notices import notices
from services.engine.core.rulesets.kingdoms.options import Options, check_options
from services.engine.core.rulesets.kingdoms.owed import on_deadline, owed
from services.engine.core.rulesets.kingdoms.refusals import Refusal, not_now
from services.engine.core.rulesets.kingdoms.reports import (
    decide_confirm,
    decide_dispute,
    decide_report,
    decide_simulate,
    decide_spawn,
)
from services.engine.core.rulesets.kingdoms.sealing import padding
from services.engine.core.rulesets.kingdoms.show import show
from services.engine.core.rulesets.kingdoms.starting import start
from services.engine.core.rulesets.kingdoms.state import State, evolve
from services.engine.core.rulesets.kingdoms.steps import decide_ready, decide_submit, decide_submit_text, seat_taken
from services.engine.core.rulesets.kingdoms.view import VIEWS
from services.engine.core.rulesets.kingdoms.viewing import private_view, public_view
from services.engine.core.values import Seat


class Kingdoms:
    """The ruleset as the engine knows it."""

    name = "kingdoms"
    version = 1
    seats = range(2, 11)
    shuffles_seats = False
    leavers_watch = True
    replaces = True
    room = RoomRules(bot_levels=3)
    commands: Any = c.PlayerCommand
    words: Mapping[str, str] = MappingProxyType({"CorrectBattle": "reason", "RuleBattle": "reason"})
    reads: Mapping[str, FileReader] = MappingProxyType({"battle_log": read_battle_log})
    facts: Any = f.Fact
    state: type[msgspec.Struct] = State
    options_type: type[msgspec.Struct] = Options
    refusals: type[StrEnum] = Refusal
    views: Mapping[str, type[msgspec.Struct]] = VIEWS

    def map_id(self, options: Options | None) -> str:
        """The map these options are played on; the default one for None."""
        return Options().map if options is None else options.map

    def options(self, raw: Mapping[str, Any], seats: int, board: Board, chance: Chance) -> Options:
        """The host's options, checked.

        :raises Rejected: `bad_option`, `odd_rounds`, `map_too_small`, `share_too_low`.
        """
        return check_options(raw, seats, board)

    def rating_kinds(self, options: Options) -> tuple[str, ...]:
        """No rating of chess says anything here."""
        return ()

    def start(self, setup: Setup, chance: Chance) -> tuple[Any, ...]:
        """The first order step."""
        return start(setup, chance)

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
                seat_taken(append, command.seat)
            case RecordGameResult() | MoveGame():
                return ()
            case _:
                if state.outcome is not None:
                    not_now(Refusal.OVER, "Winning")
                assert seat is not None
                _decide_player(append, seat, command)
        if append.facts or isinstance(command, SeatTaken):
            go_on(append)
            fell_asleep(append, state)
        return tuple(append.facts)

    def evolve(self, state: State | None, fact: f.Fact) -> State:
        """The state after a fact."""
        return evolve(state, fact)

    def view(self, state: State, viewer: Seat | None) -> dict[str, Any]:
        """The public picture, or a seat's own orders of the open step."""
        return public_view(state) if viewer is None else private_view(state, viewer)

    def padding(self, board: Board) -> int:
        """Orders are sealed: how long they are is nobody's business, either."""
        return padding(board)

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
        return () if state.outcome is not None else owed(state)

    def games(self, state: State) -> tuple[GameWant, ...]:
        """No chess here."""
        return ()

    def outcome(self, state: State) -> Outcome | None:
        """How it ended, or None."""
        return state.outcome

    def bot(self, seen: Seen, chance: Chance) -> c.PlayerCommand | None:
        """A bot's next command."""
        return think(seen, chance)


def _decide_player(append: Appending[State], seat: Seat, command: c.PlayerCommand) -> None:  # noqa: C901 - a list
    """Hand a player's command to its rule."""
    match command:
        case c.Submit():
            decide_submit(append, seat, command)
        case c.SubmitText():
            decide_submit_text(append, seat, command)
        case c.SetReady():
            decide_ready(append, seat, command)
        case c.ChooseSpawn():
            decide_spawn(append, seat, command)
        case c.ReportBattle():
            decide_report(append, seat, command)
        case c.ConfirmReport():
            decide_confirm(append, seat, command)
        case c.DisputeReport():
            decide_dispute(append, seat, command)
        case c.SimulateBattle():
            decide_simulate(append, seat, command)
        case c.RuleBattle():
            decide_rule(append, seat, command)
        case c.CorrectBattle():
            decide_correct(append, seat, command)
        case c.ExtendStep():
            decide_extend(append, seat, command)
        case c.PauseCampaign():
            decide_pause(append, seat)
        case c.ResumeCampaign():
            decide_resume(append, seat)
        case _:
            assert_never(command)
