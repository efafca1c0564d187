"""Folding the facts of the draft, of rounds and turns, and of the campaign itself."""

from datetime import datetime, timedelta
from typing import Any, TypeVar

from msgspec.structs import replace

from services.engine.core.rulesets.chess_wars.facts import (
    CampaignEnded,
    CampaignStarted,
    CountriesPicked,
    CountryFortified,
    EmpiresDealt,
    PlayerEliminated,
    PlayerReturned,
    PositionSet,
    PreferencesSet,
    RoundStarted,
    TurnBegan,
    TurnHeld,
    TurnPassed,
    WentOn,
)
from services.engine.core.rulesets.chess_wars.records import (
    AccordOffer,
    DraftTurn,
    Holding,
    Phase,
    Player,
    Territory,
    Turn,
)
from services.engine.core.rulesets.chess_wars.records_secrets import Choosing
from services.engine.core.rulesets.chess_wars.records_wars import PeaceOffer, War
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.values import PlaceId, Seat

Players = tuple[Player, ...]
W = TypeVar("W", DraftTurn, Choosing, Turn, War, PeaceOffer, AccordOffer)
"""Whatever has a window."""


def with_player(players: Players, seat: int, **changes: Any) -> Players:
    """The players with some fields of one of them changed."""
    return (*players[:seat], replace(players[seat], **changes), *players[seat + 1 :])


def with_tokens(players: Players, tokens: dict[str, int]) -> Players:
    """The players with new token counts, by seat."""
    for seat, count in tokens.items():
        if players[int(seat)].tokens != count:
            players = with_player(players, int(seat), tokens=count)
    return players


def evolve_started(fact: CampaignStarted) -> State:
    """The first state."""
    return State(
        campaign=fact.campaign,
        map_id=fact.map_id,
        map_sha256=fact.map_sha256,
        options=fact.options,
        theatre=fact.theatre,
        at=fact.at,
        players=tuple(Player(rating=rating) for rating in fact.ratings),
        draft=fact.draft,
        still_since=fact.at if fact.still else None,
    )


def evolve_preferences(state: State, fact: PreferencesSet) -> State:
    """Store wishes."""
    return replace(state, at=fact.at, players=with_player(state.players, fact.seat, preferences=fact.countries))


def drafted(state: State, seat: Seat, countries: tuple[PlaceId, ...]) -> dict[PlaceId, Holding]:
    """The holdings with some countries drafted by a seat."""
    holdings = dict(state.territory.countries)
    for place in countries:
        holdings[place] = Holding(owner=seat, drafted_by=seat)
    return holdings


def evolve_picked(state: State, fact: CountriesPicked) -> State:
    """Countries drafted."""
    return replace(
        state,
        at=fact.at,
        territory=Territory(countries=drafted(state, fact.seat, fact.countries)),
        players=with_player(
            state.players,
            fact.seat,
            drafted_value=fact.drafted_value,
            slow=fact.slow,
            ran_out=fact.by == "clock",
        ),
        draft=fact.next,
    )


def evolve_dealt(state: State, fact: EmpiresDealt) -> State:
    """The whole theatre dealt."""
    holdings = {
        place: Holding(owner=Seat(seat), drafted_by=Seat(seat))
        for seat, empire in enumerate(fact.empires)
        for place in empire
    }
    players = tuple(
        replace(player, drafted_value=value) for player, value in zip(state.players, fact.drafted_values, strict=True)
    )
    return replace(state, at=fact.at, territory=Territory(countries=holdings), players=players, draft=None)


def evolve_position(state: State, fact: PositionSet) -> State:
    """A position in place of a draft."""
    return replace(
        state,
        at=fact.at,
        phase=Phase.WAR,
        round=fact.round,
        round_since=fact.at,
        order=fact.order,
        last_seat=fact.last_seat,
        players=fact.players,
        territory=Territory(countries=fact.countries),
        wars=fact.wars,
        wars_declared=len(fact.wars),
        declared_this_round=fact.declared_this_round,
        declared_through=fact.declared_through,
        truces=fact.truces,
        accords=fact.accords,
        broken=fact.broken,
        draft=None,
    )


