"""Reports, windows, rulings and corrections, and who owes what meanwhile."""

from datetime import timedelta
from typing import Any

import pytest

from services.engine.core.kernel import Rejected
from services.engine.core.rulesets.kingdoms import commands as c
from services.engine.core.rulesets.kingdoms import facts as f
from services.engine.core.values import PlaceId, Seat
from tests.unit.kingdoms.table import NINE, RULES, Game

BATTLE = "b1-D"
WON = {"attacker_wins": 5, "defender_wins": 2, "drawn": 1}
LOST = {"attacker_wins": 2, "defender_wins": 5, "drawn": 1}


POSITION: dict[str, Any] = {
    "owners": {place: ["ABC", "DEF", "GHI"].index(row) for row in ["ABC", "DEF", "GHI"] for place in row},
    "units": {"A": 10, "D": 4},
}
ATTACK = c.Attacks(attacks=(c.AttackOrder(origin=PlaceId("A"), target=PlaceId("D"), units=9),))


def fight(bots: int = 0, host: int | None = 2, **options: Any) -> Game:
    """Seat 0 (A B C) attacks D of seat 1 (D E F) with nine against four; seat 2 has the south and is host."""
    game = Game(3, bots=bots, host=host, options={"position": {**POSITION, "stage": "attacks"}, **options})
    game.submit(0, ATTACK)
    game.run_out("step")
    return game


def result(game: Game, name: str = BATTLE) -> tuple[int, int, str]:
    found = game.state.battles[name].result
    assert found is not None
    return found.winner, found.survivors, found.by


def owing(game: Game) -> list[tuple[int | None, str]]:
    return [(one.seat, one.what.split(":")[0]) for one in RULES.owed(game.state) if one.reply]


def test_confirmed_reports_settle() -> None:
    """Nine attacked, five of eight rounds were won: five stay, and the turn is over at once."""
    game = fight()
    assert owing(game) == [(0, "battle"), (1, "battle")]
    game.play(0, c.ReportBattle(battle=BATTLE, **WON))
    assert owing(game) == [(1, "battle")]
    game.play(1, c.ConfirmReport(battle=BATTLE, report=1))
    assert result(game) == (0, 5, "agreed")
    assert (game.owner("D"), game.units("D"), game.units("A")) == (0, 5, 1)
    assert any(isinstance(fact, f.TurnEnded) for fact in game.facts)


def test_two_same_reports_settle() -> None:
    """Without anybody confirming."""
    game = fight()
    game.play(1, c.ReportBattle(battle=BATTLE, **LOST))
    game.play(0, c.ReportBattle(battle=BATTLE, **LOST))
    assert result(game) == (1, 2, "agreed")


def test_an_unanswered_report_stands_after_its_window() -> None:
    """48 hours from the report."""
    game = fight()
    game.at += timedelta(days=6)
    game.play(0, c.ReportBattle(battle=BATTLE, **WON))
    reported = game.at
    game.run_out("battle")
    assert game.at - reported == timedelta(hours=48)
    assert result(game) == (0, 5, "stood")


def test_a_battle_without_a_report_is_drawn_after_a_week() -> None:
    """As if simulated."""
    game = fight()
    began = game.at
    game.run_out("battle")
    assert game.at - began == timedelta(days=7)
    assert result(game)[2] == "simulated"


def test_another_report_disputes_and_the_host_rules() -> None:
    """Who isn't a party."""
    game = fight()
    game.play(0, c.ReportBattle(battle=BATTLE, **WON))
    game.play(1, c.ReportBattle(battle=BATTLE, **LOST))
    assert game.state.battles[BATTLE].status == "disputed"
    assert owing(game) == [(2, "battle")]
    with pytest.raises(Rejected, match="not_the_host"):
        game.play(1, c.RuleBattle(battle=BATTLE, **LOST))
    game.play(2, c.RuleBattle(battle=BATTLE, **WON, reason="t1"))
    assert result(game) == (0, 5, "ruled")


def test_a_dispute_without_figures() -> None:
    """Then the other may still give in."""
    game = fight()
    game.play(0, c.ReportBattle(battle=BATTLE, **WON))
    game.play(1, c.DisputeReport(battle=BATTLE, report=1))
    game.play(1, c.ConfirmReport(battle=BATTLE, report=1))
    assert result(game) == (0, 5, "agreed")


