"""Draw the views of view.py from the state: the public picture and each seat's private part."""

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from services.engine.core.board import bits
from services.engine.core.rulesets.chess_wars import view as v
from services.engine.core.rulesets.chess_wars.draft import snake
from services.engine.core.rulesets.chess_wars.options import Advance
from services.engine.core.rulesets.chess_wars.records import Holding, Phase, Title
from services.engine.core.rulesets.chess_wars.rounds import holding_up, quiet, round_due
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.rulesets.chess_wars.turns import host_patience
from services.engine.core.rulesets.chess_wars.view_part import Part
from services.engine.core.rulesets.chess_wars.viewing_missions import mission_views
from services.engine.core.rulesets.chess_wars.viewing_secrets import choosing_view, own_secret, secrets_view
from services.engine.core.rulesets.chess_wars.viewing_wars import war_view
from services.engine.core.values import Seat, unix_ms

SHOWN_TURNS = 16
"""How many coming turns of the draft a view names."""


def public_view(state: State) -> dict[str, Any]:
    """The public picture as plain JSON values."""
    ties = _ties(state)
    view = v.PublicView(
        phase=state.phase,
        map=state.map_id,
        map_sha256=state.map_sha256,
        options=replace(state.options, position=UNSET),
        live=state.options.live,
        theatre=list(state.theatre),
        host=_or_unset(state.host),
        stands_still=state.still_since is not None,
        round=state.round,
        last_round=state.options.last_round,
        target=state.options.target,
        order=list(state.order),
        turn=_turn(state),
        declaring_over=state.declaring_over is not None,
        next_round=_next_round(state),
        countries={place: _country(holding, ties.get(place)) for place, holding in state.territory.countries.items()},
        seats={str(seat): _seat(state, Seat(seat)) for seat in range(len(state.players))},
        wars={key: war_view(state, war) for key, war in state.wars.items()},
        truces=state.truces,
        accords={
            key: v.AccordView(signed_round=one.signed_round, ends_round=one.ends_round, terms=one.terms)
            for key, one in state.accords.items()
        },
        broken={seat: list(partners) for seat, partners in state.broken.items()},
        missions=mission_views(state),
        secrets=secrets_view(state),
        choosing=choosing_view(state),
        totals={number: list(points) for number, points in state.totals.items()},
        titles={name: _title(title) for name, title in state.titles.items()},
        forecasts={sure: v.HeldView(wars=one.wars, won=one.won) for sure, one in state.held.items()},
        draft=_draft(state),
        outcome=_outcome(state),
    )
    return _plain(view)


def private_view(state: State, seat: Seat) -> dict[str, Any]:
    """What only one seat sees, as plain JSON values."""
    player = state.players[seat]
    view = v.PrivateView(
        secret=own_secret(state, seat),
        preferences=list(player.preferences),
        set_aside=_set_aside(state, seat),
        peace_offers={
            offer.id: v.PeaceOfferView(
                from_attacker=list(offer.terms.from_attacker),
                from_defender=list(offer.terms.from_defender),
                tokens=offer.terms.tokens,
                accord_rounds=offer.terms.accord_rounds,
                war=offer.war,
                by=offer.by,
                to=offer.to,
                since_unix_ms=unix_ms(offer.since),
                due_unix_ms=unix_ms(offer.due),
                accepted=offer.accepted,
            )
            for offer in state.peace_offers.values()
            if seat in (offer.by, offer.to)
        },
        accord_offers={
            offer.id: v.AccordOfferView(
                by=offer.by,
                to=offer.to,
                rounds=offer.rounds,
                terms=offer.terms,
                since_unix_ms=unix_ms(offer.since),
                due_unix_ms=unix_ms(offer.due),
            )
            for offer in state.accord_offers.values()
            if seat in (offer.by, offer.to)
        },
        proposed=player.proposed,
        renounced={str(one.partner): one.round for one in player.deeds.broke},
    )
    return _plain(view)


def _plain(view: Part) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(view)
    return plain


def _or_unset(seat: Seat | None) -> int | UnsetType:
    return UNSET if seat is None else int(seat)


