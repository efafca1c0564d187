"""Steps: who is waited for, when they are carried out, what missed ones lead to (pitfalls 2, 3, 4, 5, 7, 25)."""

from typing import Any

import pytest
from msgspec.structs import replace

from services.engine.core.kernel import ExpireDeadline, Rejected
from services.engine.core.rulesets.kingdoms import commands as c
from services.engine.core.rulesets.kingdoms import facts as f
from services.engine.core.rulesets.kingdoms.notices import notices
from services.engine.core.values import PlaceId
from tests.unit.kingdoms.table import NINE, RULES, Game, nonce

NORTH = {"owners": {place: 0 if place in "ABC" else 1 for place in NINE.places}, "units": {"A": 5, "D": 5}}


def halves(**more: Any) -> dict[str, Any]:
    """Seat 0 owns the north row, seat 1 the rest."""
    return {"position": {**NORTH, **more}}


def attacks(*orders: tuple[str, str, int]) -> c.Attacks:
    made = [c.AttackOrder(origin=PlaceId(a), target=PlaceId(b), units=units) for a, b, units in orders]
    return c.Attacks(attacks=tuple(made))


def test_nobody_ready_waits_for_the_deadline() -> None:
    """Handed in is not ready: the step stays open until it runs out."""
    game = Game(2, options=halves(stage="attacks"))
    game.submit(0, attacks())
    game.submit(1, attacks())
    assert game.step == 1
    game.run_out("step")
    assert game.step == 2


def test_the_last_to_be_ready_carries_it_out_at_once() -> None:
    """In the same append."""
    game = Game(2, options=halves(stage="attacks"))
    game.submit(0, attacks(("A", "D", 4)), ready=True)
    game.submit(1, attacks(), ready=True)
    assert next(type(fact) for fact in game.facts if not isinstance(fact, f.ReadySet)) is f.StepAdjudicated
    assert list(game.state.battles) == ["b1-D"]


def test_new_orders_are_not_ready() -> None:
    """Handing in again takes the mark back."""
    game = Game(2, options=halves(stage="attacks"))
    game.submit(0, attacks(), ready=True)
    game.submit(0, attacks(("A", "D", 4)))
    game.submit(1, attacks(), ready=True)
    assert game.step == 1


def test_ready_needs_orders() -> None:
    """An empty list will do, nothing at all won't (3, 25)."""
    game = Game(2, options=halves(stage="attacks"))
    with pytest.raises(Rejected, match="nothing_submitted"):
        game.play(0, c.SetReady(step=1, ready=True))
    game.submit(0, attacks(), ready=True)
    assert game.state.kingdoms[0].ready


def test_an_empty_list_is_no_missed_step() -> None:
    """Missed is who handed in nothing, ready or not (3, 25)."""
    game = Game(2, options=halves(stage="attacks"))
    game.submit(0, attacks())
    game.run_out("step")
    assert [kingdom.missed for kingdom in game.state.kingdoms] == [0, 1]


def test_bots_alone_never_carry_a_step_out_early() -> None:
    """A table of bots and sleepers waits for its deadlines, else it would run through its turns in a moment (2)."""
    game = Game(3, bots=3, host=None, options={"share_percent": 60})
    for seat in range(3):
        game.submit(seat, c.Preference(places=()))
    assert all(kingdom.ready for kingdom in game.state.kingdoms)
    assert game.step == 1
    assert [one.what for one in RULES.owed(game.state)] == ["step:1"]


def test_bots_and_a_person_who_is_ready() -> None:
    """Bots are ready as soon as they have ordered, and the person's mark is enough."""
    game = Game(3, bots=2, options={"share_percent": 60})
    game.submit(1, c.Preference(places=()))
    game.submit(2, c.Preference(places=()))
    game.submit(0, c.Preference(places=()), ready=True)
    assert game.step == 2


def test_a_step_nobody_can_order_in_runs_to_its_deadline() -> None:
    """No kingdom has a unit to spare: that is nobody's consent (2), and nobody's missed step (5)."""
    owners = NORTH["owners"]
    game = Game(2, options={"position": {"owners": owners, "stage": "attacks"}})
    assert game.state.step is not None
    assert game.state.step.asked == ()
    assert [(one.seat, one.what) for one in RULES.owed(game.state)] == [(None, "step:1")]
    game.run_out()
    assert [kingdom.missed for kingdom in game.state.kingdoms] == [0, 0]


def test_who_can_order_nothing_is_not_waited_for() -> None:
    """Its mark isn't needed, and it missed nothing (5)."""
    game = Game(2, options={"position": {"owners": NORTH["owners"], "units": {"A": 5}, "stage": "attacks"}})
    assert RULES.view(game.state, None)["kingdoms"]["1"]["nothing_to_order"]
    game.submit(0, attacks(("A", "D", 1)), ready=True)
    assert "b1-D" in game.state.battles
    assert game.state.kingdoms[1].missed == 0


