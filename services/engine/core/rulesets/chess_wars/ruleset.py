"""Contents page of chess wars: which file decides a command, folds a fact, answers a question.

README.md leads from each section of the rules to its file and its test.
"""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Any, assert_never

import msgspec
from msgspec.structs import replace

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
from services.engine.core.rulesets.chess_wars import (
    accords,
    answers,
    consequences,
    deadlines,
    draft,
    folds_missions,
    folds_rounds,
    folds_secrets,
    folds_wars,
    peace,
    raises,
    redirects,
    results,
    rounds,
    secrets,
    starting,
    turns,
    victory,
    wars,
)
from services.engine.core.rulesets.chess_wars import actions as choosing
from services.engine.core.rulesets.chess_wars import commands as c
from services.engine.core.rulesets.chess_wars import facts as f
from services.engine.core.rulesets.chess_wars.append import Append
from services.engine.core.rulesets.chess_wars.bots.policy import think
from services.engine.core.rulesets.chess_wars.choices import Actions
from services.engine.core.rulesets.chess_wars.forecast import judged, with_forecasts
from services.engine.core.rulesets.chess_wars.games import games
from services.engine.core.rulesets.chess_wars.notices import notices
from services.engine.core.rulesets.chess_wars.options import Options, check_options
from services.engine.core.rulesets.chess_wars.owed import owed
from services.engine.core.rulesets.chess_wars.played import with_missions
from services.engine.core.rulesets.chess_wars.rating_kinds import rating_kinds
from services.engine.core.rulesets.chess_wars.records import Phase
from services.engine.core.rulesets.chess_wars.refusals import Refusal, not_now
from services.engine.core.rulesets.chess_wars.show import show
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.rulesets.chess_wars.view import PrivateView, PublicView
from services.engine.core.rulesets.chess_wars.viewing import private_view, public_view
from services.engine.core.values import Seat


class ChessWars:
    """The ruleset as the engine knows it."""

    name = "chess_wars"
    version = 1
    seats = range(2, 9)
    shuffles_seats = True
    leavers_watch = False
    replaces = True
    room = RoomRules()
    commands: Any = c.PlayerCommand
    words: Mapping[str, str] = MappingProxyType({"ProposeAccord": "terms"})
    reads: Mapping[str, FileReader] = MappingProxyType({})
    facts: Any = f.Fact
    state: type[msgspec.Struct] = State
    options_type: type[msgspec.Struct] = Options
    refusals: type[StrEnum] = Refusal
    views: Mapping[str, type[msgspec.Struct]] = {
        "PublicView": PublicView, "PrivateView": PrivateView, "Actions": Actions,
    }  # fmt: skip

    def map_id(self, options: Options | None) -> str:
        """The map these options are played on; the default one for None."""
        return Options().map if options is None else options.map

    def options(self, raw: Mapping[str, Any], seats: int, board: Board, chance: Chance) -> Options:
        """The host's options, checked, with the public missions and their targets drawn.

        :raises Rejected: `bad_option`, `theatre_not_connected`, `theatre_too_small`, `mission_unavailable`.
        """
        return with_missions(check_options(raw, seats, board), seats, board, chance)

    def rating_kinds(self, options: Options) -> tuple[str, ...]:
        """The kinds of rating that count, the campaign's own first."""
        return rating_kinds(options)

    def start(self, setup: Setup, chance: Chance) -> tuple[Any, ...]:
        """The first facts: the start, and with a dealt theatre the empires and round 1."""
        return starting.start(setup, chance, evolve)

    def decide(
        self, state: State, seat: Seat | None, command: c.PlayerCommand | SystemCommand, at: datetime, chance: Chance
    ) -> tuple[Any, ...]:
        """The facts a command leads to.

        :raises Rejected: any code of `Refusal`.
        """
        append = Append(state, at, chance, evolve)
        match command:
            case ExpireDeadline():
                deadlines.on_deadline(append, command)
            case RecordGameResult():
                results.on_game_result(append, command)
            case MoveGame():
                results.on_game_moved(append, command)
            case SeatTaken():
                consequences.on_seat_taken(append, seat, command)
            case _:
                if state.phase is Phase.ENDED:
                    not_now(Refusal.OVER, "12")
                assert seat is not None
                decide_player(append, seat, command)
                turns.hold_turn(append, seat, state.turn)
        if append.facts:
            consequences.follow_up(append, state)
        return tuple(append.facts)

    def evolve(self, state: State | None, fact: f.Fact) -> State:
        """The state after a fact."""
        return evolve(state, fact)

    def view(self, state: State, viewer: Seat | None) -> dict[str, Any]:
        """The public picture, or a seat's private part."""
        return public_view(state) if viewer is None else private_view(state, viewer)

    def padding(self, board: Board) -> int:
        """Nothing whose size would tell anything is secret for long."""
        return 0

    def actions(self, state: State, seat: Seat) -> dict[str, Any]:
        """What a seat may do now: `choices.Actions` as plain data."""
        return choosing.actions(state, seat)

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
        """The chess games that should exist now."""
        return games(state)

    def outcome(self, state: State) -> Outcome | None:
        """How it ended, or None."""
        return state.outcome

    def bot(self, seen: Seen, chance: Chance) -> c.PlayerCommand | None:
        """A bot's next command."""
        return think(seen, chance)


