"""Hundreds of paid tables of the provinces at human pace through the real gateway: no late deadline, no coin lost.

`SOAK_TABLES=500 SOAK_MINUTES=10` in `make soak`; alone on the machine, since it measures how late deadlines are.
"""

import asyncio
import os
import random
import re
import secrets
import sqlite3
import sys
import urllib.request
from collections.abc import Awaitable
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from bench.dice_tables import BOARD, DiceTable
from bench.lines import CALM_PING_S, Line
from bench.tables import tick
from chassis.ids import new_key
from tests.player import Player, guest
from tests.running_platform import Platform, running_platform

TABLES = int(os.environ.get("SOAK_TABLES", "0"))
MINUTES = float(os.environ.get("SOAK_MINUTES", "10"))
SEATS, ENTRY, TURN_S = 5, 10, 30
ACT_EVERY_S = 4.0
"""At each table, on average over all."""
SLEEPS = 0.03
"""Share of acts before which whoever should act falls asleep until their turn runs out."""
LEAVE, LEAVE_EVERY_S = 0.05, 0.5
"""At every tenth table, share of acts in place of which all but one leave, so that pots are paid all the time."""
AT_ONCE = 8
LATE_MS = 250
ENVIRON = {"WARBOARD_LIMIT_SIGN_UPS_BURST": "5000"}
RACES = {"not_your_turn", "over"}
"""Refusals of an act that the clock was quicker than."""


class Party:
    """Five people who play again and again, each game for coins."""

    def __init__(self, number: int, players: list[Player], lines: list[Line], room: str) -> None:
        self.number = number
        self.players, self.lines = players, lines
        self.room = room
        self.table: DiceTable | None = None
        self.asleep = 0
        """The turn that is slept through."""
        self.refused: list[str] = []
        self.games = 0
        self.again: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin; the room's order is that of the players."""
        campaign = await self.players[0].start(self.room)
        self.table = DiceTable(campaign, tuple(self.lines))
        self.table.watch()
        self.games += 1

    async def rematch(self) -> None:
        """Once more: whoever asks first is the host."""
        assert self.table is not None
        self.table.leave()
        over, order = self.table.campaign, random.sample(range(SEATS), SEATS)
        self.players, self.lines = ([given[place] for place in order] for given in (self.players, self.lines))
        self.refused += self.table.refused
        for player in self.players:
            self.room = await _rematch(player, over)
        await self.start()

    async def leave(self) -> None:
        """All but one go, one after another; the pot is theirs who stays."""
        assert self.table is not None
        for seat in random.sample(range(SEATS), SEATS - 1):
            player = self.players[seat]
            url = f"{player.base}/api/v1/campaigns/{self.table.campaign}/seats/{seat}"
            async with player.http.post(url, json={"key": new_key(), "change": "leave"}) as answer:
                got = await answer.json()
            assert answer.status == 200 or got["code"] == "over", got
            await asyncio.sleep(LEAVE_EVERY_S)
        await self.rematch()

    def act(self, chosen: random.Random) -> None:
        """Act, sleep, or begin anew."""
        table = self.table
        if table is None or (self.again is not None and not self.again.done()):
            return
        if table.over:
            self.again = asyncio.create_task(self.rematch())
        elif table.ready and self.number % 10 == 1 and chosen.random() < LEAVE:
            self.again = asyncio.create_task(self.leave())
        elif table.ready and table.view["game"]["turn"]["number"] != self.asleep:
            if chosen.random() < SLEEPS:
                self.asleep = table.view["game"]["turn"]["number"]
            else:
                table.act()


async def _rematch(player: Player, campaign: str) -> str:
    """Lobby hears of the end a moment later than the sockets do."""
    body = {"entropy": secrets.token_hex(32)}
    for _ in range(50):
        url = f"{player.base}/api/v1/campaigns/{campaign}/rematch"
        async with player.http.post(url, json=body) as answer:
            got: dict[str, Any] = await answer.json()
        if "room" in got:
            return str(got["room"]["id"])
        assert got["code"] == "not_over", (campaign, got)
        await asyncio.sleep(0.1)
    raise AssertionError(f"{campaign} isn't over for lobby")


def stakes(number: int) -> int:
    """Coins at a table; a start that was made up takes none."""
    return ENTRY if number % 10 else 0


