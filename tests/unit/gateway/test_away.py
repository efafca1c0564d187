"""Parts that fall silent are told of, and that they are back."""

import json
from datetime import timedelta
from typing import Any

import pytest

from chassis.bus import Message
from chassis.timekeeping import FakeClock, unix_ms
from services.gateway.away import PARTS, Away

HALF = timedelta(seconds=0.5)


class Told:
    """A gateway's list and what it told."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.away = Away(self.clock)
        self.said: list[Any] = []
        self.away.on_change.append(lambda message: self.said.append(json.loads(message)))

    async def beat(self, *parts: str) -> None:
        for part in parts:
            await self.away.beat(Message(subject=f"beat.{part}.{part}-1", data=b""))

    async def seconds(self, seconds: float, *beating: str) -> None:
        for _ in range(round(seconds * 2)):
            await self.clock.advance(HALF)
            await self.beat(*beating)
            self.away.look()


@pytest.fixture
def told() -> Told:
    return Told()


def others(*silent: str) -> list[str]:
    return [part for part in PARTS if part not in silent]


async def test_silence_is_told_once_it_counts_as_an_outage_with_the_last_sign_of_life(told: Told) -> None:
    await told.seconds(5, *PARTS)
    last = unix_ms(told.clock.now())
    await told.seconds(3, *others("chessgate"))
    assert told.said == []
    await told.seconds(10, *others("chessgate"))
    expected = [{"part": "chessgate", "since_unix_ms": last}]
    assert [{"t": "status", "away": expected}] == told.said
    assert expected == told.away.plain()


async def test_the_first_beat_of_any_replica_ends_it_at_once(told: Told) -> None:
    await told.seconds(5, *others("engine", "clock"))
    assert {"engine", "clock"} == {entry["part"] for entry in told.said[-1]["away"]}
    await told.beat("engine")
    assert [entry["part"] for entry in told.said[-1]["away"]] == ["clock"]
    await told.beat("clock", "gateway", "nobody")
    assert told.said[-1] == {"t": "status", "away": []}


async def test_a_gateway_that_stood_still_itself_waits_for_the_beats_it_missed(told: Told) -> None:
    await told.seconds(2, *PARTS)
    await told.clock.advance(timedelta(seconds=20))
    told.away.look()
    await told.beat(*PARTS)
    await told.seconds(2, *PARTS)
    assert told.said == []
