"""Draw the views of view_missions.py from the state."""

from msgspec import UNSET

from services.engine.core.rulesets.chess_wars import view_missions as v
from services.engine.core.rulesets.chess_wars.claims import HELD_ROUNDS, at_risk, points, turns_had
from services.engine.core.rulesets.chess_wars.missions.mission import Kind, Mission
from services.engine.core.rulesets.chess_wars.records import Claim
from services.engine.core.rulesets.chess_wars.standing import progress_of
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.values import Seat, unix_ms


def mission_views(state: State) -> dict[str, v.MissionView]:
    """The public missions with everybody's progress, by name."""
    return {
        mission.name: v.MissionView(
            points=points(mission),
            record=mission.KIND is Kind.RECORD,
            long=mission.LONG,
            seats={str(seat): stand_view(state, Seat(seat), mission) for seat in range(len(state.players))},
        )
        for mission in state.options.played
    }


def stand_view(state: State, seat: Seat, mission: Mission) -> v.StandView:
    """How far a player is."""
    player = state.players[seat]
    progress = progress_of(state, seat, mission)
    claim = player.claims.get(mission.name)
    return v.StandView(
        have=progress.have,
        need=progress.need,
        parts=progress.parts,
        scored=player.scored.get(mission.name, 0),
        claim=UNSET if claim is None else claim_view(state, seat, mission, claim),
    )


def claim_view(state: State, seat: Seat, mission: Mission, claim: Claim) -> v.ClaimView:
    """A claim and what it waits for."""
    return v.ClaimView(
        round=claim.round,
        since_unix_ms=unix_ms(claim.since),
        from_round=claim.round + HELD_ROUNDS,
        turns_had=turns_had(state, claim),
        at_risk=at_risk(state, seat, mission),
    )
