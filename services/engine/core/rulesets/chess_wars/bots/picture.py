"""A bot's picture of the campaign: a state made from what its seat sees, so that it judges by the rules' own guards.

Only what a viewer may know is in it. Times are not: no bot looks at a clock.
"""

from datetime import UTC, datetime
from typing import Any

import msgspec
from msgspec import UNSET

from services.engine.core.kernel import SeatHolder, Seen, Table
from services.engine.core.rulesets.chess_wars import view as v
from services.engine.core.rulesets.chess_wars.missions.look import Broke, Deeds
from services.engine.core.rulesets.chess_wars.records import (
    Accord,
    AccordOffer,
    Claim,
    DraftTurn,
    Holding,
    Phase,
    Player,
    Territory,
    Title,
    Turn,
)
from services.engine.core.rulesets.chess_wars.records_secrets import PlayerSecret
from services.engine.core.rulesets.chess_wars.records_wars import (
    Clock,
    Clocks,
    PeaceOffer,
    Percent,
    Raise,
    Terms,
    War,
    WarState,
)
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.rulesets.chess_wars.view_missions import StandView
from services.engine.core.rulesets.chess_wars.view_wars import ClockView, WarView
from services.engine.core.values import PlaceId, Seat

NEVER = datetime(2000, 1, 1, tzinfo=UTC)
"""Stands for every time."""


def views(seen: Seen) -> tuple[v.PublicView, v.PrivateView]:
    """What the bot's seat sees, read."""
    return msgspec.convert(seen.public, v.PublicView), msgspec.convert(seen.mine, v.PrivateView)


def picture(seen: Seen) -> State:
    """The state as far as the bot's seat can know it."""
    return pictured(seen, *views(seen))


def pictured(seen: Seen, public: v.PublicView, mine: v.PrivateView) -> State:
    """The same of views that are read already."""
    return State(
        campaign="",
        map_id=public.map,
        map_sha256=public.map_sha256,
        options=public.options,
        theatre=tuple(PlaceId(place) for place in public.theatre),
        phase=Phase(public.phase),
        at=NEVER,
        players=tuple(_player(public, mine, seen.seat, seat) for seat in range(len(public.seats))),
        territory=Territory(countries={PlaceId(place): _holding(one) for place, one in public.countries.items()}),
        draft=_draft(public),
        round=public.round,
        order=tuple(Seat(seat) for seat in public.order),
        turn=_turn(public),
        wars={key: _war(key, war, mine) for key, war in public.wars.items()},
        peace_offers={key: _peace(key, offer) for key, offer in mine.peace_offers.items()},
        accord_offers={key: _accord_offer(key, offer) for key, offer in mine.accord_offers.items()},
        truces=public.truces,
        accords={key: Accord(ends_round=one.ends_round, counts_from=0) for key, one in public.accords.items()},
        broken={seat: tuple(Seat(one) for one in partners) for seat, partners in public.broken.items()},
        titles={name: Title(holder=_seat(one.holder), figure=one.figure) for name, one in public.titles.items()},
        secrets=_secrets(public, mine, seen.seat),
        board=seen.board,
        table=Table(seats=tuple(SeatHolder() for _ in public.seats), host=_seat(public.host)),
    )


def _seat(seat: Any) -> Seat | None:
    return None if seat is UNSET else Seat(seat)


def stands(public: v.PublicView, mine: v.PrivateView, own: Seat, seat: int) -> dict[str, StandView]:
    """How far a player is with each mission the bot knows of, by its name.

    What records are made of isn't shown, but how far they are is.
    """
    found = {name: mission.seats[str(seat)] for name, mission in public.missions.items()}
    secret = mine.secret.chosen if seat == own and mine.secret is not UNSET else UNSET
    if secret is UNSET and str(seat) in public.secrets:
        secret = public.secrets[str(seat)].revealed
    if secret is not UNSET:
        found[secret.mission.name] = secret
    return found


def _secrets(public: v.PublicView, mine: v.PrivateView, own: Seat) -> dict[str, PlayerSecret]:
    """The own secret and those that are revealed."""
    known = {seat: one.revealed.mission for seat, one in public.secrets.items() if one.revealed is not UNSET}
    if mine.secret is not UNSET and mine.secret.chosen is not UNSET:
        known[str(own)] = mine.secret.chosen.mission
    return {seat: PlayerSecret(options=(mission,), chosen=0) for seat, mission in known.items()}


