"""Lines of the log: what a fact says to everybody, and what it says to the seats it is private to."""

from typing import Any, assert_never

import msgspec

from services.engine.core.kernel import Line
from services.engine.core.rulesets.chess_wars import facts as f
from services.engine.core.rulesets.chess_wars.claims import HELD_ROUNDS
from services.engine.core.rulesets.chess_wars.records_wars import War
from services.engine.core.values import Seat

PRIVATE = (
    f.PreferencesSet,
    f.PeaceOffered,
    f.PeaceOfferEnded,
    f.PeaceAccepted,
    f.GameWentOn,
    f.AccordProposed,
    f.AccordOfferEnded,
)
"""Facts that never make a public line."""


def show(fact: f.Fact, viewer: Seat | None) -> tuple[Line, ...]:
    """The public's lines for None, else only those a seat sees beyond them."""
    if isinstance(fact, PRIVATE):
        return () if viewer is None else _private(fact, viewer)
    return _public(fact) if viewer is None else ()


def _line(key: str, **parameters: Any) -> tuple[Line, ...]:
    plain: dict[str, Any] = msgspec.to_builtins(parameters)
    return (Line(key=f"chess_wars.{key}", parameters=plain),)


def _war(key: str, war: War, **more: Any) -> tuple[Line, ...]:
    sides = {"war": war.id, "attacker": war.attacker, "defender": war.defender, "target": war.target}
    if war.result is not None:
        more["hands"] = {place: int(hand.to) for place, hand in war.result.hands.items()}
        if war.result.winner is not None:
            more["winner"] = war.result.winner
        if war.result.reason:
            more["reason"] = war.result.reason
    return _line(key, **sides, **more)


def _private(fact: f.Fact, viewer: Seat) -> tuple[Line, ...]:
    match fact:
        case f.PeaceOffered(offer=peace) | f.PeaceAccepted(offer=peace) if viewer in (peace.by, peace.to):
            key = "peace_offered" if isinstance(fact, f.PeaceOffered) else "peace_accepted"
            return _line(key, offer=peace.id, war=peace.war, by=peace.by, to=peace.to, terms=peace.terms)
        case f.PeaceOfferEnded(offer=peace, how=how) if viewer in (peace.by, peace.to):
            return _line("peace_offer_ended", offer=peace.id, war=peace.war, by=peace.by, to=peace.to, how=how)
        case f.GameWentOn(offer=peace) if viewer in (peace.by, peace.to):
            return _line("peace_offer_ended", offer=peace.id, war=peace.war, by=peace.by, to=peace.to, how="moved")
        case f.AccordProposed(offer=accord) if viewer in (accord.by, accord.to):
            words = {"terms": accord.terms} if accord.terms else {}
            return _line("accord_proposed", offer=accord.id, by=accord.by, to=accord.to, rounds=accord.rounds, **words)
        case f.AccordOfferEnded(offer=accord, how=how) if viewer in (accord.by, accord.to):
            return _line("accord_offer_ended", offer=accord.id, by=accord.by, to=accord.to, how=how)
        case _:
            return ()


def _accord_ended(key: str) -> tuple[Line, ...]:
    by, to = key.split("-")
    return _line("accord_ended", by=int(by), to=int(to))


