"""Random campaigns: whatever players, the clock, the host and leavers do, the rules' invariants hold all the time."""

import os
from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.engine.core import campaign as kernel
from services.engine.core import sight
from services.engine.core.kernel import ExpireDeadline, Rejected, SeatTaken
from services.engine.core.rulesets.kingdoms import commands as c
from services.engine.core.rulesets.kingdoms import facts as f
from services.engine.core.rulesets.kingdoms import facts_battles as fb
from services.engine.core.rulesets.kingdoms.sealing import canonical
from services.engine.core.storage import Codec, encode_facts
from services.engine.core.values import PlaceId, Seat
from tests.unit.kingdoms.table import NINE, RULES, START, Game, nonce

CODEC = Codec(RULES)
EXAMPLES = 300 if os.environ.get("SOAK") else 40


def orders_of(game: Game, seat: int, data: st.DataObject) -> c.AnyOrders:
    """Legal orders, drawn from what the seat is told it may do."""
    submit = RULES.actions(game.state, Seat(seat))["submit"]
    match submit["kind"]:
        case "preference":
            return c.Preference(places=tuple(data.draw(st.permutations(submit["places"]))))
        case "placement":
            return c.Placement(units=_split(submit, data))
        case "provision":
            supply: Any = msgspec.UNSET
            if submit.get("supply") and data.draw(st.booleans()):
                origin = data.draw(st.sampled_from(sorted(submit["supply"])))
                choice = submit["supply"][origin]
                target, units = data.draw(st.sampled_from(choice["targets"])), data.draw(st.integers(1, choice["most"]))
                supply = c.Supply(origin=origin, target=target, units=units)
            return c.Provision(supply=supply, create=_split(submit, data) if data.draw(st.booleans()) else {})
        case _:
            return c.Attacks(attacks=tuple(_attacks(submit, data)))


def _split(submit: dict[str, Any], data: st.DataObject) -> dict[PlaceId, int]:
    cuts = sorted(data.draw(st.lists(st.integers(0, submit["total"]), max_size=len(submit["places"]) - 1)))
    counts = [after - before for before, after in zip([0, *cuts], [*cuts, submit["total"]], strict=True)]
    return {place: count for place, count in zip(submit["places"], counts, strict=False) if count}


def _attacks(submit: dict[str, Any], data: st.DataObject) -> list[c.AttackOrder]:
    found, attacked = [], set()
    for origin, choice in submit.get("attacks", {}).items():
        left = choice["most"]
        for target in choice["targets"]:
            if left and target not in attacked and data.draw(st.booleans()):
                units = data.draw(st.integers(1, left))
                found.append(c.AttackOrder(origin=origin, target=target, units=units))
                attacked.add(target)
                left -= units
    return found


def standing(game: Game) -> int:
    """Units everywhere, those in battles included."""
    state = game.state
    marched = sum(battle.began.attacker_units for battle in state.battles.values()) if state.fighting else 0
    return sum(state.units) + marched


def check_append(before: int, game: Game) -> None:
    """Units are conserved: placed and created ones come, those lost in battles go."""
    grown = 0
    for fact in game.facts:
        match fact:
            case f.StepAdjudicated():
                grown += sum(sum(units.values()) for units in fact.created.values())
                grown += len(fact.owners)
                assert len({one.target for one in fact.attacks if not one.cancelled}) == sum(
                    not one.cancelled for one in fact.attacks
                )
            case fb.BattlesBegan():
                assert all(one.attacker != one.defender for one in fact.battles)
                grown -= sum(one.attacker_units + one.defender_units for one in fact.battles)
            case f.TurnEnded():
                grown += sum(fact.units.values())
    if not game.state.fighting and not any(isinstance(fact, fb.BattleCorrected) for fact in game.facts):
        fought = _fought_before(game)
        assert standing(game) == before + grown - fought


def _fought_before(game: Game) -> int:
    """Units in battles that had begun before this append and ended in it."""
    began = {one.battle for fact in game.facts if isinstance(fact, fb.BattlesBegan) for one in fact.battles}
    if not any(isinstance(fact, f.TurnEnded) for fact in game.facts):
        return 0
    old = [battle.began for name, battle in game.state.battles.items() if name not in began]
    return sum(one.attacker_units + one.defender_units for one in old)


def check(game: Game) -> None:
    """What holds after every append."""
    state = game.state
    if state.turn or (state.step is not None and state.step.kind != "preference"):
        assert min(state.units) >= 1
        assert -1 not in state.owners
    for seat, kingdom in enumerate(state.kingdoms):
        assert bool(kingdom.out) == (state.turn > 0 and seat not in state.owners)
        if kingdom.sealed is not None:
            assert state.step is not None
    if state.outcome is None:
        assert kernel.owed(RULES, game.campaign)
        assert (state.step is None) == any(battle.result is None for battle in state.battles.values())
        assert state.step is None or state.step.kind == "attacks" or state.turn == 0 or len(state.seats) >= 2
    else:
        assert state.step is None
        assert any(one.place == 1 for one in state.outcome.standings)
    sees(game)


def sees(game: Game) -> None:
    """Nobody else's bytes hold the orders or the nonce of an open step; everyone's hold their own."""
    views = sight.see(RULES, game.campaign)
    public = msgspec.json.encode(views.public)
    mine = [msgspec.json.encode(one) for one in views.mine]
    for seat, kingdom in enumerate(game.state.kingdoms):
        if kingdom.sealed is None:
            assert views.mine[seat] == {}
            continue
        secret = kingdom.sealed.nonce.encode()
        assert secret in mine[seat]
        assert all(secret not in other for number, other in enumerate([*mine, public]) if number != seat)


