"""How a campaign starts: nobody owns anything, and preferences are asked for; or from a position."""

import msgspec

from services.engine.core.appending import Appending
from services.engine.core.kernel import Chance, Setup
from services.engine.core.rulesets.kingdoms.facts import NOBODY, CampaignBegan, Fact
from services.engine.core.rulesets.kingdoms.options import Options, need
from services.engine.core.rulesets.kingdoms.state import evolve
from services.engine.core.rulesets.kingdoms.steps import open_step
from services.engine.core.values import Seat


def start(setup: Setup, chance: Chance) -> tuple[Fact, ...]:
    """The first facts."""
    began = _began(setup)
    state = msgspec.structs.replace(evolve(None, began), board=setup.board, table=setup.table)
    append = Appending(state, setup.at, chance, evolve)
    position = setup.options.position
    if position is msgspec.UNSET:
        open_step(append, "preference", 0)
    else:
        open_step(append, position.stage.value, position.turn)
    return (began, *append.facts)


def _began(setup: Setup) -> CampaignBegan:
    options: Options = setup.options
    places, turn = setup.board.places, 0
    owners, units = dict.fromkeys(places, NOBODY), dict.fromkeys(places, 0)
    if options.position is not msgspec.UNSET:
        position = options.position
        owners = {place: Seat(position.owners[place]) for place in places}
        units = {place: position.units.get(place, 1) for place in places}
        turn = position.turn
    return CampaignBegan(
        at=setup.at,
        owners=owners,
        units=units,
        seats=len(setup.table.seats),
        turn=turn,
        need=need(len(places), options.share_percent),
        last_turn=options.last_turn,
        base=options.base,
        rounds=options.rounds,
        mode=options.battles,
        step_s=options.step_s,
        report_window_s=options.report_window_h * 3600,
        battle_s=options.battle_days * 86_400,
    )
