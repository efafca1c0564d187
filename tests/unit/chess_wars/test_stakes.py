"""Stakes, and what blocks an attack (rules sections 5.1 and 5.2)."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from services.engine.core.board import Board, bits
from services.engine.core.rulesets.chess_wars.records import Accord
from services.engine.core.rulesets.chess_wars.stakes import cheapest
from services.engine.core.values import Seat
from tests.unit.chess_wars.table import board_of, declare, facing, ids, war_on_t


def by_hand(board: Board, candidates: int, need: int) -> tuple[int, ...] | None:
    """The cheapest set by trying all: least total, fewest, first by ids."""
    values, places = board.figures["value"], board.places
    ranked = [
        (sum(values[one] for one in chosen), len(chosen), sorted(places[one] for one in chosen), chosen)
        for size in range(candidates.bit_count() + 1)
        for chosen in combinations(tuple(bits(candidates)), size)
        if sum(values[one] for one in chosen) >= need
    ]
    if not ranked:
        return None
    return tuple(sorted(min(ranked)[3], key=places.__getitem__))


@settings(max_examples=300)
@given(
    st.lists(st.integers(1, 15), min_size=1, max_size=9),
    st.integers(-2, 60),
    st.integers(0, 511),
    st.permutations("ABCDEFGHI"),
)
def test_cheapest_is_exact(values: list[int], need: int, candidates: int, names: list[str]) -> None:
    """The cheapest stake is what trying every set finds, ties by number and then by ids."""
    board = board_of(dict(zip(names, values, strict=False)))
    candidates &= board.everywhere
    found = cheapest(board, candidates, need)
    assert found == (() if need <= 0 else by_hand(board, candidates, need))


@settings(max_examples=100)
@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=14), st.integers(1, 255))
def test_connected_is_a_walk(pairs: list[tuple[int, int]], within: int) -> None:
    """What is connected is what a walk over borders reaches."""
    names = "ABCDEFGH"
    board = board_of(dict.fromkeys(names, 1), land={f"{names[a]}-{names[b]}" for a, b in pairs if a != b})
    start = within & -within
    reached, todo = {start.bit_length() - 1}, [start.bit_length() - 1]
    while todo:
        here = todo.pop()
        for other in range(8):
            if within >> other & 1 and board.neighbours[here] >> other & 1 and other not in reached:
                reached.add(other)
                todo.append(other)
    assert board.connected(start, within) == sum(1 << one for one in reached)


def test_stake_builder_takes_the_cheapest_from_each_origin() -> None:
    """Against T (needs 7) from A (5) the cheapest stake is A and B, worth exactly 7."""
    game = facing()
    targets = game.actions(0)["DeclareWar"]["targets"]
    assert targets["T"]["origins"]["A"] == {"cheapest": ["A", "B"], "total": 7, "most": 16}
    assert targets["U"]["need"] == 5
    assert targets["U"]["origins"]["B"]["cheapest"] == ["B", "C"]


def test_blocked_countries_say_why() -> None:
    """Every foreign country that can't be attacked has its reason."""
    choice = facing().actions(0)["DeclareWar"]
    assert set(choice["targets"]) == {"T", "U", "W"}
    assert {place: one["code"] for place, one in choice["blocked"].items()} == dict.fromkeys("VXY", "not_bordering")


def test_not_now_says_why_nothing_can_be_declared() -> None:
    """Targets are shown off one's turn and without tokens too, with the reason why not now."""
    game = facing()
    assert game.actions(1)["DeclareWar"]["not_now"] == "not_your_turn"
    assert set(game.actions(1)["DeclareWar"]["targets"]) == {"A", "B", "D"}
    game.player(0, tokens=0)
    assert game.actions(0)["DeclareWar"]["not_now"] == "no_tokens"


