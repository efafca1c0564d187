"""The kernel around a ruleset: replay, views by patches, parking, seats, draws. Played with the toy ruleset."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from services.engine.core import campaign as kernel
from services.engine.core import fairness, kernel_facts, patches, sight, steps
from services.engine.core.board import Board
from services.engine.core.kernel import ExpireDeadline, Rejected, SeatHolder
from services.engine.core.storage import Codec, UnknownFact, encode_facts
from services.engine.core.values import Seat
from tests.tally import TALLY, Add, Added, Options

AT = datetime(2026, 1, 1, tzinfo=UTC)
SECRET = bytes(range(32))
BOARD = Board(
    id="line", sha256="0" * 64, places=("a", "b", "c"), names=("A", "B", "C"),
    land=(0b010, 0b101, 0b010), sea=(0, 0, 0), figures={"value": (1, 2, 3)}, tags={},
)  # fmt: skip
CODEC = Codec(TALLY)


def opened(people: int = 2, bots: int = 1, target: int = 10) -> steps.Step:
    seats = (*(SeatHolder() for _ in range(people)), *(SeatHolder(bot_level=3, person=False) for _ in range(bots)))
    return steps.open_campaign(
        TALLY, BOARD, campaign="a1", seats=seats, host=0, options=Options(target=target), secret=SECRET,
        secret_hash=fairness.secret_hash(SECRET), salt=fairness.salt_of([b"x", b"y", b""]), at=AT,
    )  # fmt: skip


def play(campaign: kernel.Campaign, amount: int, at: datetime = AT) -> steps.Step:
    game = campaign.game
    return steps.player_command(TALLY, campaign, SECRET, game.seat, Add(turn=game.turn, amount=amount), at)


def plain(view: object) -> object:
    """As a client gets it: through JSON."""
    return msgspec.json.decode(msgspec.json.encode(view))


def test_replay_from_stored_facts_equals_the_live_state() -> None:
    """Facts read back from their JSON lead to the very state the commands led to."""
    step = opened()
    live, stored = step.after, [(AT, encode_facts(step.facts))]
    for turn in range(4):
        at = AT + timedelta(seconds=turn + 1)
        step = play(live, 2, at)
        live, stored = step.after, [*stored, (at, encode_facts(step.facts))]
    again = None
    for at, facts in stored:
        again = kernel.replay(TALLY, BOARD, again, at, CODEC.facts(facts))
    assert live == again


def test_a_snapshot_thaws_to_the_same_campaign() -> None:
    """Freezing and thawing loses nothing."""
    live = play(opened().after, 3).after
    assert live == CODEC.thaw(CODEC.freeze(live), BOARD)


def test_patches_applied_in_order_equal_a_fresh_view_for_every_viewer() -> None:
    """A client that applies what it is shown blindly ends with the same view as one that asks anew."""
    campaign = opened().after
    seen = {viewer: sight.whole(sight.see(TALLY, campaign), viewer) for viewer in (None, 0, 1, 2)}
    while campaign.outcome is None:
        before = sight.see(TALLY, campaign)
        step = play(campaign, 3)
        campaign = step.after
        shown = {s.viewer: s.body for s in sight.shown(TALLY, before, sight.see(TALLY, campaign), step.facts, AT)}
        for viewer, view in seen.items():
            body = shown[viewer] or shown[None]
            update = msgspec.json.decode(b"{" + body + b"}")
            seen[viewer] = patches.apply(view, update["patch"])
    for viewer, view in seen.items():
        assert plain(sight.whole(sight.see(TALLY, campaign), viewer)) == plain(view)


def test_a_seat_sees_its_own_secret_and_no_other() -> None:
    """The private part of a seat is in that seat's view only."""
    campaign = opened().after
    views = sight.see(TALLY, campaign)
    assert sight.whole(views, 1)["mine"] == {"lucky": campaign.game.lucky[1]}
    assert "mine" not in sight.whole(views, None)