def evolve_round_started(state: State, fact: RoundStarted) -> State:
    """A new round."""
    players = tuple(
        replace(
            player,
            tokens=fact.tokens.get(str(seat), player.tokens),
            reputation=fact.reputation.get(str(seat), player.reputation),
            passed=False,
            preferences=(),
        )
        for seat, player in enumerate(state.players)
    )
    return replace(
        state,
        at=fact.at,
        phase=Phase.WAR,
        choosing=None,
        round=fact.round,
        totals={**state.totals, str(state.round): tuple(state.points(Seat(seat)) for seat in range(len(players)))},
        round_since=fact.at,
        order=fact.order,
        players=players,
        territory=_without_marks(state.territory, fact),
        turn=None,
        last_seat=None,
        declaring_over=None,
        host_asked=None,
        declared_this_round=0,
        wars={key: war for key, war in state.wars.items() if key not in fact.wars_dropped},
        truces={key: until for key, until in state.truces.items() if key not in fact.truces_ended},
        accords={key: accord for key, accord in state.accords.items() if key not in fact.accords_ended},
        broken={},
    )


def _without_marks(territory: Territory, fact: RoundStarted) -> Territory:
    if not fact.newly_won_ended and not fact.fortified_ended:
        return territory
    holdings = dict(territory.countries)
    for place in fact.newly_won_ended:
        holdings[place] = replace(holdings[place], newly_won_until=0)
    for place in fact.fortified_ended:
        holdings[place] = replace(holdings[place], fortified_until=0)
    return Territory(countries=holdings)


def evolve_turn_began(state: State, fact: TurnBegan) -> State:
    """A turn."""
    return replace(state, at=fact.at, turn=fact.turn, last_seat=fact.turn.seat, turns_begun=fact.turn.number)


def evolve_turn_held(state: State, fact: TurnHeld) -> State:
    """The player whose turn it is is there."""
    turn = state.turn
    return replace(state, at=fact.at, turn=turn and replace(turn, heard=fact.at))


def evolve_turn_passed(state: State, fact: TurnPassed) -> State:
    """A player is done for this round."""
    ran_out = state.players[fact.seat].ran_out if fact.by == "host" else fact.by == "clock"
    players = with_player(state.players, fact.seat, passed=True, ran_out=ran_out)
    return replace(state, at=fact.at, turn=None, players=players)


def evolve_fortified(state: State, fact: CountryFortified) -> State:
    """A fortified country."""
    holdings = dict(state.territory.countries)
    holdings[fact.country] = replace(holdings[fact.country], fortified_until=fact.until_round)
    players = with_player(state.players, fact.seat, tokens=fact.tokens, ran_out=False)
    return replace(state, at=fact.at, turn=None, territory=Territory(countries=holdings), players=players)


def evolve_returned(state: State, fact: PlayerReturned) -> State:
    """A player who is there again."""
    return replace(state, at=fact.at, players=with_player(state.players, fact.seat, ran_out=False))


def evolve_eliminated(state: State, fact: PlayerEliminated) -> State:
    """A player without countries."""
    turn = None if state.turn is not None and state.turn.seat == fact.seat else state.turn
    return replace(
        state,
        at=fact.at,
        turn=turn,
        players=with_player(state.players, fact.seat, eliminated=True),
        accords={key: accord for key, accord in state.accords.items() if key not in fact.accords_ended},
    )


def evolve_went_on(state: State, fact: WentOn) -> State:
    """Every window moves on by the time that stood still, or by its age if it opened meanwhile."""
    stood = timedelta(milliseconds=fact.stood_ms)

    def later(since: datetime | None) -> datetime | None:
        return None if since is None else since + min(stood, fact.at - since)

    def moved(window: W) -> W:
        shift = min(stood, fact.at - window.since)
        due = None if window.due is None else window.due + shift
        return replace(window, since=window.since + shift, due=due)

    return replace(
        state,
        at=fact.at,
        still_since=None,
        draft=state.draft and moved(state.draft),
        choosing=state.choosing and moved(state.choosing),
        turn=state.turn and moved(state.turn),
        round_since=later(state.round_since),
        declaring_over=later(state.declaring_over),
        host_asked=later(state.host_asked),
        wars={key: war if war.due is None else moved(war) for key, war in state.wars.items()},
        peace_offers={key: moved(offer) for key, offer in state.peace_offers.items()},
        accord_offers={key: moved(offer) for key, offer in state.accord_offers.items()},
    )


def evolve_ended(state: State, fact: CampaignEnded) -> State:
    """The end: nothing is owed any more."""
    return replace(
        state,
        at=fact.at,
        phase=Phase.ENDED,
        outcome=fact.outcome,
        ended_at=fact.at,
        wars={**state.wars, **fact.wars},
        players=with_tokens(state.players, fact.tokens),
        peace_offers={},
        accord_offers={},
        draft=None,
        choosing=None,
        turn=None,
        host_asked=None,
        still_since=None,
    )
