"""Random games: whatever players, the clock and leavers do, the rules' invariants hold after every step."""

import os
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.engine.core import campaign as kernel
from services.engine.core import sight
from services.engine.core.kernel import Rejected
from services.engine.core.patches import diff
from services.engine.core.rulesets.provinces import commands as c
from services.engine.core.rulesets.provinces.attacking import MOST_ATTACKS
from services.engine.core.storage import Codec, encode_facts
from tests.unit.provinces.table import BOARD, RULES, START, Game

CODEC = Codec(RULES)
EXAMPLES = 400 if os.environ.get("SOAK") else 30


def wanted(game: Game, data: st.DataObject) -> Any:
    """A command of the kind that is on, legal or nearly so."""
    state = game.state
    assert state.turn is not None
    place = st.sampled_from(BOARD.places)
    own = [state.places[position] for position in state.owned(state.turn.seat)]
    mostly_own = st.one_of(st.sampled_from(own), st.sampled_from(own), place)
    number = state.turn.number + data.draw(st.sampled_from([0] * 9 + [-1, 1]))
    units = st.integers(1, 6)
    origin = data.draw(mostly_own)
    near = st.sampled_from(BOARD.ids(BOARD.neighbours[BOARD.index[origin]]))
    match data.draw(st.sampled_from(["reinforce", "attack", "attack", "move", "end", "end"])):
        case "reinforce":
            placed = data.draw(st.dictionaries(mostly_own, units, min_size=1, max_size=3))
            return c.Reinforce(turn=number, units=placed)
        case "attack":
            attack = state.turn.attacks + data.draw(st.sampled_from([1, 1, 1, 0, 2]))
            return c.Attack(
                turn=number, attack=attack, origin=origin, target=data.draw(near), move_in=data.draw(st.integers(0, 9)),
                stop_at=data.draw(st.sampled_from([1, 1, 3])),
            )  # fmt: skip
        case "move":
            return c.Move(turn=number, origin=origin, target=data.draw(near), units=data.draw(units))
        case _:
            return c.EndTurn(turn=number)


def legal(game: Game, command: Any) -> bool:
    """Whether the rules allow it, told by what seats are told they may do."""
    turn = game.state.turn
    assert turn is not None
    choices = RULES.actions(game.state, turn.seat)
    units = dict(zip(game.state.places, game.state.units, strict=True))
    if command.turn != turn.number:
        return False
    match command:
        case c.Reinforce():
            own = {game.state.places[position] for position in game.state.owned(turn.seat)}
            return (
                set(command.units) <= own
                and sum(command.units.values()) <= choices.get("Reinforce", {"units": 0})["units"]
            )
        case c.Attack():
            attack = choices.get("Attack", {"origins": {}, "attack": -1})
            targets = [one["target"] for one in attack["origins"].get(command.origin, ())]
            stops = game.state.assault == "single" or command.stop_at < units[command.origin]
            return command.attack == attack["attack"] and command.target in targets and stops
        case c.Move():
            origins = choices.get("Move", {"origins": {}})["origins"]
            return command.target in origins.get(command.origin, ()) and command.units < units[command.origin]
        case _:
            return "EndTurn" in choices


def check(game: Game, before: sight.Views) -> sight.Views:
    """What holds after every step."""
    state = game.state
    assert min(state.units) >= 1
    assert sum(len(state.owned(seat)) for seat in range(len(state.players))) + state.owners.count(-1) == 21
    assert set(state.owners) <= set(range(-1, len(state.players)))
    for seat, player in enumerate(state.players):
        assert player.out or seat in state.owners
        assert not (player.out == "eliminated" and seat in state.owners)
    if state.outcome is None:
        assert state.turn is not None
        assert not state.players[state.turn.seat].out
        assert 0 <= state.turn.attacks <= MOST_ATTACKS
        assert state.turn.to_place >= 0
        assert not (state.turn.to_place and (state.turn.attacks or state.turn.moved))
        assert len(state.cycle) >= 2
        assert state.humans
        assert max(state.owners.count(seat) for seat in range(len(state.players))) < state.to_win
        assert game.campaign.table.host in state.humans
        assert [due.seat for due in kernel.owed(RULES, game.campaign)]
    else:
        assert state.turn is None
        assert state.outcome.nobody_won == (state.outcome.reason == "abandoned")
        assert state.outcome.nobody_won or sum(one.place == 1 for one in state.outcome.standings) == 1
    after = sight.see(RULES, game.campaign)
    assert patched(before.public, diff(before.public, after.public)) == after.public
    return after


def patched(target: Any, patch: Any) -> Any:
    """RFC 7396."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        result.pop(key, None)
        if value is not None:
            result[key] = patched(target.get(key) if isinstance(target, dict) else None, value)
    return result


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_any_game(data: st.DataObject) -> None:
    """Legal commands are accepted, all others refused without a fact; replay equals live state."""
    seats = data.draw(st.integers(2, 5))
    options = {"assault": data.draw(st.sampled_from(["by_seats", "single", "blitz"]))}
    game = Game(seats, data.draw(st.integers(0, 1 << 32)), data.draw(st.integers(0, seats - 1)), options)
    replayed = kernel.replay(RULES, BOARD, None, START, game.facts)
    views = check(game, sight.see(RULES, game.campaign))
    for _ in range(data.draw(st.integers(1, 60))):
        if game.campaign.outcome is not None:
            break
        turn = game.state.turn
        assert turn is not None
        before = game.campaign
        match data.draw(st.sampled_from(["play"] * 12 + ["run out", "run out offline", "leave"])):
            case "play":
                command = wanted(game, data)
                allowed = legal(game, command)
                try:
                    game.play(turn.seat, command)
                except Rejected:
                    assert not allowed, command
                    assert game.campaign is before
                    continue
                assert allowed, command
            case "run out":
                game.run_out()
                assert not any(player.out == "removed" for player in game.state.players) or game.campaign is not before
            case "run out offline":
                game.run_out(data.draw(st.sampled_from([1, 119, 120, 900])))
            case _:
                gone = data.draw(st.sampled_from(game.state.humans))
                game.leave(gone)
        replayed = kernel.replay(RULES, BOARD, replayed, game.at, CODEC.facts(encode_facts(game.facts)))
        assert replayed == game.campaign
        views = check(game, views)
