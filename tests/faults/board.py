"""A player at the board through the socket: over a slow way if wanted, and back whenever the connection breaks."""

import asyncio
import json
import random
import time
import uuid
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import aiohttp

from tests.faults.front import PATIENCE_S, Person, merged
from tests.faults.playing import meanwhile

PING_S = 2.5
"""As the client's in a live game."""
LEAST = 0.8
"""Of its lag a message takes at least this part; how much more differs from message to message."""
_AGAIN = frozenset({"unavailable", "busy", "slow_down", "internal"})
"""Answers after which the same move is sent again, under the same key."""
Message = dict[str, Any]


class Way:
    """One direction of a connection: messages arrive later, in the order in which they left."""

    def __init__(self, lag_s: float, arrive: Callable[[Message], Awaitable[None]]) -> None:
        self._lag_s = lag_s
        self._arrive = arrive
        self._under_way: asyncio.Queue[tuple[float, Message]] = asyncio.Queue()

    def leave(self, message: Message) -> None:
        """A message sets out."""
        taken = self._lag_s * random.uniform(LEAST, 1)
        self._under_way.put_nowait((time.monotonic() + taken, message))

    async def run(self) -> None:
        """Let messages arrive, for ever."""
        while True:
            due, message = await self._under_way.get()
            if (left := due - time.monotonic()) > 0:
                await asyncio.sleep(left)
            await self._arrive(message)


@dataclass
class Attempt:
    """A move that was sent, and between which moments of the gateway's clock it came there."""

    ply: int
    uci: str
    measured: bool
    """The gateway had measured the way before."""
    before_ms: int = 0
    after_ms: int = 0
    refused: str = ""
    """The problem's code; "" if it was accepted."""