def test_a_dispute_nobody_rules_is_drawn_after_one_window() -> None:
    """Also where the host is a party and can't rule."""
    game = fight(host=0)
    game.play(0, c.ReportBattle(battle=BATTLE, **WON))
    game.play(1, c.DisputeReport(battle=BATTLE, report=1))
    disputed = game.at
    with pytest.raises(Rejected, match="host_is_party"):
        game.play(0, c.RuleBattle(battle=BATTLE, **WON))
    game.run_out("battle")
    assert game.at - disputed == timedelta(hours=48)
    assert result(game)[2] == "simulated"


@pytest.mark.parametrize(
    ("seat", "command", "code"),
    [
        (0, c.ReportBattle(battle=BATTLE, attacker_wins=5, defender_wins=2), "bad_result"),
        (2, c.ReportBattle(battle=BATTLE, **WON), "not_a_captain"),
        (0, c.ReportBattle(battle="b1-E", **WON), "no_such_battle"),
        (0, c.ConfirmReport(battle=BATTLE, report=1), "no_such_report"),
        (0, c.ChooseSpawn(battle=BATTLE, spawn="a"), "no_spawn_choice"),
        (0, c.SimulateBattle(battle=BATTLE), "enemy_reports"),
        (2, c.RuleBattle(battle=BATTLE, **WON), "not_disputed"),
        (2, c.CorrectBattle(battle=BATTLE, **WON, reason="t"), "not_settled"),
    ],
)
def test_refusals(seat: int, command: Any, code: str) -> None:
    """Each changes nothing."""
    game = fight()
    before = game.campaign
    with pytest.raises(Rejected) as refused:
        game.play(seat, command)
    assert refused.value.code == code
    assert game.campaign is before


def test_no_report_comes_from_a_log_where_none_is_read() -> None:
    """The other captain would believe a file that nobody has seen."""
    logged = c.ReportBattle(battle=BATTLE, **WON, from_log=True)
    with pytest.raises(Rejected, match="no_logs"):
        fight().play(0, logged)
    game = fight(battles="game_log")
    game.play(0, logged)
    assert game.state.battles[BATTLE].reports[0].from_log


def test_the_same_report_again_does_nothing() -> None:
    """A doubled click is no second report, and tells nobody anything: not while it waits, not in a dispute."""
    game = fight()
    game.play(0, c.ReportBattle(battle=BATTLE, **WON))
    assert game.play(0, c.ReportBattle(battle=BATTLE, **WON)) == ()
    game.play(1, c.ReportBattle(battle=BATTLE, **LOST))
    for seat, rounds in ((0, WON), (1, LOST)):
        assert game.play(seat, c.ReportBattle(battle=BATTLE, **rounds)) == ()
    assert len(game.state.battles[BATTLE].reports) == 2
    game.play(0, c.ReportBattle(battle=BATTLE, **LOST))
    assert result(game) == (1, 2, "agreed")


def test_nobody_uses_up_the_others_reports() -> None:
    """In a dispute a captain may report again, ten times in all; the other's word doesn't depend on it."""
    game = fight()
    game.play(0, c.ReportBattle(battle=BATTLE, **WON))
    game.play(1, c.DisputeReport(battle=BATTLE, report=1))
    for turn in range(9):
        game.play(0, c.ReportBattle(battle=BATTLE, attacker_wins=6 + turn % 2, defender_wins=2 - turn % 2))
    with pytest.raises(Rejected, match="already_reported"):
        game.play(0, c.ReportBattle(battle=BATTLE, attacker_wins=8, defender_wins=0))
    for wins in range(10):
        game.play(1, c.ReportBattle(battle=BATTLE, attacker_wins=wins % 2, defender_wins=8 - wins % 2))
    assert len(game.state.battles[BATTLE].reports) == 20


def test_one_report_at_a_time() -> None:
    """Whose report waits for its answer can't put another in its place."""
    game = fight()
    game.play(0, c.ReportBattle(battle=BATTLE, **WON))
    with pytest.raises(Rejected, match="already_reported"):
        game.play(0, c.ReportBattle(battle=BATTLE, **LOST))