def _public(fact: f.Fact) -> tuple[Line, ...]:  # noqa: C901 - one line a fact
    match fact:
        case f.CampaignStarted():
            return _line("campaign_started", seats=len(fact.ratings), countries=len(fact.theatre))
        case f.CountriesPicked():
            return _line("countries_picked", seat=fact.seat, countries=fact.countries, by=fact.by)
        case f.EmpiresDealt():
            return _line("empires_dealt")
        case f.PositionSet():
            return _line("position_set", round=fact.round)
        case f.SecretsDealt():
            return () if fact.choosing is None else _line("secrets_dealt")
        case f.SecretChosen():
            return _line("secret_chosen", seat=fact.seat)
        case f.SecretsWaived():
            return _line("secrets_waived", seats=fact.seats)
        case f.SecretRevealed():
            key = "secret_completed" if fact.complete else "secret_revealed"
            return _line(key, seat=fact.seat, mission=fact.mission.name, countries=fact.mission.marked())
        case f.RoundStarted():
            ended = (line for key in fact.accords_ended for line in _accord_ended(key))
            return (*_line("round_started", round=fact.round, order=fact.order), *ended)
        case f.TurnPassed():
            return _line("turn_passed", seat=fact.seat, by=fact.by)
        case f.DeclaringEnded():
            return _line("declaring_ended", round=fact.round)
        case f.CountryFortified():
            return _line("country_fortified", seat=fact.seat, country=fact.country, until_round=fact.until_round)
        case f.WarDeclared():
            return _war("war_declared", fact.war, origin=fact.war.origin, stake=fact.war.stake)
        case f.WarCalledOff():
            return _war("war_called_off", fact.war)
        case f.WarAccepted():
            return _war("war_accepted", fact.war, by=fact.by)
        case f.StakesRaised():
            return _war("stakes_raised", fact.war, seat=fact.seat, number=fact.number, countries=fact.countries)
        case f.RaiseMet():
            return _war("raise_met", fact.war, seat=fact.seat, number=fact.number, countries=fact.countries, by=fact.by)
        case f.WarRedirected():
            return _war("war_redirected", fact.war, redirect=fact.war.redirect)
        case f.RedirectFought():
            return _war("redirect_fought", fact.war, old_target=fact.war.old_target)
        case f.WarWithdrawn():
            return _war("war_withdrawn", fact.war, by=fact.by)
        case f.WarConceded():
            return _war("war_conceded", fact.war, seat=fact.seat, by=fact.by)
        case f.WarDecided():
            return _war("war_decided", fact.war)
        case f.GameMoved():
            return _war("game_over_the_board" if fact.war.over_the_board else "game_online_again", fact.war)
        case f.PeaceMade():
            terms = None if fact.war.result is None else fact.war.result.terms
            return _war("peace_made", fact.war, terms=terms)
        case f.AccordSigned():
            ends, offer = fact.accord.ends_round, fact.offer
            words = {"terms": offer.terms} if offer.terms else {}
            return _line("accord_signed", by=offer.by, to=offer.to, rounds=offer.rounds, ends_round=ends, **words)
        case f.AccordRenounced():
            return _line("accord_renounced", seat=fact.seat, partner=fact.partner, reputation=fact.reputation)
        case f.TitlesMoved():
            moved = _line("titles_moved", moved=fact.moved) if fact.moved else ()
            return (*moved, *(line for title in fact.vacant for line in _line("title_vacant", title=title)))
        case f.ClaimMade():
            return _line("claim_made", seat=fact.seat, mission=fact.mission, from_round=fact.claim.round + HELD_ROUNDS)
        case f.ClaimEnded():
            return _line("claim_ended", seat=fact.seat, mission=fact.mission)
        case f.MissionScored():
            return _line("mission_scored", seat=fact.seat, mission=fact.mission, points=fact.points)
        case f.PlayerEliminated():
            return _line("player_eliminated", seat=fact.seat)
        case f.StoodStill():
            return _line("stood_still")
        case f.WentOn():
            return _line("went_on", stood_ms=fact.stood_ms)
        case f.CampaignEnded():
            winners = [one.seat for one in fact.outcome.standings if one.place == 1]
            return _line("campaign_ended", reason=fact.outcome.reason, winners=winners)
        case f.TurnBegan() | f.TurnHeld() | f.PlayerReturned() | f.HostAsked():
            return ()
        case (
            f.PreferencesSet()
            | f.PeaceOffered()
            | f.PeaceOfferEnded()
            | f.PeaceAccepted()
            | f.GameWentOn()
            | f.AccordProposed()
            | f.AccordOfferEnded()
        ):
            return ()
        case _:
            assert_never(fact)