class Board:
    """One player's board, as the socket shows it."""

    def __init__(self, person: Person, game: str, lag_s: float = 0.0) -> None:
        """
        :param lag_s: how long a message takes at most, each way.
        """
        self.person = person
        self.game = game
        self.lag_s = lag_s
        self.shown: Message = {}
        self.told: dict[int, set[str]] = defaultdict(set)
        """By half-move: what was ever shown as made."""
        self.attempts: list[Attempt] = []
        self.faults: list[str] = []
        self.closed = 0
        """How often a connection was lost."""
        self._changed = asyncio.Event()
        self._there: Way | None = None
        self._measured = False
        self._answers: dict[int, asyncio.Future[Message]] = {}
        self._number = 0
        self._stamped: dict[int, tuple[Attempt, str]] = {}

    @property
    def accepted(self) -> dict[int, str]:
        """The moves that were said to be accepted."""
        return {attempt.ply: attempt.uci for attempt in self.attempts if not attempt.refused}

    @property
    def mine(self) -> bool:
        """Whether it is this player's move, as far as was shown."""
        turn = "black" if self.shown.get("ply", 0) % 2 else "white"
        return self.shown.get("state") == "playing" and self.shown["you"] == turn

    @property
    def over(self) -> bool:
        """Whether the game was shown as over."""
        return bool(self.shown.get("state") == "over")

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until something that is shown is so."""
        while not true():
            self._changed.clear()
            await self._changed.wait()

    def wake(self) -> None:
        """Let those who wait for something look again."""
        self._changed.set()

    async def move(self, ply: int, uci: str) -> Attempt:
        """Make a move: sent again under the same key until it is answered, whatever breaks meanwhile."""
        attempt = Attempt(ply, uci, self._measured)
        key, end = str(uuid.uuid4()), time.monotonic() + PATIENCE_S
        while True:
            assert time.monotonic() < end, f"{self.game}: move {ply} had no answer within {PATIENCE_S:.0f} s"
            answer = await self._asked(attempt, key)
            if answer["t"] == "ok" or answer["code"] not in _AGAIN:
                attempt.refused = answer.get("code", "")
                self.attempts.append(attempt)
                return attempt
            await asyncio.sleep(0.1)

    async def _asked(self, attempt: Attempt, key: str) -> Message:
        if self._there is None:
            return {"t": "problem", "code": "unavailable"}
        first = self._next()
        # Pings just before and after tell by the gateway's clock when the move came.
        self._stamped[first], self._stamped[first + 2] = (attempt, "before_ms"), (attempt, "after_ms")
        self._number += 2
        command = {"type": "Move", "ply": attempt.ply, "uci": attempt.uci}
        answer = asyncio.get_running_loop().create_future()
        self._answers[first + 1] = answer
        self._there.leave({"t": "together", "messages": [
            {"t": "ping", "id": first},
            {"t": "play", "id": first + 1, "game": self.game, "key": key, "command": command},
            {"t": "ping", "id": first + 2},
        ]})  # fmt: skip
        return await answer

    def _next(self) -> int:
        self._number += 1
        return self._number

    async def run(self) -> None:
        """Stay connected, for ever."""
        while True:
            with suppress(aiohttp.ClientError, OSError, TimeoutError):
                await self._connected()
            self.closed += self._there is not None
            self._there, self._measured = None, False
            for answer in self._answers.values():
                if not answer.done():
                    answer.set_result({"t": "problem", "code": "unavailable"})
            self._answers.clear()
            await asyncio.sleep(random.uniform(0.05, 0.3))

    async def _connected(self) -> None:
        limit = aiohttp.ClientWSTimeout(ws_close=1)
        async with self.person.http.ws_connect(f"{self.person.front.next()}/ws", timeout=limit) as line:

            async def depart(message: Message) -> None:
                with suppress(aiohttp.ClientError, OSError):  # whoever reads sees that it is closed
                    for one in message["messages"] if message["t"] == "together" else (message,):
                        await line.send_str(json.dumps(one))
                self._measured = self._measured or message["t"] == "back"

            there, back = Way(self.lag_s, depart), Way(self.lag_s, self._arrived)
            there.leave({"t": "hello"})
            there.leave({"t": "watch", "topic": f"game:{self.game}"})
            self._there = there
            async with meanwhile(there.run(), back.run(), self._ping(there)):
                async for raw in line:
                    if raw.type is not aiohttp.WSMsgType.TEXT:
                        return
                    message = json.loads(raw.data)
                    if message["t"] == "problem" and "topic" in message:
                        return  # it can't be watched now
                    self._note(message)
                    back.leave(message)

    def _note(self, message: Message) -> None:
        """What the shim sees before it delays a message: a pong's stamp."""
        attempt, field = self._stamped.pop(message.get("id", 0), (None, ""))
        if message["t"] == "pong" and attempt is not None:
            setattr(attempt, field, message["now_unix_ms"])

    async def _ping(self, there: Way) -> None:
        while True:
            there.leave({"t": "ping", "id": self._next()})
            await asyncio.sleep(PING_S)

    async def _arrived(self, message: Message) -> None:
        match message["t"]:
            case "pong":
                if self._there is not None:
                    self._there.leave({"t": "back", "id": message["id"]})
            case "game":
                self._show(message["game"], message["game"]["moves"])
            case "move":
                self._change(message["version"], message["change"])
            case "ok" | "problem" if message.get("id", 0) in self._answers:
                self._answers.pop(message["id"]).set_result(message)

    def _change(self, version: int, change: Message) -> None:
        if version != self.shown["version"] + 1:
            self.faults.append(f"version {version} came after {self.shown['version']}")
        new = change.get("moves", [])
        kept = self.shown["moves"]
        if new and new[0]["ply"] != len(kept):
            self.faults.append(f"half-move {new[0]['ply']} came after {len(kept)}")
        self._show(merged(self.shown, {**change, "moves": [*kept, *new]}), new)

    def _show(self, game: Message, new: list[Message]) -> None:
        self.shown = game
        for move in new:
            self.told[move["ply"]].add(move["uci"])
        self._changed.set()


async def all_playing(boards: list[Board], within_s: float = 30.0) -> None:
    """Wait until every board shows a game that has begun, over a way that was measured."""
    async with asyncio.timeout(within_s):
        for board in boards:
            await board.until(lambda board=board: board.shown.get("state") == "playing")
        while not all(board._measured for board in boards):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