def tells_nothing(game: Game) -> None:
    """What a submission shows, says and sends to others has one length and no word of the orders."""
    sealed = [fact for fact in game.facts if isinstance(fact, f.OrdersSealed)]
    told = any(isinstance(fact, f.StepAdjudicated) for fact in game.facts)
    for fact in sealed:
        assert RULES.show(fact, None) == ()
        assert all(RULES.show(fact, Seat(seat)) == () for seat in range(len(game.state.kingdoms)))
        assert RULES.notices(fact) == ()
        public = msgspec.json.encode(RULES.view(game.state, None))
        assert told or fact.nonce.encode() not in public
        assert told or not fact.orders or canonical(fact.orders) == "" or fact.commitment.encode() in public


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_any_campaign(data: st.DataObject) -> None:
    """Units are conserved, one stands everywhere, secrets keep, and replay equals live state."""
    seats = data.draw(st.integers(2, 4))
    mode = data.draw(st.sampled_from(["reported", "simulated"]))
    game = Game(
        seats,
        seed=data.draw(st.integers(0, 1 << 32)),
        bots=data.draw(st.integers(0, seats - 1)),
        options={"battles": mode, "last_turn": 6},
    )
    replayed = kernel.replay(RULES, NINE, None, START, game.facts)
    check(game)
    for _ in range(data.draw(st.integers(1, 50))):
        if game.campaign.outcome is not None:
            break
        before = standing(game)
        try:
            act(game, data)
        except Rejected:
            continue
        if not game.facts:
            continue
        check_append(before, game)
        tells_nothing(game)
        for at, facts in game.log:
            replayed = kernel.replay(RULES, NINE, replayed, at, CODEC.facts(encode_facts(facts)))
        game.log.clear()
        assert replayed == game.campaign
        check(game)


def act(game: Game, data: st.DataObject) -> None:
    """Let something happen that may happen; :raises Rejected: it may not."""
    state = game.state
    seat = data.draw(st.integers(0, len(state.kingdoms) - 1))
    kind = data.draw(st.sampled_from(["orders"] * 8 + ["run out"] * 3 + ["battle"] * 6 + ["host", "seat"]))
    game.facts = ()
    if kind == "orders" and state.step is not None and not state.kingdoms[seat].out:
        game.submit(seat, orders_of(game, seat, data), ready=data.draw(st.booleans()))
    elif kind == "battle" and state.fighting:
        name = data.draw(st.sampled_from(sorted(state.battles)))
        wins = data.draw(st.integers(0, 8))
        command: Any = data.draw(
            st.sampled_from(
                [
                    c.ReportBattle(battle=name, attacker_wins=wins, defender_wins=8 - wins),
                    c.ConfirmReport(battle=name, report=1),
                    c.DisputeReport(battle=name, report=1),
                    c.SimulateBattle(battle=name),
                    c.ChooseSpawn(battle=name, spawn="a"),
                    c.RuleBattle(battle=name, attacker_wins=wins, defender_wins=8 - wins),
                ]
            )
        )
        game.play(seat, command)
    elif kind == "host":
        host(game, data)
    elif kind == "seat":
        game.change_seat(seat, data.draw(st.sampled_from(["hand_to_bot", "take_back", "leave"])))
    else:
        game.run_out()


def host(game: Game, data: st.DataObject) -> None:
    commands: list[Any] = [c.PauseCampaign(), c.ResumeCampaign()]
    if game.state.step is not None:
        commands.append(c.ExtendStep(step=game.step, extension=data.draw(st.integers(1, 3))))
    commands += [
        c.CorrectBattle(battle=name, attacker_wins=data.draw(st.integers(0, 8)), defender_wins=0, drawn=0, reason="t")
        for name in game.state.battles
    ]
    game.play(game.campaign.table.host or 0, data.draw(st.sampled_from(commands)))


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_the_order_of_submissions_changes_nothing(data: st.DataObject) -> None:
    """The same orders in any order lead to the same position, draws included."""
    owners = {
        place: data.draw(st.integers(0, 2)) if place not in "ABC" else "ABC".index(place) for place in NINE.places
    }
    units = {place: data.draw(st.integers(1, 8)) for place in NINE.places}
    stage = data.draw(st.sampled_from(["provision", "attacks"]))
    options = {"position": {"owners": owners, "units": units, "stage": stage}, "battles": "simulated"}
    one = Game(3, options=options)
    orders = {seat: orders_of(one, seat, data) for seat in range(3)}
    found = []
    for order in ((0, 1, 2), (2, 0, 1), data.draw(st.permutations((0, 1, 2)))):
        game = Game(3, options=options)
        for seat in order:
            game.submit(seat, orders[seat])
        game.run_out("step")
        found.append((game.state.owners, game.state.units, game.campaign.counts))
    assert found[0] == found[1] == found[2]


def test_doubled_and_late_deadlines_do_nothing() -> None:
    """Only what is owed runs out."""
    game = Game(2)
    old = RULES.owed(game.state)[0]
    game.run_out()
    assert game.system(ExpireDeadline(what=old.what, due=old.due)) == ()
    assert RULES.decide(game.state, None, SeatTaken(seat=Seat(0)), game.at, None) == ()  # type: ignore[arg-type]
    assert nonce(0) != nonce(1)
