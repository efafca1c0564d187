"""The draft: who picks when, what may be picked, and what is picked for those who don't (rules section 3)."""

from datetime import datetime, timedelta
from typing import NamedTuple

from msgspec.structs import replace

from services.engine.core.board import Board, bits
from services.engine.core.rulesets.chess_wars.append import Append, reply_window
from services.engine.core.rulesets.chess_wars.commands import PickCountry, SetPreferences
from services.engine.core.rulesets.chess_wars.facts import CountriesPicked, PreferencesSet
from services.engine.core.rulesets.chess_wars.options import DraftStyle
from services.engine.core.rulesets.chess_wars.records import DraftTurn, Phase
from services.engine.core.rulesets.chess_wars.refusals import Refusal, not_allowed, not_now
from services.engine.core.rulesets.chess_wars.stakes import places_mask
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.values import PlaceId, Seat

PASSES = 8
"""A draft takes about so many picks' rounds round the table."""


class SnakeTurn(NamedTuple):
    """One turn of the draft."""

    seat: Seat
    picks: int


def snake(countries: int, seats: int) -> tuple[SnakeTurn, ...]:
    """Every turn of a draft: there and back round the table, several picks a turn until too few are left.

    Once a whole pass of full turns isn't possible, turns are of one pick, so that sizes differ by at most one.
    """
    full = max(1, -(-countries // (seats * PASSES)))
    turns = []
    left, number = countries, 0
    while left:
        picks = full if left >= seats * full else 1
        for place in range(seats):
            if not left:
                break
            seat = place if number % 2 == 0 else seats - 1 - place
            turns.append(SnakeTurn(Seat(seat), picks))
            left -= picks
        number += 1
    return tuple(turns)


def allowed(board: Board, style: DraftStyle, empire: int, free: int) -> int:
    """Mask of what may be picked: in a connected draft what borders the empire, if anything free does."""
    if style is DraftStyle.CONNECTED and empire:
        return board.around(empire) & free or free
    return free


def free_countries(state: State) -> int:
    """Mask of the countries nobody has drafted yet."""
    taken = 0
    for empire in state.empires:
        taken |= empire
    return state.theatre_mask & ~taken


def allowed_now(state: State, seat: Seat) -> int:
    """Mask of what a seat could pick if it were its turn."""
    return allowed(state.map, state.options.draft, state.empires[seat], free_countries(state))


def pick_window(state: State, *, slow: bool) -> timedelta:
    """How long a turn of the draft may take; shorter for a seat that let one run out."""
    if slow:
        return timedelta(minutes=1) if state.options.live else timedelta(hours=1)
    return reply_window(state)


def may_pick(state: State, seat: Seat, command: PickCountry) -> None:
    """Whether a seat may draft a country now.

    :raises Rejected: `not_your_turn`, `unknown_country`, `not_free`, `not_bordering`.
    """
    draft = state.draft
    if state.phase is not Phase.DRAFT or draft is None or draft.seat != seat or draft.pick != command.pick:
        not_now(Refusal.NOT_YOUR_TURN, "3")
    mask = places_mask(state, (command.country,), "3")
    if not mask & free_countries(state):
        not_allowed(Refusal.NOT_FREE, "3", country=command.country)
    if not mask & allowed_now(state, seat):
        not_allowed(Refusal.NOT_BORDERING, "3", country=command.country)


def decide_pick(append: Append, seat: Seat, command: PickCountry) -> None:
    """Draft a country."""
    may_pick(append.state, seat, command)
    take(append, (command.country,), "player")


def decide_preferences(append: Append, seat: Seat, command: SetPreferences) -> None:
    """Store a list of wishes; on one's turn it's played at once (by what follows every command).

    :raises Rejected: `not_your_turn` after the draft, `unknown_country`.
    """
    state = append.state
    if state.phase is not Phase.DRAFT:
        not_now(Refusal.NOT_YOUR_TURN, "3")
    places_mask(state, command.countries, "3")
    wishes = tuple(dict.fromkeys(command.countries))
    if wishes != state.players[seat].preferences:
        append.add(PreferencesSet(at=append.at, seat=seat, countries=wishes))


def take(append: Append, countries: tuple[PlaceId, ...], by: str) -> None:
    """Give the seat whose turn it is these countries and say whose pick comes now."""
    state = append.state
    draft = state.draft
    assert draft is not None
    slow = by == "clock" or (by == "list" and state.players[draft.seat].slow)
    drafted = state.players[draft.seat].drafted_value + state.worth(countries)
    append.add(
        CountriesPicked(
            at=append.at,
            seat=draft.seat,
            pick=draft.pick,
            countries=countries,
            by=by,
            drafted_value=drafted,
            slow=slow,
            next=_after(state, draft, len(countries), append.at, slow=slow),
        )
    )


def _after(state: State, draft: DraftTurn, picks: int, at: datetime, *, slow: bool) -> DraftTurn | None:
    if picks < draft.left:
        return replace(draft, pick=draft.pick + picks, left=draft.left - picks)
    turns = snake(len(state.theatre), len(state.players))
    number = draft.turn + 1
    if number == len(turns):
        return None
    seat = turns[number].seat
    return DraftTurn(
        pick=draft.pick + picks,
        seat=seat,
        left=turns[number].picks,
        turn=number,
        since=at,
        due=at + pick_window(state, slow=slow if seat == draft.seat else state.players[seat].slow),
    )


def first_turn(countries: int, seats: int, at: datetime, window: timedelta) -> DraftTurn:
    """The first turn of a draft."""
    turn = snake(countries, seats)[0]
    return DraftTurn(pick=1, seat=turn.seat, left=turn.picks, turn=0, since=at, due=at + window)


def wished(state: State, seat: Seat, picks: int) -> tuple[PlaceId, ...]:
    """What a seat's stored list picks now, at most so many countries."""
    board = state.map
    free, empire = free_countries(state), state.empires[seat]
    wishes = [board.index[place] for place in state.players[seat].preferences]
    found: list[PlaceId] = []
    while len(found) < picks:
        may = allowed(board, state.options.draft, empire, free)
        pick = next((position for position in wishes if may >> position & 1), None)
        if pick is None:
            break
        found.append(board.places[pick])
        free &= ~(1 << pick)
        empire |= 1 << pick
    return tuple(found)


def most_valuable(state: State, seat: Seat, picks: int) -> tuple[PlaceId, ...]:
    """What is picked for a seat that let its turn run out: its wishes, else the most valuable allowed (ties: id)."""
    board = state.map
    values = board.figures["value"]
    free, empire = free_countries(state), state.empires[seat]
    wishes = [board.index[place] for place in state.players[seat].preferences]
    found: list[PlaceId] = []
    for _ in range(picks):
        may = allowed(board, state.options.draft, empire, free)
        pick = next((position for position in wishes if may >> position & 1), None)
        if pick is None:
            pick = min(bits(may), key=lambda position: (-values[position], board.places[position]))
        found.append(board.places[pick])
        free &= ~(1 << pick)
        empire |= 1 << pick
    return tuple(found)


def on_pick_expired(append: Append) -> None:
    """The turn ran out: the rest of it is picked for the seat."""
    draft = append.state.draft
    assert draft is not None
    take(append, most_valuable(append.state, draft.seat, draft.left), "clock")


def play_wishes(append: Append) -> None:
    """Play stored lists for as long as the seat whose turn it is has one that picks something."""
    while (draft := append.state.draft) is not None:
        picks = wished(append.state, draft.seat, draft.left)
        if not picks:
            return
        take(append, picks, "list")