def test_declaring_refusals() -> None:
    """Each condition of an attack has its own refusal."""
    game = facing()
    assert game.refused(1, declare(game, "A", "T", "T")) == "not_your_turn"
    assert game.refused(0, declare(game, "A", "B", "B C D")) == "own_country"
    assert game.refused(0, declare(game, "Q", "A", "A B")) == "unknown_country"
    assert game.refused(0, declare(game, "V", "A", "A B")) == "not_bordering"
    assert game.refused(0, declare(game, "T", "B", "B A")) == "not_bordering"
    assert game.refused(0, declare(game, "T", "U", "U A")) == "not_yours"
    assert game.refused(0, declare(game, "T", "A", "A U")) == "not_yours"
    refusal = game.refusal(0, declare(game, "T", "A", "A E"))
    assert (refusal.code.value, refusal.detail) == ("stake_too_small", {"need": 7, "have": 6})
    assert game.refused(0, declare(game, "T", "A", "A B", "B")) == "reserve_overlap"
    assert game.refused(0, declare(game, "T", "A", "A B", "X")) == "not_yours"
    game.player(0, tokens=0)
    assert game.refused(0, declare(game, "T", "A", "A B")) == "no_tokens"


def test_a_stake_is_joined_by_chains_of_own_countries() -> None:
    """A country no chain joins to the origin can't be staked or held in reserve."""
    game = facing()
    game.holding("C", owner=1)
    assert game.refused(0, declare(game, "T", "A", "A D")) == "not_connected"
    assert game.refused(0, declare(game, "T", "A", "A B", "D")) == "not_connected"


def test_tied_up_countries_carry_a_chain_but_not_a_stake() -> None:
    """B is tied up in a war: it can't be staked again, yet it joins C to A."""
    game = facing()
    game.do(0, declare(game, "U", "B", "B C"))
    assert game.refused(0, declare(game, "T", "A", "A B")) == "not_free"
    assert game.refused(0, declare(game, "U", "B", "B C")) == "target_in_war"
    game.do(0, declare(game, "T", "A", "A D"))
    assert game.state.wars["w2"].stake == ("A", "D")


def test_an_origin_in_a_war_or_newly_won_launches_nothing() -> None:
    """The only bordering country is tied up, or newly won: no attack, and the reason is told."""
    game = facing()
    game.do(0, declare(game, "U", "B", "B A"))
    assert game.refused(0, declare(game, "T", "A", "A C D")) == "origin_in_war"
    fresh = facing()
    fresh.holding("A", newly_won_until=3)
    refusal = fresh.refusal(0, declare(fresh, "T", "A", "A B"))
    assert (refusal.code.value, refusal.detail) == ("newly_won", {"country": "A", "until_round": 3})
    fresh.holding("A", newly_won_until=0)
    fresh.holding("B", newly_won_until=3)
    assert fresh.refused(0, declare(fresh, "T", "A", "A B")) == "newly_won"
    fresh.do(0, declare(fresh, "T", "A", "A C"))


def test_truce_accord_and_broken_word_forbid_war() -> None:
    """No war on somebody one has a truce or an accord with, or broke an accord with in this round."""
    game = facing()
    game.set(truces={"0-1": 1})
    assert game.refused(0, declare(game, "T", "A", "A B")) == "truce"
    game.set(truces={}, accords={"0-1": Accord(ends_round=4, counts_from=1)})
    refusal = game.refusal(0, declare(game, "T", "A", "A B"))
    assert (refusal.code.value, refusal.detail) == ("accord", {"until_round": 4})
    game.set(accords={}, broken={"0": (Seat(1),)})
    assert game.refused(0, declare(game, "T", "A", "A B")) == "broke_accord"
    game.set(broken={"1": (Seat(0),)})
    game.do(0, declare(game, "T", "A", "A B"))


def test_a_declared_war_is_shown_whole() -> None:
    """A declaration costs a token, and everybody sees the stake, the reserves, the need and whose answer it is."""
    game = war_on_t(reserves="C")
    assert game.tokens() == [1, 2]
    war = game.view()["wars"]["w1"]
    assert (war["stake"], war["reserves"], war["need"], war["stake_value"]) == (["A", "B"], ["C"], 7, 7)
    assert war["awaiting"]["seat"] == 1
    assert game.view()["countries"]["C"]["role"] == "reserve"
    assert game.view()["countries"]["T"]["war"] == "w1"
    assert ids("A B") == game.state.wars["w1"].stake