def test_the_choice_of_spawn_stands_in_for_the_advantage() -> None:
    """Base 5: nine attack with 5 + 4.5, ten players; four and one defend with 8, without it with 7."""
    game = fight()
    view = RULES.view(game.state, None)["battles"][BATTLE]
    assert (view["attacker_size"], view["defender_size"]) == (10, 8)
    game.play(1, c.ChooseSpawn(battle=BATTLE, spawn="b"))
    view = RULES.view(game.state, None)["battles"][BATTLE]
    assert (view["defender_size"], view["spawn"]) == (7, "b")
    with pytest.raises(Rejected, match="no_spawn_choice"):
        game.play(1, c.ChooseSpawn(battle=BATTLE, spawn="a"))


def test_the_choice_lapses_after_a_day_or_with_the_first_report() -> None:
    """Then the advantage stays."""
    game = fight()
    began = game.at
    game.run_out("spawn")
    assert game.at - began == timedelta(days=1)
    with pytest.raises(Rejected, match="no_spawn_choice"):
        game.play(1, c.ChooseSpawn(battle=BATTLE, spawn="a"))
    other = fight()
    other.play(0, c.ReportBattle(battle=BATTLE, **WON))
    with pytest.raises(Rejected, match="no_spawn_choice"):
        other.play(1, c.ChooseSpawn(battle=BATTLE, spawn="a"))


def test_between_bots_a_battle_is_drawn_at_once() -> None:
    """And the next turn is open in the same append."""
    game = fight(bots=3, host=None)
    assert result(game)[2] == "simulated"
    assert game.state.turn == 2


def test_against_a_bot_the_person_may_have_it_drawn() -> None:
    """Or report, which stands after its window; nobody but them is asked."""
    game = fight(bots=2, host=0)
    assert owing(game) == [(0, "battle")]
    game.play(0, c.SimulateBattle(battle=BATTLE))
    assert result(game)[2] == "simulated"
    other = fight(bots=2, host=0)
    other.play(0, c.ReportBattle(battle=BATTLE, **WON))
    other.run_out("battle")
    assert result(other) == (0, 5, "stood")


def test_against_a_bot_the_window_is_that_of_reports() -> None:
    """48 hours, then it is drawn."""
    game = fight(bots=2, host=0)
    began = game.at
    game.run_out("battle")
    assert game.at - began == timedelta(hours=48)


def test_the_option_simulated_draws_all() -> None:
    """In the append that carried the attacks out."""
    game = fight(battles="simulated")
    assert result(game)[2] == "simulated"
    assert game.state.turn == 2


def test_bots_that_take_over_let_it_be_drawn() -> None:
    """Nobody is left to fight."""
    game = fight()
    game.change_seat(0, "hand_to_bot")
    assert game.state.fighting
    game.change_seat(1, "hand_to_bot")
    assert result(game)[2] == "simulated"


def settled() -> Game:
    game = fight()
    game.play(0, c.ReportBattle(battle=BATTLE, **WON))
    game.play(1, c.ConfirmReport(battle=BATTLE, report=1))
    return game


@pytest.mark.parametrize("place", ["D", "B"])
def test_a_correction_sets_the_province_anew(place: str) -> None:
    """And drops both captains' orders, with a notice, even those that would still do: it tells nothing of them."""
    game = settled()
    game.submit(0, c.Provision(create={PlaceId(place): 6}))
    game.submit(1, c.Provision(create={PlaceId("E"): 3}))
    game.submit(2, c.Provision(create={PlaceId("G"): 6}))
    facts = game.play(2, c.CorrectBattle(battle=BATTLE, **LOST, reason="t1"))
    assert (game.owner("D"), game.units("D")) == (1, 2)
    assert [kingdom.sealed is None for kingdom in game.state.kingdoms] == [True, True, False]
    told = [(one.key, one.seats) for fact in facts for one in RULES.notices(fact)]
    assert ("notice.orders_dropped", (0, 1)) in told


def test_a_correction_comes_too_late_after_the_next_orders() -> None:
    """They were carried out on what was."""
    game = settled()
    game.run_out("step")
    with pytest.raises(Rejected, match="too_late_to_correct"):
        game.play(2, c.CorrectBattle(battle=BATTLE, **LOST, reason="t1"))