def decide_player(append: Append, seat: Seat, command: c.PlayerCommand) -> None:  # noqa: C901 - one line a command
    """Hand a player's command to its rule."""
    match command:
        case c.PickCountry():
            draft.decide_pick(append, seat, command)
        case c.SetPreferences():
            draft.decide_preferences(append, seat, command)
        case c.ChooseSecret():
            secrets.decide_choose(append, seat, command)
        case c.DeclareWar():
            wars.decide_declare(append, seat, command)
        case c.Fortify():
            turns.decide_fortify(append, seat, command)
        case c.PassTurn():
            turns.decide_pass(append, seat, command)
        case c.PassTurnFor():
            turns.decide_pass_for(append, seat, command)
        case c.CallOff():
            wars.decide_call_off(append, seat, command)
        case c.AcceptWar():
            answers.decide_accept_war(append, seat, command)
        case c.RaiseStakes():
            raises.decide_raise(append, seat, command)
        case c.MeetRaise():
            raises.decide_meet(append, seat, command)
        case c.BackDown():
            answers.decide_back_down(append, seat, command)
        case c.RedirectWar():
            redirects.decide_redirect(append, seat, command)
        case c.FightRedirect():
            redirects.decide_fight(append, seat, command)
        case c.Withdraw():
            answers.decide_withdraw(append, seat, command)
        case c.OfferPeace():
            peace.decide_offer(append, seat, command)
        case c.AcceptPeace():
            peace.decide_accept(append, seat, command)
        case c.DeclinePeace():
            peace.decide_decline(append, seat, command)
        case c.ProposeAccord():
            accords.decide_propose(append, seat, command)
        case c.SignAccord():
            accords.decide_sign(append, seat, command)
        case c.DeclineAccord():
            accords.decide_decline(append, seat, command)
        case c.RenounceAccord():
            accords.decide_renounce(append, seat, command)
        case c.AdvanceRound():
            rounds.decide_advance(append, seat, command)
        case c.GoOnWithout():
            secrets.decide_go_on_without(append, seat, command)
        case c.EndCampaign():
            victory.decide_end(append, seat, command)
        case _:
            assert_never(command)


def evolve(state: State | None, fact: f.Fact) -> State:
    """The state after a fact; None before the first."""
    if isinstance(fact, f.CampaignStarted):
        return folds_rounds.evolve_started(fact)
    assert state is not None
    after = _evolve(state, fact)
    if isinstance(fact, f.WarDecided):
        after = judged(after, fact.war)
    return after if after.wars is state.wars else with_forecasts(after)


def _evolve(state: State, fact: f.Fact) -> State:  # noqa: C901 - one line a fact
    match fact:
        case f.CampaignStarted():
            return folds_rounds.evolve_started(fact)
        case f.PreferencesSet():
            return folds_rounds.evolve_preferences(state, fact)
        case f.CountriesPicked():
            return folds_rounds.evolve_picked(state, fact)
        case f.EmpiresDealt():
            return folds_rounds.evolve_dealt(state, fact)
        case f.PositionSet():
            return folds_rounds.evolve_position(state, fact)
        case f.SecretsDealt() | f.SecretChosen() | f.SecretsWaived() | f.SecretRevealed():
            return folds_secrets.evolve_secrets(state, fact)
        case f.RoundStarted():
            return folds_rounds.evolve_round_started(state, fact)
        case f.TurnBegan():
            return folds_rounds.evolve_turn_began(state, fact)
        case f.TurnHeld():
            return folds_rounds.evolve_turn_held(state, fact)
        case f.TurnPassed():
            return folds_rounds.evolve_turn_passed(state, fact)
        case f.DeclaringEnded():
            return replace(state, at=fact.at, declaring_over=fact.at, declared_through=fact.round)
        case f.CountryFortified():
            return folds_rounds.evolve_fortified(state, fact)
        case f.WarDeclared():
            return folds_wars.evolve_declared(state, fact)
        case (
            f.WarCalledOff()
            | f.WarAccepted()
            | f.StakesRaised()
            | f.RaiseMet()
            | f.RedirectFought()
            | f.WarWithdrawn()
            | f.GameMoved()
        ):
            return folds_wars.evolve_answered(state, fact)
        case f.WarRedirected():
            return folds_wars.evolve_redirected(state, fact)
        case f.WarConceded() | f.WarDecided() | f.PeaceMade():
            return folds_wars.evolve_war_ended(state, fact)
        case f.PeaceOffered():
            return folds_wars.evolve_offered(state, fact)
        case f.PeaceOfferEnded() | f.GameWentOn():
            return folds_wars.evolve_offer_ended(state, fact)
        case f.PeaceAccepted():
            return folds_wars.evolve_peace_accepted(state, fact)
        case f.AccordProposed():
            return folds_wars.evolve_proposed(state, fact)
        case f.AccordOfferEnded():
            return folds_wars.evolve_proposal_ended(state, fact)
        case f.AccordSigned():
            return folds_wars.evolve_signed(state, fact)
        case f.AccordRenounced():
            return folds_wars.evolve_renounced(state, fact)
        case f.TitlesMoved():
            return folds_wars.evolve_titles(state, fact)
        case f.ClaimMade():
            return folds_missions.evolve_claimed(state, fact)
        case f.ClaimEnded():
            return folds_missions.evolve_claim_ended(state, fact)
        case f.MissionScored():
            return folds_missions.evolve_scored(state, fact)
        case f.PlayerReturned():
            return folds_rounds.evolve_returned(state, fact)
        case f.PlayerEliminated():
            return folds_rounds.evolve_eliminated(state, fact)
        case f.HostAsked():
            return replace(state, at=fact.at, host_asked=fact.at)
        case f.StoodStill():
            return replace(state, at=fact.at, still_since=fact.at)
        case f.WentOn():
            return folds_rounds.evolve_went_on(state, fact)
        case f.CampaignEnded():
            return folds_rounds.evolve_ended(state, fact)
        case _:
            assert_never(fact)