def test_a_late_or_doubled_deadline_does_nothing() -> None:
    """A deadline names what it ends; when that is gone, no fact follows."""
    campaign = opened().after
    expire = ExpireDeadline(what="turn:0", due=AT)
    step = steps.system_command(TALLY, campaign, SECRET, expire, AT, credited_ms=1500)
    assert [type(f) for f in step.facts] == [kernel_facts.TimeCredited, Added]
    again = steps.system_command(TALLY, step.after, SECRET, expire, AT)
    assert again.facts == ()
    assert again.after is step.after


def test_a_parked_campaign_refuses_commands_and_owes_nothing_until_it_goes_on() -> None:
    """Parked: no commands, no deadlines; unparked: as before."""
    campaign = opened().after
    parked = steps.park(campaign, "ZeroDivisionError", AT).after
    assert kernel.owed(TALLY, parked) == ()
    with pytest.raises(Rejected) as refusal:
        play(parked, 1)
    assert refusal.value.code == kernel.Refusal.PARKED
    assert play(steps.unpark(parked, AT).after, 1).facts


def test_the_end_is_an_append_like_any_other_and_nothing_follows_it() -> None:
    """The command that reaches the target also ends the campaign; what comes later is refused as over."""
    step = play(opened(target=3).after, 3)
    assert isinstance(step.facts[-1], kernel_facts.Ended)
    assert [o.what for o in kernel.owed(TALLY, step.after)] == ["delete"]
    with pytest.raises(Rejected) as refusal:
        play(step.after, 1)
    assert refusal.value.code == kernel.Refusal.OVER


def test_the_host_hands_on_the_role_when_a_bot_takes_over() -> None:
    """Handing the host's own seat to a bot passes the role to the next person; taking back restores the player."""
    campaign = opened(people=2, bots=0).after
    host = campaign.table.host
    assert host is not None
    step = steps.change_seat(TALLY, campaign, SECRET, host, host, "hand_to_bot", AT)
    assert step.after.table.host != host
    assert step.after.table.is_bot(host)
    back = steps.change_seat(TALLY, step.after, SECRET, host, host, "take_back", AT)
    assert not back.after.table.is_bot(host)
    assert back.after.game.table == back.after.table


def test_the_first_person_who_is_back_looks_after_a_campaign_without_a_host() -> None:
    """When the last person leaves to a bot there is no host; whoever takes a seat back first becomes it."""
    campaign = opened(people=2, bots=0).after
    for seat in (Seat(0), Seat(1)):
        campaign = steps.change_seat(TALLY, campaign, SECRET, seat, seat, "hand_to_bot", AT).after
    assert campaign.table.host is None
    for seat in (Seat(1), Seat(0)):
        campaign = steps.change_seat(TALLY, campaign, SECRET, seat, seat, "take_back", AT).after
        assert campaign.table.host == 1


def test_only_the_seat_or_the_host_may_change_who_plays_it() -> None:
    """Another player may not hand somebody's seat to a bot."""
    campaign = opened(people=3, bots=0).after
    host = campaign.table.host
    assert host is not None
    other, third = [seat for seat in range(3) if seat != host]
    with pytest.raises(Rejected):
        steps.change_seat(TALLY, campaign, SECRET, other, third, "hand_to_bot", AT)


def test_a_fact_of_an_unknown_kind_is_not_guessed_at() -> None:
    """A vocabulary this replica doesn't know is reported, so that another replica serves the campaign."""
    with pytest.raises(UnknownFact):
        CODEC.facts(b'[{"type":"Halved"}]')


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{}", b'{"type":"Nope"}', b'{"type":"Add","turn":"x","amount":1}', b"\xff"]
)
def test_a_command_that_is_not_one_is_refused_as_malformed(body: bytes) -> None:
    """Whatever bytes arrive, the answer is a refusal."""
    with pytest.raises(Rejected) as refusal:
        CODEC.command(body)
    assert refusal.value.kind == "malformed"


def test_draws_are_recorded_and_can_be_computed_again() -> None:
    """Every draw of the first append is in its facts and follows from secret, salt, purpose and number."""
    step = opened()
    made = next(f for f in step.facts if isinstance(f, kernel_facts.DrawsMade)).draws
    assert {d.purpose for d in made} == {"seats", "lucky"}
    for d in made:
        salt = bytes.fromhex(step.after.salt)
        assert d.value == fairness.draw(SECRET, "a1", salt, d.purpose, d.n, d.bound)