def _player(public: v.PublicView, mine: v.PrivateView, own: Seat, seat: int) -> Player:
    one = public.seats[str(seat)]
    known = stands(public, mine, own, seat)
    return Player(
        scored={name: stand.scored for name, stand in known.items() if stand.scored},
        claims={
            name: Claim(round=stand.claim.round, since=NEVER)
            for name, stand in known.items()
            if stand.claim is not UNSET
        },
        tokens=one.tokens - (mine.set_aside if seat == own else 0),
        mission_points=one.mission_points,
        reputation=one.reputation,
        eliminated=one.eliminated,
        rating=None if one.rating is UNSET else one.rating,
        drafted_value=one.drafted_value,
        passed=one.passed,
        proposed=mine.proposed if seat == own else {},
        deeds=_deeds(mine) if seat == own else Deeds(),
    )


def _deeds(mine: v.PrivateView) -> Deeds:
    """Of the own deeds only broken accords are shown."""
    return Deeds(broke=tuple(Broke(round=at, partner=Seat(int(seat))) for seat, at in mine.renounced.items()))


def _holding(one: v.CountryView) -> Holding:
    assert one.owner is not UNSET
    return Holding(
        owner=Seat(one.owner),
        drafted_by=Seat(one.owner if one.drafted_by is UNSET else one.drafted_by),
        got=one.got,
        round=one.round,
        giver=_seat(one.giver),
        over_sea=one.over_sea,
        newly_won_until=one.newly_won_until,
        fortified_until=one.fortified_until,
    )


def _draft(public: v.PublicView) -> DraftTurn | None:
    draft = public.draft
    if draft is UNSET:
        return None
    return DraftTurn(pick=draft.pick, seat=Seat(draft.seat), left=draft.left, turn=0, since=NEVER, due=NEVER)


def _turn(public: v.PublicView) -> Turn | None:
    turn = public.turn
    if turn is UNSET:
        return None
    return Turn(number=turn.number, seat=Seat(turn.seat), since=NEVER, due=NEVER)


def _places(places: list[str]) -> tuple[PlaceId, ...]:
    return tuple(PlaceId(place) for place in places)


def _held(key: str, war: WarView, mine: v.PrivateView) -> tuple[PlaceId, ...]:
    """What the terms of a peace that the bot has part in tie up until the game is stopped; others' aren't known."""
    known = {war.target, *war.stake, *war.added, *war.put_ins}
    accepted = [offer for offer in mine.peace_offers.values() if offer.accepted and offer.war == key]
    return _places([place for offer in accepted for place in offer.from_defender if place not in known])


def _war(key: str, war: WarView, mine: v.PrivateView) -> War:
    return War(
        id=key,
        attacker=Seat(war.attacker),
        defender=Seat(war.defender),
        state=WarState(war.state),
        target=PlaceId(war.target),
        origin=PlaceId(war.origin),
        over_sea=war.over_sea,
        need=war.need,
        stake=_places(war.stake),
        added=_places(war.added),
        put_ins=_places(war.put_ins),
        reserves=_places(war.reserves),
        raises=tuple(
            Raise(seat=Seat(one.seat), countries=_places(one.countries), demand=one.demand)
            for one in war.raises.values()
        ),
        redirect=None if war.redirect is UNSET else PlaceId(war.redirect),
        old_target=None if war.old_target is UNSET else PlaceId(war.old_target),
        held=_held(key, war, mine),
        clocks=Clocks(attacker=_clock(war.clocks.attacker), defender=_clock(war.clocks.defender)),
        white=_seat(war.white),
        declared_round=war.declared_round,
        declared_at=NEVER,
        since=NEVER,
    )


def _clock(clock: ClockView) -> Clock:
    return Clock(
        initial_s=clock.initial_s,
        increment_s=clock.increment_s,
        percent=clock.percent,
        parts=tuple(Percent(why=part.why, percent=part.percent) for part in clock.parts),
    )


def _peace(key: str, offer: v.PeaceOfferView) -> PeaceOffer:
    return PeaceOffer(
        id=key,
        war=offer.war,
        by=Seat(offer.by),
        to=Seat(offer.to),
        terms=Terms(
            from_attacker=_places(offer.from_attacker),
            from_defender=_places(offer.from_defender),
            tokens=offer.tokens,
            accord_rounds=offer.accord_rounds,
        ),
        since=NEVER,
        due=NEVER,
        accepted=offer.accepted,
    )


def _accord_offer(key: str, offer: v.AccordOfferView) -> AccordOffer:
    return AccordOffer(id=key, by=Seat(offer.by), to=Seat(offer.to), rounds=offer.rounds, since=NEVER, due=NEVER)