def _ties(state: State) -> dict[str, tuple[str, str]]:
    """Country -> the war that ties it up and what it is there."""
    ties: dict[str, tuple[str, str]] = {}
    for war in state.underway:
        roles = (
            ("reserve", war.reserves),
            ("put_in", war.put_ins),
            ("stake", (*war.stake, *war.added)),
            ("redirect", () if war.redirect is None else (war.redirect,)),
            ("target", (war.target,) if war.old_target is None else (war.old_target, war.target)),
        )
        for role, places in roles:
            for place in places:
                ties[place] = (war.id, role)
    return ties


def _country(holding: Holding, tie: tuple[str, str] | None) -> v.CountryView:
    return v.CountryView(
        owner=holding.owner,
        got=holding.got,
        round=holding.round,
        giver=_or_unset(holding.giver),
        over_sea=holding.over_sea,
        drafted_by=UNSET if holding.drafted_by == holding.owner else int(holding.drafted_by),
        newly_won_until=holding.newly_won_until,
        fortified_until=holding.fortified_until,
        war=UNSET if tie is None else tie[0],
        role=UNSET if tie is None else tie[1],
    )


def _set_aside(state: State, seat: Seat) -> int:
    return sum(offer.set_aside.get(str(seat), 0) for offer in state.peace_offers.values())


def _seat(state: State, seat: Seat) -> v.SeatView:
    player, board = state.players[seat], state.map
    empire = list(bits(state.empires[seat]))
    sums = {name: sum(map(board.figures[name].__getitem__, empire)) for name in _SUMS if name in board.figures}
    titles = sum(title.holder == seat for title in state.titles.values())
    return v.SeatView(
        tokens=player.tokens + _set_aside(state, seat),
        points=player.mission_points + titles,
        mission_points=player.mission_points,
        titles=titles,
        reputation=player.reputation,
        eliminated=player.eliminated,
        countries=len(empire),
        drafted_value=player.drafted_value,
        rating=UNSET if player.rating is None else player.rating,
        passed=player.passed,
        ran_out=player.ran_out,
        **sums,
    )


_SUMS = ("value", "population", "area", "gdp", "might")


def _title(title: Title) -> v.TitleView:
    return v.TitleView(holder=_or_unset(title.holder), figure=title.figure)


def _turn(state: State) -> v.TurnView | UnsetType:
    turn = state.turn
    if turn is None:
        return UNSET
    return v.TurnView(
        number=turn.number,
        seat=turn.seat,
        since_unix_ms=unix_ms(turn.since),
        due_unix_ms=unix_ms(turn.due),
        host_may_pass_unix_ms=unix_ms(turn.since + host_patience(state)),
    )


def _next_round(state: State) -> v.NextRoundView | UnsetType:
    if state.phase is not Phase.WAR:
        return UNSET
    due = round_due(state)
    waits = state.options.advance is Advance.AUTO and state.declaring_over is not None
    return v.NextRoundView(
        by=state.options.advance,
        due_unix_ms=UNSET if due is None else unix_ms(due),
        waits_for=[war.id for war in (state.underway if quiet(state) else holding_up(state))] if waits else [],
        host=state.options.advance is Advance.HOST and state.declaring_over is not None,
    )


def _draft(state: State) -> v.DraftView | UnsetType:
    draft = state.draft
    if draft is None:
        return UNSET
    turns = snake(len(state.theatre), len(state.players))
    return v.DraftView(
        style=state.options.draft,
        pick=draft.pick,
        seat=draft.seat,
        left=draft.left,
        since_unix_ms=unix_ms(draft.since),
        due_unix_ms=unix_ms(draft.due),
        next=[turn.seat for turn in turns[draft.turn + 1 : draft.turn + 1 + SHOWN_TURNS]],
    )


def _outcome(state: State) -> v.OutcomeView | UnsetType:
    if state.outcome is None or state.ended_at is None:
        return UNSET
    return v.OutcomeView(
        reason=state.outcome.reason,
        standings={
            str(one.seat): v.StandingView(place=one.place, points=one.points, figures=one.figures)
            for one in state.outcome.standings
        },
        rated=state.outcome.rated,
        at_unix_ms=unix_ms(state.ended_at),
    )
