"""Who should hear of a fact, and whether they owe an answer now."""

from typing import Any

from services.engine.core.kernel import Notice
from services.engine.core.rulesets.chess_wars import facts as f
from services.engine.core.rulesets.chess_wars.records_wars import War
from services.engine.core.values import Seat


def _notice(
    seats: tuple[Seat, ...], key: str, *, owes: bool = False, latest: bool = False, **parameters: Any
) -> tuple[Notice, ...]:
    return (Notice(seats=seats, key=f"notice.{key}", parameters=parameters, owes=owes, latest=latest),)


def _of_war(war: War, seats: tuple[Seat, ...], key: str, *, owes: bool = False) -> tuple[Notice, ...]:
    return _notice(seats, key, owes=owes, war=war.id, attacker=war.attacker, defender=war.defender, target=war.target)


def notices(fact: f.Fact) -> tuple[Notice, ...]:  # noqa: C901 - one line a fact
    """Who should hear of a fact; the person acted upon is always among them."""
    match fact:
        case f.CampaignStarted(draft=draft) if draft is not None:
            return _notice((draft.seat,), "your_pick", owes=True, latest=True)
        case f.CountriesPicked(next=draft, seat=seat) if draft is not None and draft.seat != seat:
            return _notice((draft.seat,), "your_pick", owes=True, latest=True)
        case f.SecretsDealt() if fact.choosing is not None:
            seats = tuple(Seat(int(seat)) for seat, secret in fact.secrets.items() if secret.waited_for)
            asked = () if fact.host is None else _notice((fact.host,), "nothing_fits")
            return (*(_notice(seats, "choose_secret", owes=True) if seats else ()), *asked)
        case f.SecretChosen(by="clock"):
            return _notice((fact.seat,), "secret_chosen")
        case f.SecretRevealed():
            return _notice((fact.seat,), "secret_revealed", mission=fact.mission.name)
        case f.RoundStarted():
            return _notice(fact.order, "round_started", round=fact.round)
        case f.TurnBegan(turn=turn):
            return _notice((turn.seat,), "your_turn", owes=True, latest=True, turn=turn.number)
        case f.TurnPassed() if fact.by != "player":
            return _notice((fact.seat,), "turn_passed", by=fact.by)
        case f.WarDeclared(war=war):
            return _of_war(war, (war.defender,), "war_declared", owes=True)
        case f.WarCalledOff(war=war):
            return _of_war(war, (war.defender,), "war_called_off")
        case f.WarAccepted(war=war) | f.RaiseMet(war=war) | f.RedirectFought(war=war):
            return _of_war(war, (war.attacker, war.defender), "game_began")
        case f.StakesRaised(war=war):
            return _of_war(war, (war.other(fact.seat),), "stakes_raised", owes=True)
        case f.WarRedirected(war=war):
            return _of_war(war, (war.attacker,), "war_redirected", owes=True)
        case f.WarWithdrawn(war=war):
            return _of_war(war, (war.attacker, war.defender), "war_withdrawn")
        case f.WarConceded(war=war):
            return _of_war(war, (war.attacker, war.defender), "war_conceded")
        case f.WarDecided(war=war):
            return _of_war(war, (war.attacker, war.defender), "war_decided")
        case f.PeaceOffered(offer=peace):
            return _notice((peace.to,), "peace_offered", owes=True, offer=peace.id, war=peace.war, by=peace.by)
        case f.PeaceOfferEnded(offer=peace, how=how) if how != "war_over":
            return _notice((peace.by,), "peace_declined", offer=peace.id, war=peace.war, how=how)
        case f.GameWentOn(offer=peace):
            return _notice((peace.by, peace.to), "peace_declined", offer=peace.id, war=peace.war, how="moved")
        case f.PeaceMade(war=war):
            return _of_war(war, (war.attacker, war.defender), "peace_made")
        case f.AccordProposed(offer=accord):
            return _notice((accord.to,), "accord_proposed", owes=True, offer=accord.id, by=accord.by)
        case f.AccordOfferEnded(offer=accord, how=how):
            return _notice((accord.by,), "accord_declined", offer=accord.id, to=accord.to, how=how)
        case f.AccordSigned(offer=accord):
            return _notice((accord.by, accord.to), "accord_signed", by=accord.by, to=accord.to)
        case f.AccordRenounced():
            return _notice((fact.partner,), "accord_renounced", seat=fact.seat)
        case f.ClaimMade(seat=seat, mission=mission):
            return _notice(fact.rivals, "claim_made", seat=seat, mission=mission)
        case f.ClaimEnded(seat=seat, mission=mission):
            return _notice((seat,), "claim_ended", mission=mission)
        case f.MissionScored(seat=seat, mission=mission):
            return _notice((seat, *fact.rivals), "mission_scored", seat=seat, mission=mission, points=fact.points)
        case f.PlayerEliminated():
            return _notice((fact.seat,), "eliminated")
        case _:
            return ()
