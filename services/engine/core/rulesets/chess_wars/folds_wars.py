"""Folding the facts of wars, peace, accords and titles."""

from typing import TypeVar

from msgspec.structs import replace

from services.engine.core.rulesets.chess_wars.facts import (
    AccordOfferEnded,
    AccordProposed,
    AccordRenounced,
    AccordSigned,
    GameMoved,
    GameWentOn,
    PeaceAccepted,
    PeaceMade,
    PeaceOffered,
    PeaceOfferEnded,
    RaiseMet,
    RedirectFought,
    StakesRaised,
    TitlesMoved,
    WarAccepted,
    WarCalledOff,
    WarConceded,
    WarDecided,
    WarDeclared,
    WarRedirected,
    WarWithdrawn,
)
from services.engine.core.rulesets.chess_wars.folds_rounds import Players, with_player, with_tokens
from services.engine.core.rulesets.chess_wars.missions.look import Broke, Win
from services.engine.core.rulesets.chess_wars.records import Holding, Territory, pair
from services.engine.core.rulesets.chess_wars.records_wars import Hand, War
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.values import PlaceId, Seat

V = TypeVar("V")


def with_war(state: State, war: War) -> dict[str, War]:
    """The wars with one new or changed."""
    return {**state.wars, war.id: war}


def without(things: dict[str, V], key: str | None) -> dict[str, V]:
    """A dictionary without one key."""
    return {other: thing for other, thing in things.items() if other != key}


def counted(state: State, offer: str) -> dict[str, int]:
    """The counts of offers with a new one."""
    kind, _, number = offer.rpartition("-")
    return {**state.offers_made, kind: int(number)}


def handed(territory: Territory, hands: dict[PlaceId, Hand], round_now: int) -> Territory:
    """The holdings after some countries changed hands; fortifications fall."""
    if not hands:
        return territory
    holdings = dict(territory.countries)
    for place, hand in hands.items():
        holdings[place] = Holding(
            owner=hand.to,
            drafted_by=holdings[place].drafted_by,
            got=hand.got,
            round=round_now,
            giver=hand.giver,
            over_sea=hand.over_sea,
            newly_won_until=hand.newly_won_until,
        )
    return Territory(countries=holdings)


def replied(players: Players, seat: Seat, by: str) -> Players:
    """The players after one replied, or let a reply to a war run out."""
    ran_out = by == "clock"
    return players if players[seat].ran_out == ran_out else with_player(players, seat, ran_out=ran_out)


def evolve_declared(state: State, fact: WarDeclared) -> State:
    """A new war."""
    return replace(
        state,
        at=fact.at,
        turn=None,
        wars=with_war(state, fact.war),
        wars_declared=state.wars_declared + 1,
        declared_this_round=state.declared_this_round + 1,
        players=with_player(state.players, fact.war.attacker, tokens=fact.tokens, ran_out=False),
    )


def evolve_answered(
    state: State,
    fact: WarCalledOff | WarAccepted | StakesRaised | RaiseMet | RedirectFought | WarWithdrawn | GameMoved,
) -> State:
    """A war goes a step on, and nothing changes hands."""
    war = fact.war
    match fact:
        case WarAccepted(by=by):
            players = replied(state.players, war.defender, by)
        case WarWithdrawn(by=by):
            players = replied(state.players, war.attacker, by)
        case StakesRaised(seat=seat):
            players = replied(state.players, seat, "player")
        case RaiseMet(seat=seat, by="player"):
            players = replied(state.players, seat, "player")
        case RedirectFought():
            players = replied(state.players, war.attacker, "player")
        case _:
            players = state.players
    return replace(state, at=fact.at, wars=with_war(state, war), players=players)


def evolve_redirected(state: State, fact: WarRedirected) -> State:
    """A redirect, paid for."""
    players = with_player(state.players, fact.war.defender, tokens=fact.tokens, ran_out=False)
    return replace(state, at=fact.at, wars=with_war(state, fact.war), players=players)


def with_win(players: Players, winner: Seat | None, win: Win) -> Players:
    """The players with a war more to the winner's name."""
    if winner is None:
        return players
    deeds = players[winner].deeds
    return with_player(players, winner, deeds=replace(deeds, wins=(*deeds.wins, win)))


