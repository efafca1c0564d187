"""Attacks: who may attack what, the throws, and what falls (rules, "A turn", "Dice")."""

from services.engine.core.appending import Appending
from services.engine.core.rulesets.provinces import commands as c
from services.engine.core.rulesets.provinces.dice import attack_dice, throw
from services.engine.core.rulesets.provinces.facts import NEUTRAL, Attacked, Throw
from services.engine.core.rulesets.provinces.leaving import take_out
from services.engine.core.rulesets.provinces.options import Assault
from services.engine.core.rulesets.provinces.places import bordering, known, own
from services.engine.core.rulesets.provinces.refusals import Refusal, not_allowed
from services.engine.core.rulesets.provinces.state import State
from services.engine.core.rulesets.provinces.turns import all_placed, turn_of
from services.engine.core.values import Seat

MOST_ATTACKS = 2
"""A turn."""
LEAST_TO_ATTACK = 2
"""Units in the origin: one stays behind."""


def decide_attack(append: Appending[State], seat: Seat, command: c.Attack) -> None:
    """An attack with all its throws; the province may fall, and its owner with it.

    :raises Rejected: `units_left`, `already_moved`, `already_attacked`, `not_yours`, `own_province`, `not_bordering`,
        `too_few_units`, and as `turn_of`.
    """
    origin, target = _checked(append.state, seat, command)
    state = append.state
    defender = state.owners[target]
    fight = _Fight(append, state.units[origin], state.units[target])
    fight.throw()
    while state.assault is Assault.BLITZ and fight.defenders and fight.attackers > command.stop_at:
        fight.throw()
    taken = not fight.defenders
    least = len(fight.throws[-1].attack)
    moved_in = min(max(command.move_in, least), fight.attackers - 1) if taken else 0
    append.add(
        Attacked(
            at=append.at,
            seat=seat,
            number=command.attack,
            origin=command.origin,
            target=command.target,
            defender=defender,
            throws=tuple(fight.throws),
            taken=taken,
            moved_in=moved_in,
            origin_units=fight.attackers - moved_in,
            target_units=moved_in if taken else fight.defenders,
            seal=fight.seal,
        )
    )
    if taken and defender != NEUTRAL and not append.state.players[defender].out and defender not in append.state.owners:
        take_out(append, defender, "eliminated")


def _checked(state: State, seat: Seat, command: c.Attack) -> tuple[int, int]:
    """Positions of origin and target of an attack the rules allow."""
    turn = turn_of(state, seat, command.turn)
    all_placed(turn)
    if turn.moved:
        not_allowed(Refusal.ALREADY_MOVED, "A turn")
    if turn.attacks >= MOST_ATTACKS or command.attack != turn.attacks + 1:
        not_allowed(Refusal.ALREADY_ATTACKED, "A turn", attacks=turn.attacks, most=MOST_ATTACKS)
    origin, target = own(state, seat, command.origin), known(state, command.target)
    if state.owners[target] == seat:
        not_allowed(Refusal.OWN_PROVINCE, "A turn", province=command.target)
    bordering(state, origin, target)
    need = LEAST_TO_ATTACK if state.assault is Assault.SINGLE else max(LEAST_TO_ATTACK, command.stop_at + 1)
    if state.units[origin] < need:
        have = state.units[origin]
        not_allowed(Refusal.TOO_FEW_UNITS, "A turn", province=command.origin, need=need, have=have)
    return origin, target


class _Fight:
    """Throws of one attack so far."""

    def __init__(self, append: Appending[State], attackers: int, defenders: int) -> None:
        self._chance = append.chance
        self.attackers, self.defenders = attackers, defenders
        self.throws: list[Throw] = []
        self.seal = append.state.seal

    def throw(self) -> None:
        """Throw once more; both sides have units enough."""
        assert attack_dice(self.attackers) >= 1
        after = self.throws[-1].key if self.throws else ""
        fallen, self.seal = throw(self._chance, self.attackers, self.defenders, after)
        self.throws.append(fallen)
        self.attackers -= fallen.attack_lost
        self.defenders -= fallen.defence_lost