def test_a_correction_says_why_and_isnt_a_partys() -> None:
    """Its words are a text's id."""
    game = settled()
    with pytest.raises(Rejected, match="reason_missing"):
        game.play(2, c.CorrectBattle(battle=BATTLE, **LOST, reason=""))
    other = fight(host=0)
    other.play(0, c.ReportBattle(battle=BATTLE, **WON))
    other.play(1, c.ConfirmReport(battle=BATTLE, report=1))
    with pytest.raises(Rejected, match="host_is_party"):
        other.play(0, c.CorrectBattle(battle=BATTLE, **LOST, reason="t1"))


def test_who_was_out_may_be_back() -> None:
    """A correction gives the last province back."""
    owners = {place: 0 if place in "ABC" else 2 for place in NINE.places} | {"D": 1}
    position = {"owners": owners, "units": {"A": 10}, "stage": "attacks"}
    game = Game(3, host=2, options={"position": position})
    order = c.AttackOrder(origin=PlaceId("A"), target=PlaceId("D"), units=9)
    game.submit(0, c.Attacks(attacks=(order,)), ready=True)
    game.play(0, c.ReportBattle(battle=BATTLE, **WON))
    game.play(1, c.ConfirmReport(battle=BATTLE, report=1))
    assert game.state.kingdoms[1].out == 1
    with pytest.raises(Rejected, match="out"):
        game.submit(1, c.Provision())
    game.play(2, c.CorrectBattle(battle=BATTLE, **LOST, reason="t1"))
    assert game.state.kingdoms[1].out == 0
    game.submit(1, c.Provision())


def test_a_correction_while_others_fight() -> None:
    """Only the result changes: provinces change hands when all are done."""
    owners = {place: ["ABC", "DEF", "GHI"].index(row) for row in ["ABC", "DEF", "GHI"] for place in row}
    game = Game(3, host=2, options={"position": {"owners": owners, "units": {"A": 10, "B": 10}, "stage": "attacks"}})
    orders = [c.AttackOrder(origin=PlaceId(a), target=PlaceId(b), units=9) for a, b in ("AD", "BE")]
    game.submit(0, c.Attacks(attacks=tuple(orders)), ready=True)
    game.play(0, c.ReportBattle(battle=BATTLE, **WON))
    game.play(1, c.ConfirmReport(battle=BATTLE, report=1))
    before = game.state.owners
    game.play(2, c.CorrectBattle(battle=BATTLE, **LOST, reason="t1"))
    assert result(game) == (1, 1, "corrected")
    assert (game.state.owners, game.owner("D")) == (before, 1)
    game.play(0, c.ReportBattle(battle="b1-E", **WON))
    game.play(1, c.ConfirmReport(battle="b1-E", report=1))
    assert (game.owner("D"), game.owner("E")) == (1, 0)


def corrects(game: Game) -> bool:
    acts = RULES.actions(game.state, Seat(2)).get("battles", {}).get(BATTLE, {})
    command = c.CorrectBattle(battle=BATTLE, **LOST, reason="t1")
    if not acts.get("correct"):
        with pytest.raises(Rejected, match="not_fought"):
            game.play(2, command)
        return False
    game.play(2, command)
    return True


def against_a_bot() -> Game:
    game = Game(3, host=2, options={"position": {**POSITION, "stage": "attacks"}})
    game.change_seat(1, "hand_to_bot")
    game.submit(0, ATTACK)
    game.run_out("step")
    return game


def test_nobody_corrects_dice() -> None:
    """What nobody fought was drawn, and no host may draw it otherwise."""
    assert not corrects(fight(battles="simulated"))
    game = fight()
    game.change_seat(1, "hand_to_bot")
    game.change_seat(0, "hand_to_bot")
    assert result(game)[2] == "simulated"
    assert corrects(game)  # two people had begun it
    drawn, reported = against_a_bot(), against_a_bot()
    drawn.play(0, c.SimulateBattle(battle=BATTLE))
    assert not corrects(drawn)
    reported.play(0, c.ReportBattle(battle=BATTLE, **WON))
    reported.run_out("battle")
    assert corrects(reported)


def test_what_two_people_never_reported_is_corrected() -> None:
    """It was fought, perhaps, and only drawn since nobody said so in time."""
    game = fight()
    game.run_out("battle")
    assert result(game)[2] == "simulated"
    assert corrects(game)
