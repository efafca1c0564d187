"""Draw a war for the public view."""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from services.engine.core.rulesets.chess_wars import view_wars as v
from services.engine.core.rulesets.chess_wars.clocks import clocks
from services.engine.core.rulesets.chess_wars.forecast import forecast_of
from services.engine.core.rulesets.chess_wars.raises import demand, stake_value, step
from services.engine.core.rulesets.chess_wars.records_wars import (
    Clock,
    Clocks,
    Result,
    Terms,
    War,
    WarState,
)
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.values import unix_ms


def war_view(state: State, war: War) -> v.WarView:
    """One war."""
    war_as_fought = expected(state, war)
    percent = forecast_of(state, war_as_fought)
    return v.WarView(
        attacker=war.attacker,
        defender=war.defender,
        state=war.state,
        target=war.target,
        origin=war.origin,
        over_sea=war.over_sea,
        need=war.need,
        stake=list(war.stake),
        added=list(war.added),
        put_ins=list(war.put_ins),
        reserves=list(war.reserves),
        stake_value=stake_value(state, war),
        raises={
            str(number): v.RaiseView(seat=one.seat, countries=list(one.countries), demand=one.demand)
            for number, one in enumerate(war.raises, 1)
        },
        redirect=UNSET if war.redirect is None else war.redirect,
        old_target=UNSET if war.old_target is None else war.old_target,
        clocks=clocks_view(war_as_fought.clocks),
        forecast=UNSET if percent is None else percent,
        white=UNSET if war.white is None else int(war.white),
        game=UNSET if war.white is None else war.id,
        over_the_board=war.over_the_board and war.underway,
        declared_round=war.declared_round,
        declared_unix_ms=unix_ms(war.declared_at),
        playing_since_unix_ms=0 if war.playing_since is None else unix_ms(war.playing_since),
        ended_round=war.ended_round,
        awaiting=_awaiting(state, war),
        result=UNSET if war.result is None else _result(war.result),
    )


def expected(state: State, war: War) -> War:
    """The war as it would be fought: while a redirect waits for its answer, with the clocks of the offered country.

    They're counted once more when it is fought for, and frozen then.
    """
    if war.state is not WarState.REDIRECTED or war.redirect is None:
        return war
    return replace(war, clocks=clocks(state, war.attacker, war.defender, war.redirect))


def clocks_view(both: Clocks) -> v.ClocksView:
    """Both sides' time."""
    return v.ClocksView(attacker=_clock(both.attacker), defender=_clock(both.defender))


def _clock(clock: Clock) -> v.ClockView:
    return v.ClockView(
        initial_s=clock.initial_s,
        increment_s=clock.increment_s,
        percent=clock.percent,
        parts=[v.ClockPart(why=part.why, percent=part.percent) for part in clock.parts],
    )


def _awaiting(state: State, war: War) -> v.AwaitView | UnsetType:
    since = unix_ms(war.since)
    if war.state is WarState.PLAYING:
        return v.AwaitView(what="game", since_unix_ms=since)
    if war.state is WarState.STOPPING:
        return v.AwaitView(what="stop", since_unix_ms=since)
    seat = war.answering
    if seat is None or war.due is None:
        return UNSET
    due = unix_ms(war.due)
    if war.state is WarState.DECLARED:
        return v.AwaitView(
            what="answer",
            seat=seat,
            need=step(state, war),
            below=state.value(war.target),
            since_unix_ms=since,
            due_unix_ms=due,
        )
    if war.state is WarState.REDIRECTED:
        return v.AwaitView(what="redirect", seat=seat, since_unix_ms=since, due_unix_ms=due)
    asked = demand(state, war)
    return v.AwaitView(
        what="raise",
        seat=seat,
        number=len(war.raises),
        need=asked.meet,
        again=asked.again,
        since_unix_ms=since,
        due_unix_ms=due,
    )


def _result(result: Result) -> v.ResultView:
    return v.ResultView(
        how=result.how,
        winner=UNSET if result.winner is None else int(result.winner),
        reason=result.reason,
        hands={place: v.HandView(giver=hand.giver, to=hand.to, got=hand.got) for place, hand in result.hands.items()},
        terms=UNSET if result.terms is None else terms_view(result.terms),
        at_unix_ms=unix_ms(result.at),
    )


def terms_view(terms: Terms) -> v.PeaceTerms:
    """Terms of a peace."""
    return v.PeaceTerms(
        from_attacker=list(terms.from_attacker),
        from_defender=list(terms.from_defender),
        tokens=terms.tokens,
        accord_rounds=terms.accord_rounds,
    )
