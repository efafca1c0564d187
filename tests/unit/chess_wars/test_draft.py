"""The draft (rules section 3)."""

from collections import Counter
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.engine.core.rulesets.chess_wars.commands import PickCountry, SetPreferences
from services.engine.core.rulesets.chess_wars.draft import allowed_now, snake
from services.engine.core.rulesets.chess_wars.facts import CountriesPicked
from services.engine.core.rulesets.chess_wars.records import Phase
from services.engine.core.values import Seat
from tests.unit.chess_wars.table import Game, ids, small


def pick(game: Game, country: str) -> PickCountry:
    assert game.state.draft is not None
    return PickCountry(pick=game.state.draft.pick, country=ids(country)[0])


@given(st.integers(12, 200), st.integers(2, 8))
def test_sizes_differ_by_at_most_one(countries: int, seats: int) -> None:
    """Everything is drafted, there and back round the table, and nobody gets two more than another."""
    picks: Counter[int] = Counter()
    for turn in snake(countries, seats):
        picks[turn.seat] += turn.picks
    assert sum(picks.values()) == countries
    assert max(picks.values()) - min(picks[seat] for seat in range(seats)) <= 1
    order = [turn.seat for turn in snake(countries, seats)]
    assert order[: 2 * seats] == [*range(seats), *reversed(range(seats))][: len(order)]


def test_several_picks_a_turn_on_a_large_map() -> None:
    """On 178 countries four players take six at a time, and singles at the end."""
    turns = snake(178, 4)
    assert turns[0].picks == 6
    assert turns[-1].picks == 1


def test_connected_draft_asks_for_a_border() -> None:
    """A pick must border one's empire while something free does."""
    game = Game(small(), draft="connected")
    game.do(0, pick(game, "A"))
    game.do(1, pick(game, "T"))
    assert game.refused(1, pick(game, "C")) == "not_bordering"
    game.do(1, pick(game, "U"))
    assert game.refused(0, pick(game, "U")) == "not_free"
    game.do(0, pick(game, "B"))


def test_free_draft_asks_for_nothing() -> None:
    """Any free country may be picked in a free draft."""
    game = Game(small(), draft="free")
    game.do(0, pick(game, "A"))
    game.do(1, pick(game, "T"))
    game.do(1, pick(game, "F"))
    assert game.owner("F") == 1


def test_surrounded_player_picks_anywhere() -> None:
    """When nothing free borders the empire, any free country may be picked."""
    game = Game(small(), draft="connected")
    game.do(0, pick(game, "Y"))
    game.do(1, pick(game, "X"))
    game.do(1, pick(game, "V"))
    game.do(0, pick(game, "A"))
    assert game.owner("A") == 0


def test_picks_out_of_turn_are_refused() -> None:
    """A pick by another seat, of another number, or of no country is refused."""
    game = Game(small(), draft="free")
    assert game.refused(1, pick(game, "A")) == "not_your_turn"
    assert game.refused(0, PickCountry(pick=2, country=ids("A")[0])) == "not_your_turn"
    assert game.refused(0, pick(game, "Q")) == "unknown_country"


def test_stored_list_is_played_at_once() -> None:
    """Wishes are played when the turn comes, the first one allowed each time."""
    game = Game(small(), draft="free")
    game.do(1, SetPreferences(countries=ids("A T U")))
    facts = game.do(0, pick(game, "A"))
    assert [(fact.seat, fact.by, fact.countries) for fact in facts if isinstance(fact, CountriesPicked)] == [
        (0, "player", ("A",)),
        (1, "list", ("T",)),
        (1, "list", ("U",)),
    ]
    assert game.view(1)["preferences"] == ["A", "T", "U"]
    assert "preferences" not in game.view(0)


def test_storing_a_list_on_ones_turn_plays_it() -> None:
    """A list stored on one's own turn picks at once; the same list again is no fact."""
    game = Game(small(), draft="free")
    game.do(0, SetPreferences(countries=ids("C")))
    assert game.owner("C") == 0
    assert game.do(0, SetPreferences(countries=ids("C"))) == ()


def test_expired_turn_takes_the_most_valuable() -> None:
    """When the window runs out the most valuable allowed country is taken, and later turns are an hour short."""
    game = Game(small(), draft="free")
    game.expire("pick:1")
    assert game.owner("T") == 0
    assert game.view()["seats"]["0"]["ran_out"]
    game.do(1, pick(game, "A"))
    game.do(1, pick(game, "B"))
    due = game.owed()[0]
    assert (due.seat, (due.due - due.since).total_seconds()) == (0, 3600)
    game.do(0, pick(game, "D"))
    game.do(0, pick(game, "C"))
    assert "ran_out" not in game.view()["seats"]["0"]
    game.do(1, pick(game, "U"))
    game.do(1, pick(game, "V"))
    due = game.owed()[0]
    assert (due.due - due.since).total_seconds() == 86_400


def test_late_and_doubled_expiries_do_nothing() -> None:
    """An expiry that names a pick already made leads to no fact."""
    game = Game(small(), draft="free")
    due = game.owed()[0].due
    game.do(0, pick(game, "A"))
    assert game.expired("pick:1", due) == ()


@pytest.mark.parametrize("style", ["connected", "free"])
def test_round_one_follows_the_last_pick(style: str) -> None:
    """When everything is drafted round 1 starts, and the last drafter's seat declares first."""
    game = Game(small(), draft=style)
    while game.state.phase is Phase.DRAFT:
        game.expire(game.waits()[0])
    assert game.state.round == 1
    assert game.tokens() == [2, 2]
    assert game.state.turn is not None
    assert game.state.turn.seat == 1
    assert game.refused(0, SetPreferences(countries=())) == "not_your_turn"


def test_the_shorter_window_begins_at_once_and_ends_with_the_next_pick() -> None:
    """Also where the snake turns round and a seat is up again: an hour after a pick that ran out, then a day."""
    game = Game(small(), seats=2, draft="free")
    game.do(0, pick(game, "A"))
    windows = []
    for by_hand in (False, True):
        draft = game.state.draft
        assert draft is not None
        assert draft.seat == 1
        if by_hand:
            game.do(1, pick(game, game.board.ids(allowed_now(game.state, Seat(1)))[0]))
        else:
            game.expire(f"pick:{draft.pick}")
        assert game.state.draft is not None
        windows.append(game.state.draft.due - game.state.draft.since)
    assert windows == [timedelta(hours=1), timedelta(days=1)]