def options(number: int) -> dict[str, Any]:
    """A deal; every tenth table begins near the end, for nothing, so that games end and begin all the time."""
    if stakes(number):
        return {"turn_s": TURN_S}
    owners = {place: max(0, (position - 7) // 3) for position, place in enumerate(BOARD.places)}
    return {"turn_s": TURN_S, "position": {"owners": owners}}


@pytest.mark.skipif(not TABLES, reason="a soak: SOAK_TABLES=500")
async def test_no_deadline_is_late_and_no_coin_is_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """At human pace, while turns run out and games end and begin."""
    with running_platform(tmp_path / "crowd", ENVIRON) as platform:
        async with AsyncExitStack() as ends:
            gate = asyncio.Semaphore(AT_ONCE)
            parties = await asyncio.gather(*(_limited(gate, seated(ends, platform, n)) for n in range(TABLES)))
            await asyncio.gather(*(_limited(gate, party.start()) for party in parties))
            before = lateness(platform)
            chosen = random.Random(1)

            async def act(number: int) -> None:
                parties[number % TABLES].act(chosen)

            client_late = await tick(TABLES / ACT_EVERY_S, MINUTES * 60, act)
            await asyncio.gather(*(party.again for party in parties if party.again is not None))
            after = lateness(platform)
            for party in parties:
                assert party.table is not None
                assert set(party.refused + party.table.refused) <= RACES
        fired = {bound: after[bound] - before.get(bound, 0) for bound in after}
        games = sum(party.games for party in parties)
        staked = sum(party.games for number, party in enumerate(parties) if stakes(number))
        paid = check_coins(platform.data / "lobby.db", staked)
        with capsys.disabled():
            said = f"{TABLES} tables, {games} games, {paid} pots; client at most {client_late:.2f} s late"
            sys.stdout.write(f"\n{said}; deadlines fired at most so many seconds late: {fired}\n")
        assert fired[float("inf")] > TABLES * MINUTES / 10, "hardly any turn ran out"
        assert fired[LATE_MS / 1000] == fired[float("inf")], f"deadlines were late: {fired}"
        assert games > TABLES + TABLES * MINUTES / 50, "hardly any game ended"
        assert paid > TABLES * MINUTES / 50, "hardly any pot was paid"


async def _limited(gate: asyncio.Semaphore, work: Awaitable[Any]) -> Any:
    async with gate:
        return await work


async def seated(ends: AsyncExitStack, platform: Platform, number: int) -> Party:
    """Five guests in a room of their own, each with an open socket."""
    players = [
        await ends.enter_async_context(
            guest(platform.url, f"Guest {number}-{side}", f"10.{side}.{number >> 8}.{number & 255}")
        )
        for side in range(SEATS)
    ]
    room = await players[0].room("provinces", SEATS, options(number), entry=stakes(number))
    for player in players[1:]:
        await player.join(room)
    lines = []
    for player in players:
        lines.append(await Line.of(player, CALM_PING_S))
        ends.callback(lines[-1].close)
    return Party(number, players, lines, room)


def lateness(platform: Platform) -> dict[float, int]:
    """How many deadlines the clock has fired at most so late, in seconds."""
    port = platform.state()["parts"]["clock"]["port"]
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        text = answer.read().decode()
    found = re.findall(r'^warboard_deadline_lateness_seconds_bucket\{.*le="([^"]+)".*\} (\S+)$', text, re.MULTILINE)
    return {float(bound): int(float(count)) for bound, count in found}


def check_coins(lobby: Path, games: int) -> int:
    """Nothing came, went or was paid twice; how many pots were paid."""
    with closing(sqlite3.connect(f"file:{lobby}?mode=ro", uri=True)) as database:
        balances = dict(database.execute("SELECT id, balance FROM coin_account"))
        transfers = list(database.execute("SELECT campaign, kind, amount, debit, credit FROM coin_transfer"))
    assert sum(balances.values()) == 0
    moved = dict.fromkeys(balances, 0)
    entries: dict[str, int] = {}
    payouts: dict[str, list[int]] = {}
    for campaign, kind, amount, debit, credit in transfers:
        moved[debit] -= amount
        moved[credit] += amount
        if kind == "entry":
            entries[campaign] = entries.get(campaign, 0) + amount
        elif kind == "payout":
            payouts.setdefault(campaign, []).append(amount)
        else:
            assert kind == "grant"
    assert moved == balances
    assert set(entries.values()) == {SEATS * ENTRY}
    assert len(entries) == games
    for campaign in entries:
        paid = payouts.get(campaign, [])
        assert paid in ([], [SEATS * ENTRY]), f"{campaign} paid {paid}"
        assert balances[f"table:{campaign}"] == (0 if paid else SEATS * ENTRY)
    return len(payouts)
