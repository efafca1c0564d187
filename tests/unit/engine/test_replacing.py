"""Another person takes a seat over: what the kernel lets happen, says of it, and refuses."""

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from services.engine.core import kernel_facts, sight, steps
from services.engine.core.campaign import Campaign, Refusal, replay
from services.engine.core.fairness import secret_hash
from services.engine.core.kernel import Rejected, SeatHolder
from services.engine.core.kernel_facts import SeatReplaced
from services.engine.core.rulesets.provinces.ruleset import Provinces
from services.engine.core.storage import Codec, encode_facts
from services.engine.core.values import Seat
from tests.tally import TALLY
from tests.unit.chess_wars.table import small

AT, SECRET, BOARD = datetime(2026, 1, 1, tzinfo=UTC), b"\7" * 32, small()
SEAT = Seat(0)


def opened(*, people: int = 2, bots: int = 1) -> Campaign:
    holders = (*(SeatHolder(rating=1500) for _ in range(people)), *(SeatHolder(bot_level=2, person=False),) * bots)
    options = TALLY.options({}, len(holders), BOARD, None)
    return steps.open_campaign(
        TALLY, BOARD, campaign="c1", seats=holders, host=0, options=options, secret=SECRET,
        secret_hash=secret_hash(SECRET), salt=b"salt", at=AT,
    ).after  # fmt: skip


def changed(campaign: Campaign, seat: int, change: str) -> steps.Step:
    return steps.change_seat(TALLY, campaign, SECRET, Seat(seat), Seat(seat), change, AT)


@pytest.mark.parametrize("change", ["hand_to_bot", "leave"])
def test_a_newcomer_plays_the_seat_of_who_left_or_is_stood_in_for(change: str) -> None:
    """They are a person like any other, with the seat's frozen rating; everybody hears of it and sees it."""
    campaign = opened(people=3, bots=0)
    seat = next(seat for seat in range(3) if seat != campaign.table.host)
    away = changed(campaign, seat, change).after
    step = changed(away, seat, "take_over")
    assert SeatHolder(rating=1500, replaced=True) == step.after.table.seats[seat]
    assert step.after.game.table == step.after.table
    assert step.after.table.replaced
    [fact] = [fact for fact in step.facts if isinstance(fact, kernel_facts.KernelFact)]
    assert isinstance(fact, SeatReplaced)
    assert [line.key for line in sight.kernel_lines(step.facts)] == ["kernel.seat_replaced"]
    [told] = [one for one in sight.notices(TALLY, step.after, step.facts) if one.key == "notice.seat_replaced"]
    assert list(told.seats) == [0, 1, 2]
    public = sight.see(TALLY, step.after).public
    assert public["campaign"]["seats"][str(seat)] == {"seat": seat, "person": True, "rating": 1500, "replaced": True}


def test_it_is_stored_and_read_like_any_other_append() -> None:
    """The facts hold no account, and folding what was stored leads to the same state."""
    away = changed(opened(people=3, bots=0), 1, "leave").after
    step = changed(away, 1, "take_over")
    stored = encode_facts(step.facts)
    assert b"account" not in stored
    assert step.after == replay(TALLY, BOARD, away, AT, Codec(TALLY).facts(stored))


def test_seats_that_nobody_gave_away_hold_what_they_held() -> None:
    """What was stored before seats could be taken over reads and writes as it did: no field is added."""
    held = encode_facts((kernel_facts.SeatHeld(seat=0, holder=SeatHolder(bot_level=3)),))
    assert held == b'[{"type":"kernel.SeatHeld","seat":0,"holder":{"bot_level":3}}]'


def test_whoever_takes_over_looks_after_a_campaign_without_a_host() -> None:
    """As the first person who is back does."""
    campaign = opened(people=2, bots=0)
    for seat in (0, 1):
        campaign = changed(campaign, seat, "leave").after
    assert campaign.table.host is None
    assert changed(campaign, 1, "take_over").after.table.host == 1


@pytest.mark.parametrize(
    ("prepare", "code"),
    [
        (lambda campaign, seat: campaign, Refusal.SEAT_PLAYED),
        (lambda campaign, seat: changed(changed(campaign, seat, "leave").after, seat, "take_over").after,
         Refusal.SEAT_PLAYED),
        (lambda campaign, seat: steps.park(campaign, "fault", AT).after, Refusal.PARKED),
    ],
    ids=["played", "taken already", "parked"],
)  # fmt: skip
def test_no_seat_is_taken_that_isnt_free(prepare: Any, code: Refusal) -> None:
    """Its own person plays it, somebody took it already, or the campaign stands still."""
    with pytest.raises(Rejected) as refused:
        changed(prepare(opened(people=3, bots=0), SEAT), SEAT, "take_over")
    assert refused.value.code == code


def test_a_bots_own_seat_is_no_players() -> None:
    campaign = opened()
    bot = next(seat for seat, holder in enumerate(campaign.table.seats) if not holder.person)
    with pytest.raises(Rejected) as refused:
        changed(campaign, bot, "take_over")
    assert refused.value.code == Refusal.NOT_ALLOWED


def test_the_rules_may_not_let_players_be_replaced() -> None:
    """In the provinces coins are staked, and turns last a minute."""
    assert not Provinces().replaces
    away = changed(opened(people=3, bots=0), 1, "leave").after
    with pytest.raises(Rejected) as refused:
        steps.may_replace(Provinces(), away, Seat(1))
    assert refused.value.code == Refusal.NO_REPLACING


def test_a_seats_state_survives_a_snapshot() -> None:
    """Loaded from a snapshot the seat is a newcomer's still."""
    away = changed(opened(people=3, bots=0), 1, "leave").after
    after = changed(away, 1, "take_over").after
    codec = Codec(TALLY)
    assert msgspec.structs.replace(after, game=None) == msgspec.structs.replace(
        codec.thaw(codec.freeze(after), BOARD), game=None
    )


@pytest.mark.parametrize(("change", "key"), [("hand_to_bot", "notice.seat_handed"), ("leave", "notice.seat_left")])
def test_whoever_goes_is_told_whether_for_good(change: str, key: str) -> None:
    """Who left for good isn't told of a bot: whether one plays on is up to the rules."""
    campaign = opened(people=3, bots=0)
    step = changed(campaign, 1, change)
    told = sight.notices(TALLY, step.after, step.facts)
    assert [(one.key, list(one.seats)) for one in told if 1 in one.seats] == [(key, [1])]
