"""The chess games a campaign asks for (rules sections 5.9, 6 and 7; architecture, "A war in play")."""

from services.engine.core.kernel import GameOffer, GamePlayer, GameWant
from services.engine.core.rulesets.chess_wars.options import Draws
from services.engine.core.rulesets.chess_wars.records_wars import IN_GAME, War
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.values import Seat


def games(state: State) -> tuple[GameWant, ...]:
    """Games that should exist now, in the order in which their wars came to be playing."""
    playing = [war for war in state.underway if war.state in IN_GAME]
    return tuple(_want(state, war) for war in sorted(playing, key=lambda war: (_since(war), int(war.id[1:]))))


def _since(war: War) -> float:
    assert war.playing_since is not None
    return war.playing_since.timestamp()


def _want(state: State, war: War) -> GameWant:
    assert war.white is not None
    assert war.playing_since is not None
    return GameWant(
        war=war.id,
        white=_player(war, war.white),
        black=_player(war, war.other(war.white)),
        live=state.options.live,
        since=war.playing_since,
        spectators=state.options.spectators.value,
        offers=tuple(
            GameOffer(offer=offer.id, by="white" if offer.by == war.white else "black", at=offer.since)
            for offer in state.peace_offers.values()
            if offer.war == war.id
        ),
        stop=war.stop,
        takeback=state.options.takeback,
        draw_wins=_draw_wins(state, war),
        spectator_delay_s=state.options.spectator_delay_s if state.options.live else 0,
    )


def _draw_wins(state: State, war: War) -> str:
    if state.options.draws is not Draws.DEFENDER:
        return ""
    return "white" if war.white == war.defender else "black"


def _player(war: War, seat: Seat) -> GamePlayer:
    clock = war.clocks.attacker if seat == war.attacker else war.clocks.defender
    return GamePlayer(seat=seat, initial_s=clock.initial_s, increment_s=clock.increment_s)
