"""A whole service as a process: it starts in order, stops without losing anything, and dies of a crashed task."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from chassis.bus import Bus
from chassis.problems import Problem
from chassis.subjects import subject
from warboard.servers import free_port

ROOT = Path(__file__).parents[2]


class Process:
    """The toy service, running."""

    def __init__(self, database_url: str, nats_url: str, log: Path, **more: str) -> None:
        self.http_port = free_port()
        self.log = log
        environ = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "WARBOARD_DATABASE_URL": database_url,
            "WARBOARD_NATS_URL": nats_url,
            "WARBOARD_HTTP_PORT": str(self.http_port),
            "WARBOARD_DRAIN_S": "3",
            **more,
        }
        with log.open("ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.contract.toy_service"], env=environ, stdout=out, stderr=out, cwd=ROOT
            )

    def get(self, path: str) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.http_port}{path}", timeout=2) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()
        except OSError:
            return 0, ""

    async def ready(self) -> None:
        for _ in range(600):
            if (await asyncio.to_thread(self.get, "/readyz"))[0] == 200:
                return
            assert self.process.poll() is None, self.log.read_text()
            await asyncio.sleep(0.02)
        raise AssertionError(self.log.read_text())

    async def ended(self, within: float = 10) -> int:
        return await asyncio.to_thread(self.process.wait, within)

    def lines(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.log.read_text().splitlines()]


@pytest.fixture
def processes() -> Iterator[list[Process]]:
    made: list[Process] = []
    yield made
    for one in made:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()


async def test_sigterm_under_load_loses_nothing(
    database_url: str, nats_url: str, bus: Bus, tmp_path: Path, processes: list[Process]
) -> None:
    """Every answered request was committed and is published; the callers of the next process never notice."""
    first = Process(database_url, nats_url, tmp_path / "first.log")
    processes.append(first)
    await first.ready()
    assert first.get("/healthz") == (200, "ok\n")
    assert "warboard_service_info" in first.get("/metrics")[1]
    assert first.get("/nowhere")[0] == 404

    answered: dict[str, list[int]] = {f"a{n}": [] for n in range(20)}

    async def play(campaign: str) -> None:
        for _ in range(30):
            reply = await bus.request(subject("play", "engine", campaign), b"")
            answered[campaign].append(int(reply.data))

    playing = asyncio.gather(*(play(campaign) for campaign in answered))
    await asyncio.sleep(0.1)
    first.process.send_signal(signal.SIGTERM)
    assert await first.ended() == 0
    second = Process(database_url, nats_url, tmp_path / "second.log")
    processes.append(second)
    await playing
    second.process.send_signal(signal.SIGINT)
    assert await second.ended() == 0
    assert [numbers for numbers in answered.values() if numbers != sorted(numbers)] == []
    state = (await bus.jetstream.stream_info("CAMPAIGN", subjects_filter=">")).state
    for campaign, numbers in answered.items():
        # Each answer's message is in the stream (a request repeated after a lost answer may have added one).
        assert (state.subjects or {})[f"campaign.{campaign}"] >= len(set(numbers)) == 30
    events = [line["event"] for line in first.lines()]
    assert events[-1] == "stopped"
    assert {line["service"] for line in first.lines()} == {"engine"}


async def test_a_crashed_task_ends_the_process(
    sqlite_url: str, nats_url: str, tmp_path: Path, processes: list[Process]
) -> None:
    one = Process(sqlite_url, nats_url, tmp_path / "log", CRASH="1", WARBOARD_LIMIT_CALL_MS="200")
    processes.append(one)
    assert await one.ended() == 1
    crash = next(line for line in one.lines() if line["event"] == "a background task crashed")
    assert crash["task"] == "crash"
    assert "ZeroDivisionError" in str(crash["exception"])
    assert one.lines()[-1]["event"] == "stopped"


async def test_wrong_settings_are_told_in_one_line(nats_url: str, tmp_path: Path, processes: list[Process]) -> None:
    one = Process("mysql://somewhere", nats_url, tmp_path / "log")
    processes.append(one)
    assert await one.ended() == 2
    (told,) = [line for line in one.lines() if line["event"] == "wrong settings"]
    assert "WARBOARD_DATABASE_URL" in str(told["error"])
    assert "sqlite://" in str(told["error"])


async def test_a_service_waits_for_its_bus_and_stops_when_told(
    sqlite_url: str, tmp_path: Path, processes: list[Process]
) -> None:
    one = Process(sqlite_url, f"nats://127.0.0.1:{free_port()}", tmp_path / "log")
    processes.append(one)
    for _ in range(300):
        if (await asyncio.to_thread(one.get, "/healthz"))[0] == 200:
            break
        await asyncio.sleep(0.02)
    assert one.get("/readyz") == (503, "starting or stopping\n")
    started = time.monotonic()
    one.process.send_signal(signal.SIGTERM)
    assert await one.ended() == 0
    assert time.monotonic() - started < 3


async def test_the_database_of_a_running_service_is_its_own(
    sqlite_url: str, nats_url: str, bus: Bus, tmp_path: Path, processes: list[Process]
) -> None:
    first = Process(sqlite_url, nats_url, tmp_path / "first.log")
    processes.append(first)
    await first.ready()
    second = Process(sqlite_url, nats_url, tmp_path / "second.log")
    processes.append(second)
    assert await second.ended() == 1
    assert "used by another process" in second.log.read_text()
    try:
        assert (await bus.request(subject("play", "engine", "a1"), b"")).data == b"1"
    except Problem as problem:
        raise AssertionError(first.log.read_text()) from problem
