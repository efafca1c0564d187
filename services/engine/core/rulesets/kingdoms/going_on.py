"""What follows from any facts: steps everyone is ready for, battles nobody fights, the end of a turn, the next one."""

from services.engine.core.appending import Appending
from services.engine.core.rulesets.kingdoms.adjudicating import adjudicate_step
from services.engine.core.rulesets.kingdoms.battles import draw_unfought, end_turn
from services.engine.core.rulesets.kingdoms.facts import WentDormant
from services.engine.core.rulesets.kingdoms.records import DORMANT
from services.engine.core.rulesets.kingdoms.state import State
from services.engine.core.rulesets.kingdoms.steps import all_ready, open_step
from services.engine.core.rulesets.kingdoms.victory import check_end


def go_on(append: Appending[State]) -> None:
    """Let the campaign run until it waits for somebody, or is over."""
    while append.state.outcome is None:
        if append.state.step is None:
            draw_unfought(append)
            if any(battle.result is None for battle in append.state.battles.values()):
                return
            next_turn(append)
        elif all_ready(append.state):
            adjudicate_step(append)
        else:
            return


def next_turn(append: Appending[State]) -> None:
    """End the turn and the campaign, or open the next turn."""
    end_turn(append)
    check_end(append, append.state.turn)
    if append.state.outcome is None:
        open_step(append, "provision", append.state.turn + 1)


def fell_asleep(append: Appending[State], before: State) -> None:
    """Tell who went dormant in this append and isn't out: who lost their last province hears that instead."""
    for seat in append.state.seats:
        kingdom = append.state.kingdoms[seat]
        if kingdom.missed >= DORMANT > before.kingdoms[seat].missed:
            append.add(WentDormant(at=append.at, seat=seat, missed=kingdom.missed))
