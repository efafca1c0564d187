"""Missions and claims after an event: what is claimed, what is lost, what scores (rules sections 10 and 11)."""

from services.engine.core.rulesets.chess_wars.append import Append
from services.engine.core.rulesets.chess_wars.facts import ClaimEnded, ClaimMade, MissionScored
from services.engine.core.rulesets.chess_wars.looks import fought_for, look_of, looks_changed, standing_changed
from services.engine.core.rulesets.chess_wars.missions.mission import Kind, Mission
from services.engine.core.rulesets.chess_wars.records import Claim
from services.engine.core.rulesets.chess_wars.secrets import secret_of
from services.engine.core.rulesets.chess_wars.standing import is_complete
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.values import Seat

PUBLIC_POINTS, SECRET_POINTS = 2, 3
HELD_ROUNDS = 2
"""A claim of round c scores from round c + 2 on: every rival gets a whole round to respond."""


def missions_of(state: State, seat: Seat) -> dict[str, Mission]:
    """What a player can score, by name."""
    secret = secret_of(state, seat)
    played: tuple[Mission, ...] = state.options.played
    return {mission.name: mission for mission in (*played, *((secret,) if secret else ()))}


def follow_missions(append: Append, before: State | None) -> bool:
    """Claims made and lost, and what scores now, of all players; answers whether anything scored.

    :param before: the state before the event; None if it was the first.
    """
    if looks_changed(before, append.state):
        moved = standing_changed(before, append.state)
        for seat, player in enumerate(append.state.players):
            for mission in missions_of(append.state, Seat(seat)).values():
                if mission.name not in player.scored and (moved or mission.SECRET):
                    _look_at(append, Seat(seat), mission)
    for seat, player in enumerate(append.state.players):
        for name, claim in player.claims.items():
            mission = missions_of(append.state, Seat(seat))[name]
            if due(append.state, claim) and not at_risk(append.state, Seat(seat), mission):
                _score(append, Seat(seat), mission)
    return before is None or any(
        player.mission_points != old.mission_points
        for player, old in zip(append.state.players, before.players, strict=True)
    )


def _look_at(append: Append, seat: Seat, mission: Mission) -> None:
    """Score a completed record, claim a completed position, end the claim of a lost one."""
    player = append.state.players[seat]
    complete = not player.eliminated and is_complete(append.state, seat, mission)
    claimed = mission.name in player.claims
    if mission.KIND is Kind.RECORD:
        if complete:
            _score(append, seat, mission)
    elif complete and not claimed:
        claim = Claim(round=append.round, since=append.at)
        append.add(
            ClaimMade(at=append.at, seat=seat, mission=mission.name, claim=claim, rivals=_rivals(append.state, seat))
        )
    elif claimed and not complete:
        append.add(ClaimEnded(at=append.at, seat=seat, mission=mission.name))


def _rivals(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Everybody else who still has countries."""
    others = (Seat(other) for other in range(len(state.players)) if other != seat)
    return tuple(other for other in others if not state.players[other].eliminated)


def _score(append: Append, seat: Seat, mission: Mission) -> None:
    append.add(
        MissionScored(
            at=append.at,
            seat=seat,
            mission=mission.name,
            round=append.round,
            points=points(mission),
            mission_points=append.state.players[seat].mission_points + points(mission),
            rivals=_rivals(append.state, seat),
        )
    )


def points(mission: Mission) -> int:
    """What a mission brings."""
    return SECRET_POINTS if mission.SECRET else PUBLIC_POINTS


def turns_had(state: State, claim: Claim) -> bool:
    """Whether the declaring of some round after a claim's own has run its course; a round cut short doesn't count."""
    return state.declared_through > claim.round


def due(state: State, claim: Claim) -> bool:
    """Whether a claim has been held long enough.

    The round after next has started, and the declaring of some round since has run its course.
    """
    return state.round >= claim.round + HELD_ROUNDS and turns_had(state, claim)


def at_risk(state: State, seat: Seat, mission: Mission) -> bool:
    """Whether a war could still break a position (section 11: the worst case)."""
    at_stake = state.map.mask(place for war in state.underway for place in war.at_stake()) & state.empires[seat]
    return mission.at_risk(look_of(state, seat), at_stake, fought_for(state, seat))