def evolve_war_ended(state: State, fact: WarConceded | WarDecided | PeaceMade) -> State:
    """A war fought out, conceded or ended by terms: countries change hands, a truce follows."""
    war = fact.war
    key = pair(war.attacker, war.defender)
    hands = {} if war.result is None else war.result.hands
    players, accords, offers = state.players, state.accords, state.peace_offers
    if isinstance(fact, WarConceded):
        players = replied(players, fact.seat, fact.by)
    elif isinstance(fact, WarDecided) and fact.win is not None and war.result is not None:
        players = with_win(players, war.result.winner, fact.win)
    elif isinstance(fact, PeaceMade):
        players = with_tokens(players, fact.tokens)
        offers = without(offers, fact.offer)
        if fact.accord is not None:
            accords = {**accords, key: fact.accord}
    return replace(
        state,
        at=fact.at,
        wars=with_war(state, war),
        territory=handed(state.territory, hands, state.round),
        truces={**state.truces, key: fact.truce_until},
        players=players,
        accords=accords,
        peace_offers=offers,
    )


def evolve_offered(state: State, fact: PeaceOffered) -> State:
    """A peace offer, in place of an older one."""
    offer = fact.offer
    players = with_player(
        state.players,
        offer.by,
        tokens=fact.tokens,
        proposed={**state.players[offer.by].proposed, str(offer.to): state.round},
    )
    return replace(
        state,
        at=fact.at,
        players=players,
        peace_offers={**without(state.peace_offers, fact.replaced), offer.id: offer},
        offers_made=counted(state, offer.id),
    )


def evolve_offer_ended(state: State, fact: PeaceOfferEnded | GameWentOn) -> State:
    """A peace offer that came to nothing."""
    wars = with_war(state, fact.war) if isinstance(fact, GameWentOn) else state.wars
    return replace(
        state,
        at=fact.at,
        wars=wars,
        players=with_tokens(state.players, fact.tokens),
        peace_offers=without(state.peace_offers, fact.offer.id),
    )


def evolve_peace_accepted(state: State, fact: PeaceAccepted) -> State:
    """An offer accepted while the game runs."""
    return replace(
        state,
        at=fact.at,
        wars=with_war(state, fact.war),
        players=with_tokens(state.players, {str(fact.offer.to): fact.tokens}),
        peace_offers={**state.peace_offers, fact.offer.id: fact.offer},
    )


def evolve_proposed(state: State, fact: AccordProposed) -> State:
    """A proposal, in place of an older one."""
    offer = fact.offer
    proposed = {**state.players[offer.by].proposed, str(offer.to): state.round}
    return replace(
        state,
        at=fact.at,
        players=with_player(state.players, offer.by, proposed=proposed),
        accord_offers={**without(state.accord_offers, fact.replaced), offer.id: offer},
        offers_made=counted(state, offer.id),
    )


def evolve_proposal_ended(state: State, fact: AccordOfferEnded) -> State:
    """A proposal that came to nothing."""
    return replace(state, at=fact.at, accord_offers=without(state.accord_offers, fact.offer.id))


def evolve_signed(state: State, fact: AccordSigned) -> State:
    """An accord in force."""
    key = pair(fact.offer.by, fact.offer.to)
    return replace(
        state,
        at=fact.at,
        accords={**state.accords, key: fact.accord},
        accord_offers=without(state.accord_offers, fact.offer.id),
    )


def evolve_renounced(state: State, fact: AccordRenounced) -> State:
    """A broken accord."""
    banned = (*state.broken.get(str(fact.seat), ()), fact.partner)
    deeds = state.players[fact.seat].deeds
    broke = Broke(round=state.round, partner=fact.partner, wins=len(deeds.wins))
    deeds = replace(deeds, broke=(*deeds.broke, broke))
    return replace(
        state,
        at=fact.at,
        accords=without(state.accords, pair(fact.seat, fact.partner)),
        broken={**state.broken, str(fact.seat): banned},
        players=with_player(state.players, fact.seat, reputation=fact.reputation, deeds=deeds),
    )


def evolve_titles(state: State, fact: TitlesMoved) -> State:
    """Titles and their figures."""
    return replace(state, at=fact.at, titles=fact.titles)
