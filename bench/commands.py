"""Campaign commands: from the `command` message on one player's socket to the `patch` on the other's.

The commands are turns passed in campaigns of chess wars on the full map: `decide`, the views of all and their
difference, the commit, the gateway.
"""

import asyncio
import time
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import uvloop

from bench.figures import Figure, latency
from bench.floors import Floors
from bench.processes import ProcessorTime
from bench.tables import Couple, couples, tick
from chassis.ids import new_key
from tests.player import Socket
from tests.running_platform import Platform, running_platform

CAMPAIGNS = 20
COMMANDS_PER_S = 20
WARM_UP_S = 5
MEASURED_S = 30


class _Turn(msgspec.Struct):
    seat: int = -1
    number: int = 0


class _Game(msgspec.Struct):
    turn: _Turn = msgspec.field(default_factory=_Turn)


class _Patch(msgspec.Struct):
    game: _Game = msgspec.field(default_factory=_Game)


class _Told(msgspec.Struct):
    """What counts of a message."""

    t: str
    code: str = ""
    patch: _Patch = msgspec.field(default_factory=_Patch)


_DECODER = msgspec.json.Decoder(_Told)


class Table:
    """One campaign: whose turn it is, and the latencies so far."""

    def __init__(self, couple: Couple, sockets: list[Socket], turn: dict[str, int]) -> None:
        self.campaign = couple.campaign
        self.sockets = sockets
        self.seat, self.number = turn["seat"], turn["number"]
        self.sent: float | None = None
        self.sender = 0
        self.spent: list[float] = []

    async def pass_turn(self) -> bool:
        """Pass; False if the last turn's patch has not come yet."""
        if self.sent is not None:
            return False
        body = {"t": "command", "id": self.number, "campaign": self.campaign, "key": new_key(),
                "command": {"type": "PassTurn", "turn": self.number}}  # fmt: skip
        text = msgspec.json.encode(body).decode()
        self.sender, self.sent = self.seat, time.perf_counter()
        await self.sockets[self.seat].connection.send_str(text)
        return True

    async def listen(self, seat: int) -> None:
        """Note what comes at one player until the socket ends.

        :raises ValueError: a turn was refused.
        """
        async for message in self.sockets[seat].connection:
            now = time.perf_counter()
            told = _DECODER.decode(message.data)
            if told.t == "problem":
                raise ValueError(f"a turn was refused: {told.code}")
            turn = told.patch.game.turn
            if told.t == "patch" and turn.number > self.number and self.sent is not None and seat != self.sender:
                self.spent.append(now - self.sent)
                # A patch says only what has changed: without a seat it is the same one's turn again.
                self.seat, self.number = turn.seat if turn.seat >= 0 else self.seat, turn.number
                self.sent = None


def measure(folder: Path, floors: Floors) -> list[Figure]:
    """The latency at `COMMANDS_PER_S`."""
    with running_platform(folder / "commands") as platform:
        return uvloop.run(_measure(platform, floors))


async def _measure(platform: Platform, floors: Floors) -> list[Figure]:
    options = {"draft": "dealt", "pace": "live", "last_round": 0}
    async with couples(platform.url, CAMPAIGNS, "chess_wars", None, **options) as made, AsyncExitStack() as stack:
        tables = [await _seated(stack, couple) for couple in made]
        stalled = 0

        async def act(number: int) -> None:
            nonlocal stalled
            stalled += not await tables[number % CAMPAIGNS].pass_turn()

        async with asyncio.TaskGroup() as tasks:
            listening = [tasks.create_task(table.listen(seat)) for table in tables for seat in (0, 1)]
            await tick(COMMANDS_PER_S, WARM_UP_S, act)
            await asyncio.sleep(1)
            warm = [len(table.spent) for table in tables]
            used = ProcessorTime(platform)
            late = await tick(COMMANDS_PER_S, MEASURED_S, act)
            await asyncio.sleep(1)
            for task in listening:
                task.cancel()
    spent = [one for table, skip in zip(tables, warm, strict=True) for one in table.spent[skip:]]
    note = f"{CAMPAIGNS} campaigns, {COMMANDS_PER_S} commands/s; {stalled} stalled; client <= {late * 1e3:.0f} ms late"
    return [
        latency("campaign command to the other's socket", spent, floor=floors.play, note=note),
        used.figure("processor time of all parts a command", len(spent)),
    ]


async def _seated(stack: AsyncExitStack, couple: Couple) -> Table:
    sockets = [await stack.enter_async_context(player.socket()) for player in couple.players]
    for socket in sockets:
        await socket.send(t="watch", topic=f"campaign:{couple.campaign}")
        view = (await socket.until("view"))["view"]
    return Table(couple, sockets, view["game"]["turn"])
