"""Campaigns of bots for tests: the policy on what its seat sees, or somebody who only attacks at random."""

import itertools
import random
from collections.abc import Callable, Mapping
from typing import Any

from services.engine.adapters.maps import load_board
from services.engine.core.kernel import Rejected
from services.engine.core.rulesets.chess_wars.commands import DeclareWar
from services.engine.core.rulesets.chess_wars.forecast import attackers_chance
from services.engine.core.rulesets.chess_wars.missions.catalogue import PUBLIC
from services.engine.core.values import PlaceId, Seat
from tests.unit.chess_wars.table import Game

MOST_STEPS = 8000
DRAWN = 0.1
"""Of the games."""
Mover = Callable[[Game, int, str], None]
"""Does what a seat owes: the game, the seat, and what it is called."""


def play(game: Game, seed: int, movers: Mapping[int, Mover] | None = None) -> None:
    """Bots to the end; games drawn by ratings and clocks.

    :param movers: who doesn't play by the policy, by seat.
    """
    chosen = random.Random(seed)
    for _ in range(MOST_STEPS):
        if game.campaign.outcome is not None:
            return
        wants = game.rules.games(game.state)
        stopping = next((want.war for want in wants if want.stop), None)
        owed = next((due for due in game.owed() if due.seat is not None and due.reply), None)
        if stopping is not None:  # in a moment, before anybody thinks of what the others can't know yet
            _settle(game, stopping, chosen)
        elif owed is not None:
            assert owed.seat is not None
            (movers or {}).get(owed.seat, by_policy)(game, owed.seat, owed.what)
        elif wants:
            _settle(game, wants[0].war, chosen)
        else:
            game.expire(next(due.what for due in game.owed() if not due.open_ended))
    raise AssertionError("the campaign doesn't end")


def _settle(game: Game, war_id: str, chosen: random.Random) -> None:
    war = game.state.wars[war_id]
    if war.stop is not None:
        game.result(war.id, "stopped", "stopped", war.stop)
        return
    wins = chosen.random() < attackers_chance(game.state, war.attacker, war.defender, war.clocks, war.white)
    game.result(war.id, "draw" if chosen.random() < DRAWN else "attacker" if wins else "defender")


def by_policy(game: Game, seat: int, what: str) -> None:
    """What the bots' policy does."""
    command = game.think(seat)
    assert command is not None, what
    game.do(seat, command)


def attacks_at_random(seed: int) -> Mover:
    """Declares war on anything it can with the cheapest stake, and lets every other window run out."""
    chosen = random.Random(seed)

    def move(game: Game, seat: int, what: str) -> None:
        if game.state.turn is not None and game.state.turn.seat == seat and what.startswith("turn:"):
            choice = game.actions(seat).get("DeclareWar", {})
            if choice.get("targets"):
                target = chosen.choice(sorted(choice["targets"]))
                listed = choice["targets"][target]
                stake = listed["origins"][listed["best"]]["cheapest"]
                game.do(seat, DeclareWar(
                    turn=game.turn(), target=PlaceId(target), origin=PlaceId(listed["best"]),
                    stake=tuple(PlaceId(place) for place in stake),
                ))  # fmt: skip
                return
        game.expire(what)

    return move


THEATRES = ((), (), ("Africa",), ("Asia",), ("Europe",), ("South America",), ("Asia", "Europe"), ("Africa", "Asia"))


def any_options(seed: int, last_round: int) -> tuple[int, dict[str, Any]]:
    """Seats and options drawn from all there are, allowed or not."""
    chosen = random.Random(seed)
    missions = chosen.choice(["default", "picked", "drawn"])
    return chosen.randint(2, 8), {
        "theatre": chosen.choice(THEATRES),
        "draft": chosen.choice(["connected", "free", "dealt"]),
        "advance": chosen.choice(["auto", "host", "schedule"]),
        "pace": chosen.choice(["live", "correspondence"]),
        "handicap": chosen.choice(["none", "light", "full"]),
        "draws": chosen.choice(["status_quo", "defender"]),
        "colours": chosen.choice(["attacker_white", "random", "attacker_black"]),
        "tokens_a_round": chosen.randint(1, 3),
        "target": chosen.randint(5, 15),
        "last_round": chosen.randint(2, last_round),
        "redraws": chosen.randrange(100),
        "missions": missions,
        "picked": chosen.sample(sorted(PUBLIC), 4) if missions == "picked" else (),
    }


def plays_through(seed: int, last_round: int = 25) -> str:
    """Play a campaign with any options the rules allow; answers how it ended."""
    for attempt in itertools.count():
        seats, options = any_options(seed + 1_000_000 * attempt, last_round)
        ratings = {seat: random.Random(seed + seat).randrange(800, 2400) for seat in range(seats)}
        try:
            game = Game(load_board("world"), seats=seats, bots=range(seats), ratings=ratings, simulated=True, **options)
        except Rejected:
            continue
        play(game, seed)
        assert game.campaign.outcome is not None
        return game.campaign.outcome.reason
    raise AssertionError("unreachable")


def won_by_policy(seed: int) -> bool:
    """Whether the policy wins with one of two dealt empires of the world; the seed says in which seat it sits.

    Every seed deals anew: one deal gives all four titles to one seat, and says little of the policy.
    """
    policy = seed % 2
    secret, ratings = bytes([seed % 255 + 1]) * 32, {0: 1500, 1: 1500}
    game = Game(
        load_board("world"), seats=2, bots=(0, 1), ratings=ratings, simulated=True, draft="dealt", secret=secret
    )
    play(game, seed, {1 - policy: attacks_at_random(seed)})
    assert game.campaign.outcome is not None
    return any(one.seat == Seat(policy) and one.place == 1 for one in game.campaign.outcome.standings)
