"""Secret missions: dealing, choosing and revealing them (rules section 10)."""

from services.engine.core.rulesets.chess_wars.append import Append
from services.engine.core.rulesets.chess_wars.commands import ChooseSecret, GoOnWithout
from services.engine.core.rulesets.chess_wars.facts_secrets import (
    SecretChosen,
    SecretRevealed,
    SecretsDealt,
    SecretsWaived,
)
from services.engine.core.rulesets.chess_wars.looks import look_of, looks_changed, partners
from services.engine.core.rulesets.chess_wars.missions.secrets import Secret, best, deal
from services.engine.core.rulesets.chess_wars.records import Phase
from services.engine.core.rulesets.chess_wars.records_secrets import Choosing, PlayerSecret
from services.engine.core.rulesets.chess_wars.refusals import Refusal, malformed, not_allowed, not_now
from services.engine.core.rulesets.chess_wars.rounds import start_round
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.values import Seat


def secret_of(state: State, seat: Seat) -> Secret | None:
    """The secret mission a player has chosen; None while choosing, or without one."""
    held = state.secrets.get(str(seat))
    return None if held is None else held.mission


def steps_of(state: State, seat: Seat, mission: Secret) -> int:
    """Steps a player is from a secret; kept with the territory, since most commands change nothing it depends on."""
    kept: dict[object, int] = state.territory.__dict__.setdefault("_steps", {})
    key = (seat, mission, state.players[seat].deeds, partners(state, seat), state.round)
    if key not in kept:
        kept[key] = mission.steps_left(look_of(state, seat))
    return kept[key]


# --- dealing and choosing ------------------------------------------------------------------------------------------


def deal_secrets(append: Append) -> None:
    """After the draft: deal everyone's options; a map without mission data has no secrets."""
    state = append.state
    if "missions" not in state.map.extra:
        start_round(append)
        return
    secrets = {}
    for seat in range(len(state.players)):
        purpose = f"secret:{seat}"
        options = deal(look_of(state, Seat(seat)), lambda bound: append.chance.below(purpose, bound))  # noqa: B023 - used at once
        secrets[str(seat)] = PlayerSecret(options=options)
    open_choice(append, secrets)


def open_choice(append: Append, secrets: dict[str, PlayerSecret]) -> None:
    """Let everyone choose; where nothing fits the host is asked whether to go on."""
    without = any(not secret.options for secret in secrets.values())
    choosing = Choosing(since=append.at, due=append.window_ends(), host_asked=without)
    host = append.state.host if without else None
    append.add(SecretsDealt(at=append.at, secrets=secrets, choosing=choosing, host=host))


def may_choose(state: State, seat: Seat, command: ChooseSecret) -> None:
    """Whether a seat may choose this option.

    :raises Rejected: `not_your_turn` in the draft, `already_answered` once one is chosen (it can't be changed) or where
        there is nothing to choose, `bad_option` for an option that isn't there.
    """
    if state.phase is Phase.DRAFT:
        not_now(Refusal.NOT_YOUR_TURN, "10")
    secret = state.secrets.get(str(seat))
    if state.choosing is None or secret is None or not secret.waited_for:
        not_now(Refusal.ALREADY_ANSWERED, "10")
    if not 0 <= command.option < len(secret.options):
        malformed(Refusal.BAD_OPTION, "10", option="option", least=0, most=len(secret.options) - 1)


def decide_choose(append: Append, seat: Seat, command: ChooseSecret) -> None:
    """Choose one of the options dealt."""
    may_choose(append.state, seat, command)
    append.add(SecretChosen(at=append.at, seat=seat, option=command.option, by="player"))


def on_choice_expired(append: Append, seat: Seat) -> None:
    """The window ran out: the player gets the best fit."""
    option = best(look_of(append.state, seat), append.state.secrets[str(seat)].options)
    append.add(SecretChosen(at=append.at, seat=seat, option=option, by="clock"))


def may_go_on_without(state: State, seat: Seat) -> None:
    """Whether a seat may let the campaign go on although somebody has no options.

    :raises Rejected: `not_host`, `already_answered` while nobody is asked whether to go on.
    """
    if seat != state.host:
        not_allowed(Refusal.NOT_HOST, "10")
    if state.choosing is None or not state.choosing.host_asked:
        not_now(Refusal.ALREADY_ANSWERED, "10")


def decide_go_on_without(append: Append, seat: Seat, command: GoOnWithout) -> None:
    """The host's word: nobody waits for the host's window any more."""
    del command
    may_go_on_without(append.state, seat)
    waive(append)


def waive(append: Append) -> None:
    """Those without options go on without a secret: at the host's word, or because the host's window ran out."""
    secrets = append.state.secrets
    without = tuple(Seat(int(seat)) for seat, secret in secrets.items() if not secret.options)
    append.add(SecretsWaived(at=append.at, seats=without))


def settle_choice(append: Append) -> None:
    """Once everyone is ready, round 1 starts."""
    state = append.state
    assert state.choosing is not None
    if not state.choosing.host_asked and not any(secret.waited_for for secret in state.secrets.values()):
        start_round(append)


# --- revealing -----------------------------------------------------------------------------------------------------


def reveal(append: Append, before: State | None) -> None:
    """Tell everyone of the secrets that are complete or, but for those of named countries, within one step.

    :param before: the state before the event; None if it was the first.
    """
    state = append.state
    if not looks_changed(before, state):
        return
    for number, secret in state.secrets.items():
        mission, seat = secret.mission, Seat(int(number))
        if mission is None or secret.revealed or state.players[seat].eliminated:
            continue
        look = look_of(state, seat)
        complete = mission.complete(look)
        if complete or (not mission.SHOWN_ONLY_COMPLETE and mission.within_one(look)):
            append.add(SecretRevealed(at=append.at, seat=seat, mission=mission, complete=complete))