def test_who_can_order_nothing_may_let_bots_go_on() -> None:
    """A person without anything to order hands in an empty list and is ready: nobody waits for the deadline."""
    position = {"owners": NORTH["owners"], "units": {"D": 5}, "stage": "attacks"}
    game = Game(2, bots=1, options={"position": position})
    game.submit(1, attacks())
    assert game.step == 1
    game.submit(0, attacks(), ready=True)
    assert game.step == 2


def test_three_missed_steps_make_dormant_and_orders_wake() -> None:
    """Not waited for until it orders again."""
    game = Game(2, options=halves())
    for _ in range(3):
        game.submit(0, c.Provision() if game.state.step and game.state.step.kind == "provision" else attacks())
        game.run_out("step")
    assert [type(fact) for fact in game.facts][-1] is f.WentDormant
    assert RULES.view(game.state, None)["kingdoms"]["1"]["dormant"]
    step = game.step
    game.submit(0, attacks(), ready=True)
    assert game.step == step + 1
    game.submit(1, c.Provision())
    assert not game.state.kingdoms[1].dormant
    game.submit(0, c.Provision(), ready=True)
    assert game.step == step + 1


def test_elimination_is_told_and_not_that_one_sleeps() -> None:
    """One append, one notice to the kingdom that is gone (7)."""
    position = {
        "owners": {place: 1 if place == "I" else 0 for place in NINE.places} | {"A": 2},
        "units": {"F": 60, "H": 9},
        "stage": "attacks",
    }
    game = Game(3, options={"position": position, "battles": "simulated"})
    game.campaign = _missed(game, 1, 2)
    game.submit(0, attacks(("F", "I", 59)), ready=True)
    if game.state.step is not None and game.state.step.number == 1:
        game.run_out("step")
    assert game.state.kingdoms[1].out == 1
    told = [one.key for fact in game.facts for one in notices(fact) if 1 in one.seats]
    assert "notice.eliminated" in told
    assert "notice.dormant" not in told


def _missed(game: Game, seat: int, missed: int) -> Any:
    kingdoms = list(game.state.kingdoms)
    kingdoms[seat] = replace(kingdoms[seat], missed=missed)
    return replace(game.campaign, game=replace(game.state, kingdoms=tuple(kingdoms)))


def test_three_silent_turns_end_the_campaign() -> None:
    """As the last turn does: most provinces."""
    game = Game(2, options=halves())
    for _ in range(6):
        assert game.state.outcome is None
        game.run_out()
    assert game.state.outcome is not None
    assert game.state.outcome.reason == "abandoned"
    assert [one.place for one in game.state.outcome.standings] == [2, 1]


def _bots_order(game: Game) -> None:
    """Every seat's orders come, and the step runs out unless they were waited for only."""
    step = game.state.step
    assert step is not None
    for seat in game.state.seats:
        game.submit(seat, c.Provision() if step.kind == "provision" else c.Attacks())
    if game.state.step == step:
        game.run_out("step")


def test_a_deserted_campaign_ends_after_three_turns_of_bots() -> None:
    """However busy they are, once the last person left for good."""
    game = Game(3, options={"position": {**NORTH, "owners": {**NORTH["owners"], "I": 2}}}, bots=1)
    game.change_seat(0, "leave")
    for _ in range(2):
        _bots_order(game)
    assert game.state.silent == 0  # the other person is still there
    game.change_seat(1, "leave")
    for _ in range(6):
        assert game.state.outcome is None
        _bots_order(game)
    assert game.state.outcome is not None
    assert game.state.outcome.reason == "abandoned"


def test_a_campaign_is_not_deserted_while_somebody_may_come_back() -> None:
    """A bot stands in for them, or they are away; nor is one of bots that began alone."""
    handed, alone = Game(2, options=halves()), Game(2, options=halves(), bots=2)
    handed.change_seat(0, "leave")
    handed.change_seat(1, "hand_to_bot")
    simulated = Game(2, options=halves(), bots=2, simulated=True)
    for game in (handed, alone, simulated):
        for _ in range(8):
            _bots_order(game)
        assert game.state.outcome is None
        assert game.state.silent == 0


