"""Who goes: eliminated, removed after being offline for long, or by will (rules, "Time, disconnection, removal")."""

from services.engine.core.appending import Appending
from services.engine.core.rulesets.provinces.facts import PlayerOut
from services.engine.core.rulesets.provinces.state import State
from services.engine.core.values import Seat

LONG_OFFLINE_S = 120
"""Known offline time without a break after which whose turn runs out is removed."""
MISSED_TURNS = 3
"""Or so many turns of theirs in a row that ran out while they were offline."""


def offline_for_long(offline_s: int, missed: int) -> bool:
    """Whether a player whose turn just ran out goes.

    :param offline_s: unbroken known offline time up to now; 0 for who is connected, who is never removed.
    :param missed: turns of theirs in a row that ran out while they were offline, this one included.
    """
    return offline_s >= LONG_OFFLINE_S or missed >= MISSED_TURNS


def take_out(append: Appending[State], seat: Seat, how: str, offline_s: int = 0) -> None:
    """A player leaves the cycle of turns; their provinces stay on the map and defend until taken."""
    order = 1 + sum(bool(player.out) for player in append.state.players)
    append.add(PlayerOut(at=append.at, seat=seat, how=how, order=order, offline_s=offline_s))


def pass_host(append: Appending[State]) -> None:
    """The next human seat of the cycle is host if the host has gone."""
    state, host = append.state, append.state.seating.host
    if host is not None and state.players[host].out and state.humans:
        n = len(state.players)
        append.give_host(min(state.humans, key=lambda seat: (seat - host) % n))
