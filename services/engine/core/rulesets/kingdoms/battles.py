"""Battles: who meets whom, sizes, results, and the end of a turn (rules, "Battles")."""

from collections.abc import Sequence
from datetime import timedelta

from services.engine.core.appending import Appending
from services.engine.core.rulesets.kingdoms.facts import KingdomOut, TurnEnded
from services.engine.core.rulesets.kingdoms.facts_battles import BattleBegan, BattlesBegan, BattlesDrawn, BattleSettled
from services.engine.core.rulesets.kingdoms.moves import Attack
from services.engine.core.rulesets.kingdoms.options import BattleMode
from services.engine.core.rulesets.kingdoms.places import holdings
from services.engine.core.rulesets.kingdoms.records import Battle
from services.engine.core.rulesets.kingdoms.simulated import simulate
from services.engine.core.rulesets.kingdoms.state import State
from services.engine.core.values import PlaceId, Seat

SPAWN_WINDOW = timedelta(hours=24)
DEFENDER_ADVANTAGE = 1


def size(base: int, advantage: int) -> int:
    """Players of one side: the base and a tenth of it for each advantage, rounded to the nearest, halves up.

    >>> size(5, 3), size(5, 5)
    (7, 8)
    """
    return (base * (10 + advantage) + 5) // 10


def sizes(state: State, battle: Battle, *, spawn: bool = True) -> tuple[int, int]:
    """Players of the attacker's and of the defender's side.

    :param spawn: the defender's choice of spawn, if it was taken, stands in place of the advantage.
    """
    began, base = battle.began, state.terms.base
    more = 0 if spawn and battle.spawn else DEFENDER_ADVANTAGE
    return size(base, began.attacker_units), size(base, began.defender_units + more)


def outcome_of(battle: Battle, attacker_wins: int, defender_wins: int, drawn: int) -> tuple[Seat, int]:
    """Who has won, and how many of their units stay. With as many wins each the defender has won."""
    began = battle.began
    if attacker_wins > defender_wins:
        winner, units, wins = began.attacker, began.attacker_units, attacker_wins
    else:
        winner, units, wins = began.defender, began.defender_units, defender_wins
    return winner, max(1, units * wins // (attacker_wins + defender_wins + drawn))


def captains(state: State, battle: Battle) -> tuple[Seat, ...]:
    """The sides that persons who aren't dormant play."""
    return tuple(seat for seat in battle.seats if state.captain(seat))


def begin_battles(append: Appending[State], carried: Sequence[Attack]) -> None:
    """A battle in every attacked province, in map order."""
    if carried:
        append.add(BattlesBegan(at=append.at, battles=tuple(_begun(append, attack) for attack in carried)))


def _begun(append: Appending[State], attack: Attack) -> BattleBegan:
    state, at = append.state, append.at
    defender, province = state.owners[attack.target], state.places[attack.target]
    fought = state.terms.mode is not BattleMode.SIMULATED
    people = tuple(seat for seat in (attack.seat, defender) if fought and state.captain(seat))
    window = state.terms.battle_s if len(people) > 1 else state.terms.report_window_s
    due = at + timedelta(seconds=window)
    return BattleBegan(
        at=at,
        battle=f"b{state.turn}-{province}",
        province=province,
        origin=state.places[attack.origin],
        attacker=attack.seat,
        defender=defender,
        attacker_units=attack.units,
        defender_units=state.units[attack.target],
        due=due,
        spawn_until=min(due, at + SPAWN_WINDOW) if defender in people else None,
        captains=people,
    )


def settle(append: Appending[State], battle: str, result: tuple[int, int, int], by: str, reason: str = "") -> None:
    """Give a battle its result.

    :param result: rounds won by the attacker, by the defender, and drawn.
    """
    append.add(_settled(append, battle, result, by, reason))


def _settled(
    append: Appending[State], battle: str, result: tuple[int, int, int], by: str, reason: str = ""
) -> BattleSettled:
    fought = append.state.battles[battle]
    winner, survivors = outcome_of(fought, *result)
    attacker_wins, defender_wins, drawn = result
    return BattleSettled(
        at=append.at,
        battle=battle,
        attacker=fought.began.attacker,
        defender=fought.began.defender,
        province=fought.began.province,
        attacker_wins=attacker_wins,
        defender_wins=defender_wins,
        drawn=drawn,
        winner=winner,
        survivors=survivors,
        by=by,
        reason=reason,
    )


def draw(append: Appending[State], battle: str) -> None:
    """Draw a battle's rounds."""
    append.add(_drawn(append, battle))


def _drawn(append: Appending[State], battle: str) -> BattleSettled:
    """The defender's bonus is the advantage, whatever was chosen."""
    state = append.state
    ours, theirs = sizes(state, state.battles[battle], spawn=False)
    return _settled(append, battle, simulate(ours, theirs, state.terms.rounds, append.chance), "simulated")


def draw_unfought(append: Appending[State]) -> None:
    """Draw the battles that nobody will fight."""
    simulated = append.state.terms.mode is BattleMode.SIMULATED
    unfought = [
        name
        for name, battle in append.state.battles.items()
        if battle.status == "open" and (simulated or not captains(append.state, battle))
    ]
    if unfought:
        append.add(BattlesDrawn(at=append.at, results=tuple(_drawn(append, name) for name in unfought)))


def end_turn(append: Appending[State]) -> None:
    """All battles are settled: provinces change hands at once, and who has none left is out."""
    state = append.state
    owners: dict[PlaceId, Seat] = {}
    units: dict[PlaceId, int] = {}
    for battle in state.battles.values():
        assert battle.result is not None
        owners[battle.began.province] = battle.result.winner
        units[battle.began.province] = battle.result.survivors
    gone = out_after(state, owners, state.turn)
    append.add(TurnEnded(at=append.at, turn=state.turn, owners=owners, units=units, out=gone))
    tell_who_is_out(append, state)


def out_after(state: State, owners: dict[PlaceId, Seat], turn: int) -> dict[Seat, int]:
    """The turn that kingdoms without provinces went in, once some provinces have other owners.

    :param turn: that whoever has none only now went in.
    """
    after = list(state.owners)
    for place, owner in owners.items():
        after[state.map.index[place]] = owner
    held = holdings(after, len(state.kingdoms))
    return {Seat(seat): kingdom.out or turn for seat, kingdom in enumerate(state.kingdoms) if not held[seat]}


def tell_who_is_out(append: Appending[State], before: State) -> None:
    """A fact for everyone who lost their last province."""
    for seat, kingdom in enumerate(append.state.kingdoms):
        if kingdom.out and not before.kingdoms[seat].out:
            append.add(KingdomOut(at=append.at, seat=Seat(seat), turn=kingdom.out))
