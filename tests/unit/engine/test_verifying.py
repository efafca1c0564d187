"""A finished campaign can be checked by anybody: draws, commands, order; whatever was changed afterwards shows."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from services.engine.core import steps
from services.engine.core.campaign import Campaign
from services.engine.core.fairness import secret_hash
from services.engine.core.kernel import ExpireDeadline, SeatHolder
from services.engine.core.storage import encode_facts
from services.engine.core.values import Seat
from services.engine.core.verifying import Recorded, faults
from tests.tally import TALLY, Add
from tests.unit.chess_wars.table import small

AT, SECRET, BOARD = datetime(2026, 1, 1, tzinfo=UTC), b"\7" * 32, small()


def played() -> list[Recorded]:
    """A campaign of tally to its end: commands, a window that ran out with time given back, a bot and a newcomer."""
    holders = (SeatHolder(), SeatHolder(), SeatHolder(bot_level=2, person=False))
    step = steps.open_campaign(
        TALLY, BOARD, campaign="c1", seats=holders, host=1, options=TALLY.options({"target": 9}, 3, BOARD, None),
        secret=SECRET, secret_hash=secret_hash(SECRET), salt=b"salt", at=AT,
    )  # fmt: skip
    recorded, campaign, at = [], step.after, AT

    def keep(step: steps.Step, seat: int | None, command: bytes) -> Campaign:
        recorded.append(Recorded(seq=step.after.seq, at=at, seat=seat, command=command, facts=encode_facts(step.facts)))
        return step.after

    campaign = keep(step, None, b"")
    at += timedelta(minutes=2)
    due = TALLY.owed(campaign.game)[0]
    expire = ExpireDeadline(what=due.what, due=due.due)
    step = steps.system_command(TALLY, campaign, SECRET, expire, at, credited_ms=1500)
    campaign = keep(step, None, msgspec.json.encode(expire))
    by = Seat(0)
    change = {"seat": 0, "change": "hand_to_bot"}
    campaign = keep(
        steps.change_seat(TALLY, campaign, SECRET, by, by, "hand_to_bot", at), by, msgspec.json.encode(change)
    )
    taken = {"seat": 0, "change": "take_over"}
    step = steps.change_seat(TALLY, campaign, SECRET, by, by, "take_over", at)
    campaign = keep(step, by, msgspec.json.encode(taken))
    campaign = keep(steps.park(campaign, "ZeroDivisionError", at), None, b"")
    campaign = keep(steps.unpark(campaign, at), None, b"")
    while campaign.outcome is None:
        at += timedelta(seconds=1)
        command = Add(turn=campaign.game.turn, amount=3)
        step = steps.player_command(TALLY, campaign, SECRET, campaign.game.seat, command, at)
        campaign = keep(step, campaign.game.seat, msgspec.json.encode(command))
    return recorded


def found(appends: list[Recorded], secret: bytes = SECRET) -> list[str]:
    return list(faults(TALLY, BOARD, secret, appends))


def changed(appends: list[Recorded], place: int, **fields: Any) -> list[Recorded]:
    return [*appends[:place], msgspec.structs.replace(appends[place], **fields), *appends[place + 1 :]]


def test_an_honest_campaign_adds_up() -> None:
    """Every draw follows from the sealed secret, and every command leads to the same bytes."""
    assert found(played()) == []


def test_another_secret_is_noticed() -> None:
    assert any("another than the one sealed" in line for line in found(played(), rb"\8" * 32))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'"amount":3', b'"amount":2', "other facts"),
        (b'"lucky"', b'"lucky2"', ""),
    ],
)
def test_a_fact_that_was_changed_is_noticed(old: bytes, new: bytes, said: str) -> None:
    """What somebody wrote over afterwards no longer follows from its command, or can't be read at all."""
    appends = played()
    place = next(i for i, append in enumerate(appends) if old in append.facts)
    forged = changed(appends, place, facts=appends[place].facts.replace(old, new, 1))
    try:
        assert any(said in line for line in found(forged))
    except Exception as error:  # noqa: BLE001 - an unknown fact
        assert type(error).__name__ == "UnknownFact"  # noqa: PT017


def test_a_draw_that_was_bent_is_noticed() -> None:
    """A recorded draw that the secret doesn't give."""
    appends = played()
    facts = msgspec.json.decode(appends[0].facts)
    made = next(fact for fact in facts if fact["type"] == "kernel.DrawsMade")["draws"][0]
    made["value"] = (made["value"] + 1) % made["bound"]
    forged = changed(appends, 0, facts=msgspec.json.encode(facts))
    assert any("but the secret gives" in line for line in found(forged))


def test_an_append_that_was_taken_out_is_noticed() -> None:
    appends = played()
    assert any("stands where" in line for line in found([*appends[:3], *appends[4:]]))


def test_a_command_of_another_is_noticed() -> None:
    """The seat is part of what is decided."""
    appends = played()
    last = appends[-1]
    assert last.seat is not None
    assert found(changed(appends, -1 % len(appends), seat=(last.seat + 1) % 3)) != []