def test_an_extension_counts_once() -> None:
    """The same one does nothing twice, and there are two of half a step each (4); the next step is as long as ever."""
    game = Game(2, options=halves())
    due = _due(game)
    game.play(0, c.ExtendStep(step=1, extension=1))
    assert _due(game) - due == 86_400
    assert game.play(0, c.ExtendStep(step=1, extension=1)) == ()
    game.play(0, c.ExtendStep(step=1, extension=2))
    with pytest.raises(Rejected, match="too_many_extensions"):
        game.play(0, c.ExtendStep(step=1, extension=3))
    with pytest.raises(Rejected, match="not_the_host"):
        game.play(1, c.ExtendStep(step=1, extension=3))
    game.run_out("step")
    assert _due(game) - game.at.timestamp() == 2 * 86_400


def test_a_late_deadline_of_a_step_that_was_extended_does_nothing() -> None:
    """Its name is another."""
    game = Game(2, options=halves())
    old = RULES.owed(game.state)[0]
    game.play(0, c.ExtendStep(step=1, extension=1))
    assert game.system(ExpireDeadline(what=old.what, due=old.due)) == ()


def _due(game: Game) -> float:
    assert game.state.step is not None
    return game.state.step.due.timestamp()


def test_a_pause_moves_every_window() -> None:
    """Orders are taken, nothing is carried out, and what was left of the step is left afterwards."""
    game = Game(2, options=halves())
    due = _due(game)
    game.play(0, c.PauseCampaign())
    began = game.at.timestamp()
    game.submit(0, c.Provision(), ready=True)
    game.submit(1, c.Provision(), ready=True)
    assert game.step == 1
    game.play(0, c.SetReady(step=1, ready=False))
    game.play(0, c.ResumeCampaign())
    assert _due(game) == pytest.approx(due + game.at.timestamp() - began)


def test_a_pause_ends_by_itself_and_then_all_who_are_ready_go_on() -> None:
    """After thirty days."""
    game = Game(2, options=halves())
    game.play(0, c.PauseCampaign())
    for seat in (0, 1):
        game.submit(seat, c.Provision(), ready=True)
    assert [one.what for one in RULES.owed(game.state)] == ["pause:1"]
    game.run_out()
    assert game.step == 2
    assert (game.at - game.campaign.started_at).days == 30


def test_the_same_orders_again_do_nothing() -> None:
    """A doubled command leads to no second fact."""
    game = Game(2, options=halves())
    game.submit(0, c.Provision())
    assert game.submit(0, c.Provision()) == ()


def test_a_bot_takes_over_what_is_not_ready() -> None:
    """The bot is asked even where its person had handed in something, so nobody waits in vain."""
    game = Game(3, options={"share_percent": 60})
    game.submit(1, c.Preference(places=()))
    game.change_seat(1, "hand_to_bot")
    assert [one.seat for one in RULES.owed(game.state) if one.open_ended] == [1]
    game.submit(2, c.Preference(places=()), ready=True)
    game.submit(0, c.Preference(places=()), ready=True)
    game.play(1, c.Submit(step=1, nonce=nonce(9), orders=c.Preference(places=())))
    assert game.step == 2


def test_who_is_waited_for_goes_and_the_step_is_carried_out() -> None:
    """Somebody leaves whose bot has nothing left to say: the others were all ready."""
    game = Game(3, options={"share_percent": 60})
    for seat in (0, 2):
        game.submit(seat, c.Preference(places=()), ready=True)
    game.change_seat(1, "leave")
    game.play(1, c.Submit(step=1, nonce=nonce(9), orders=c.Preference(places=())))
    assert game.step == 2


def test_who_takes_a_seat_back_is_waited_for() -> None:
    """Whatever the bot has marked ready: a person who has only come back hasn't asked for anything."""
    game = Game(3, bots=1, options={"share_percent": 60})
    game.change_seat(0, "hand_to_bot")
    game.change_seat(1, "hand_to_bot")
    for seat in range(3):
        game.submit(seat, c.Preference(places=()))
    facts = game.change_seat(0, "take_back")
    assert not any(isinstance(fact, f.StepAdjudicated) for fact in facts)
    assert (game.step, game.state.kingdoms[0].ready) == (1, False)
    assert game.state.kingdoms[0].sealed is not None
    game.play(0, c.SetReady(step=1, ready=True))
    assert game.step == 2


def test_who_takes_a_seat_back_from_a_bot_without_orders_is_waited_for() -> None:
    """A bot that had no answer was marked ready, and nobody may be ready without orders."""
    game = Game(2, options=halves(stage="attacks"))
    game.change_seat(1, "hand_to_bot")
    (due,) = (one for one in RULES.owed(game.state) if one.open_ended)
    game.system(ExpireDeadline(what=due.what, due=due.due))
    game.change_seat(1, "take_back")
    game.submit(0, attacks(), ready=True)
    assert game.step == 1
    game.submit(1, attacks(("D", "A", 4)), ready=True)
    assert "b1-A" in game.state.battles
