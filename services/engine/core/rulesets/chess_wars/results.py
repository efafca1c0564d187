"""How wars end: who gets what after a game, a concession or a withdrawal (rules sections 5.4 and 5.6)."""

from collections.abc import Iterable

from msgspec.structs import replace

from services.engine.core.kernel import MoveGame, RecordGameResult
from services.engine.core.rulesets.chess_wars.append import Append
from services.engine.core.rulesets.chess_wars.facts import GameMoved, WarConceded, WarDecided, WarWithdrawn
from services.engine.core.rulesets.chess_wars.missions.look import Win
from services.engine.core.rulesets.chess_wars.options import Draws
from services.engine.core.rulesets.chess_wars.peace import conclude, game_went_on
from services.engine.core.rulesets.chess_wars.records import NEWLY_WON_ROUNDS, Got
from services.engine.core.rulesets.chess_wars.records_wars import (
    IN_GAME,
    Hand,
    Result,
    War,
    WarState,
)
from services.engine.core.rulesets.chess_wars.wars import ended
from services.engine.core.values import PlaceId, Seat


def hands(append: Append, places: Iterable[PlaceId], giver: Seat, to: Seat, got: Got, sea: bool) -> dict[PlaceId, Hand]:
    """Countries handed from one player to another; they're newly won for this round and the next."""
    until = append.round + NEWLY_WON_ROUNDS
    return {place: Hand(to=to, giver=giver, got=got, over_sea=sea, newly_won_until=until) for place in places}


def spoils(append: Append, war: War, winner: Seat) -> dict[PlaceId, Hand]:
    """What the winner of a game gets: the target and what was put in, or the whole stake.

    Only the country fought for came over a sea lane: a mission counts such attacks by it.
    """
    if winner == war.attacker:
        target = hands(append, (war.target,), war.defender, winner, Got.GAME, war.over_sea)
        return target | hands(append, war.put_ins, war.defender, winner, Got.GAME, False)
    return hands(append, (*war.stake, *war.added), war.attacker, winner, Got.GAME, False)


def on_game_result(append: Append, command: RecordGameResult) -> None:
    """A chess game is over, was stopped, or went on past an offer. What is known already does nothing."""
    war = append.state.wars.get(command.war)
    if war is None or war.state not in IN_GAME:
        return
    if command.reason == "declined":
        game_went_on(append, war, command.offer)
        return
    match command.result:
        case "stopped":
            if war.stop is not None:
                conclude(append, append.state.peace_offers[war.stop])
        case "white" | "black" | "draw":
            decide_by_game(append, war, command)
        case _:
            raise ValueError(f"unknown result {command.result!r} of {command.war}")


def on_game_moved(append: Append, command: MoveGame) -> None:
    """A game moved to a real board, or back (section 7); it no longer holds the round, or does so again (section 4)."""
    war = append.state.wars.get(command.war)
    if war is None or war.state not in IN_GAME or command.version <= war.place_version:
        return
    moved = replace(war, over_the_board=command.over_the_board, place_version=command.version)
    append.add(GameMoved(at=append.at, war=moved))


def decide_by_game(append: Append, war: War, command: RecordGameResult) -> None:
    """Settle a war by its game's result."""
    winner: Seat | None = None
    if command.result == "draw":
        if append.state.options.draws is Draws.DEFENDER:
            winner = war.defender
    else:
        winner = war.white if command.result == "white" else war.other(_white(war))
    result = Result(
        how="draw" if winner is None else "game",
        winner=winner,
        reason=command.reason,
        hands={} if winner is None else spoils(append, war, winner),
        at=append.at,
    )
    settled = ended(append, war, WarState.SETTLED, result)
    append.add(WarDecided(at=append.at, war=settled, truce_until=append.round, win=win_of(settled)))


def win_of(war: War) -> Win | None:
    """What a war decided by a game adds to its winner's deeds."""
    if war.result is None or war.result.winner is None:
        return None
    winner = war.result.winner
    attacker = winner == war.attacker
    return Win(
        war=war.id,
        declared_round=war.declared_round,
        ended_round=war.ended_round,
        opponent=war.other(winner),
        attacker=attacker,
        checkmate=war.result.reason == "checkmate",
        behind=war.behind if attacker else 0,
        taken=len(war.result.hands),
    )


def _white(war: War) -> Seat:
    assert war.white is not None
    return war.white


def withdraw(append: Append, war: War, by: str) -> None:
    """End a war by the attacker's withdrawal: nothing changes hands, no truce, tokens stay spent."""
    result = Result(how="withdrawn", at=append.at)
    gone = replace(ended(append, war, WarState.WITHDRAWN, result), redirect_paid=False)
    append.add(WarWithdrawn(at=append.at, war=gone, by=by))


def concede(append: Append, war: War, by: str) -> None:
    """End a war because the side that must answer a raise gives way: it loses the war as declared (section 5.4)."""
    loser = war.answering
    assert loser is not None
    winner = war.other(loser)
    lost = (war.target,) if loser == war.defender else war.stake
    sea = war.over_sea and winner == war.attacker
    result = Result(
        how="conceded",
        winner=winner,
        hands=hands(append, lost, loser, winner, Got.CONCESSION, sea),
        at=append.at,
    )
    gone = ended(append, war, WarState.CONCEDED, result)
    append.add(WarConceded(at=append.at, war=gone, seat=loser, by=by, truce_until=append.round))
