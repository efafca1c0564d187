"""Everything a campaign waits for: the single source of deadlines, bot turns and reminders (rules sections 1, 3-8)."""

from collections.abc import Iterator
from datetime import timedelta

from services.engine.core.kernel import Owed
from services.engine.core.rulesets.chess_wars.options import Advance
from services.engine.core.rulesets.chess_wars.records import Phase
from services.engine.core.rulesets.chess_wars.records_wars import IN_GAME, War, WarState
from services.engine.core.rulesets.chess_wars.rounds import host_wait, round_due
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.values import Seat

ABANDONED = timedelta(days=30)
"""How long a campaign in which no human plays stands still before it ends on points."""


def owed(state: State) -> tuple[Owed, ...]:
    """What the state waits for; never empty before the end."""
    if state.phase is Phase.ENDED:
        return ()
    if state.still_since is not None:
        since = state.still_since
        return (Owed(seat=None, what="abandoned", since=since, due=since + ABANDONED, reply=False, stands_still=True),)
    return (*_turns(state), *_secrets(state), *_wars(state), *_offers(state), *_round(state))


def _turns(state: State) -> Iterator[Owed]:
    if state.draft is not None:
        draft = state.draft
        yield Owed(seat=draft.seat, what=f"pick:{draft.pick}", since=draft.since, due=draft.due)
    if state.turn is not None:
        turn = state.turn
        yield Owed(seat=turn.seat, what=f"turn:{turn.number}", since=turn.since, due=turn.due)


def _secrets(state: State) -> Iterator[Owed]:
    choosing = state.choosing
    if choosing is None:
        return
    for seat, secret in state.secrets.items():
        if secret.waited_for:
            yield Owed(seat=Seat(int(seat)), what=f"secret:{seat}", since=choosing.since, due=choosing.due)
    if choosing.host_asked:
        yield Owed(seat=state.host, what="secretless", since=choosing.since, due=choosing.due, reply=False)


def _wars(state: State) -> Iterator[Owed]:
    for war in state.underway:
        if war.state in IN_GAME:
            # Chessgate's clocks end it; the due time is only there to be shown.
            yield Owed(
                seat=None,
                what=f"game:{war.id}",
                since=war.since,
                due=war.since + ABANDONED,
                reply=False,
                open_ended=True,
            )
            continue
        assert war.due is not None
        yield Owed(seat=war.answering, what=answer_name(war), since=war.since, due=war.due)


def answer_name(war: War) -> str:
    """The name of the answer a war waits for."""
    if war.state is WarState.RAISED:
        return f"raise:{war.id}:{len(war.raises)}"
    return f"redirect:{war.id}" if war.state is WarState.REDIRECTED else f"answer:{war.id}"


def _offers(state: State) -> Iterator[Owed]:
    for peace in state.peace_offers.values():
        if not peace.accepted:
            yield Owed(seat=peace.to, what=f"peace:{peace.id}", since=peace.since, due=peace.due)
    for accord in state.accord_offers.values():
        yield Owed(seat=accord.to, what=f"accord:{accord.id}", since=accord.since, due=accord.due)


def _round(state: State) -> Iterator[Owed]:
    if state.phase is not Phase.WAR:
        return
    assert state.round_since is not None
    due = round_due(state)
    if due is not None:
        since = state.declaring_over or state.round_since
        yield Owed(seat=None, what=f"round:{state.round}", since=since, due=due, reply=False)
    if state.options.advance is Advance.HOST and state.declaring_over is not None:
        since = state.host_asked or state.declaring_over
        yield Owed(seat=state.host, what=f"host:{state.round}", since=since, due=since + host_wait(state))
