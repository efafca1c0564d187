"""Clients of `/ws` that cost next to nothing, so that a thousand couples fit beside the platform that they load."""

import asyncio
import time
from collections.abc import Callable
from typing import Any, Self
from urllib.parse import urlsplit

import msgspec

from tests.player import Player

_TEXT = 0x81
"""A whole message of text in one frame."""
_MASKED = 0x80
_NO_MASK = bytes(4)
"""A client must mask; with zeros the bytes stay what they are, and the server does the same work."""
PING_S = 2.5
"""As the client's in a live game (`web/src/lib/api/socket.ts`)."""
CALM_PING_S = 10
"""As the client's elsewhere."""
_WITHIN_S = 30
_NOTHING = msgspec.Raw(b"")


class Told(msgspec.Struct):
    """What counts of a message."""

    t: str
    topic: str = ""
    id: int = 0
    code: str = ""
    change: "Change | None" = None
    view: msgspec.Raw = _NOTHING
    """A campaign's."""
    patch: msgspec.Raw = _NOTHING


class Change(msgspec.Struct):
    """What counts of a game's change."""

    ply: int = 0


_DECODER = msgspec.json.Decoder(Told)

Hear = Callable[[Told, float], None]


class Line(asyncio.Protocol):
    """One player's socket: a frame is looked at once, as bytes, and a ping leaves as often as a browser's."""

    def __init__(self, request: bytes, ping_s: float = PING_S) -> None:
        self._request = request
        self._ping_s = ping_s
        self._buffer = bytearray()
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport
        self._pinger: asyncio.TimerHandle | None = None
        self._awaited: tuple[str, asyncio.Future[None]] | None = None
        self.hear: Hear = lambda _, __: None
        """Called with each message and when its bytes came (`time.perf_counter`)."""

    @classmethod
    async def of(cls, player: Player, ping_s: float = PING_S) -> Self:
        """An open and greeted socket, with the player's cookie."""
        at = urlsplit(player.base)
        cookies = "; ".join(f"{cookie.key}={cookie.value}" for cookie in player.http.cookie_jar)
        head = (
            f"GET /ws HTTP/1.1\r\nHost: {at.netloc}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nCookie: {cookies}\r\n\r\n"
        )
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(lambda: cls(head.encode(), ping_s), at.hostname, at.port)
        async with asyncio.timeout(_WITHIN_S):
            await line.opened
        await line.asked("welcome", t="hello")
        line.ping()
        return line

    async def asked(self, kind: str, **message: Any) -> None:
        """Send a message and wait for one of a kind (`t`)."""
        awaited: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._awaited = (kind, awaited)
        self.send(msgspec.json.encode(message))
        async with asyncio.timeout(_WITHIN_S):
            await awaited

    def send(self, text: bytes) -> None:
        """Send a message."""
        size = len(text)
        head = bytes((_TEXT, _MASKED | size)) if size < 126 else bytes((_TEXT, _MASKED | 126)) + size.to_bytes(2)
        self._transport.write(head + _NO_MASK + text)

    def close(self) -> None:
        """Hang up."""
        if self._pinger is not None:
            self._pinger.cancel()
        self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport  # type: ignore[assignment] # a stream's
        self._transport.write(self._request)

    def connection_lost(self, _: Exception | None) -> None:
        if self._pinger is not None:
            self._pinger.cancel()

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        self._buffer += data
        if not self.opened.done() and not self._greeted():
            return
        while (text := self._next()) is not None:
            told = _DECODER.decode(text)
            if told.t == "pong":
                self.send(b'{"t":"back","id":%d}' % told.id)
            elif self._awaited is not None and told.t in (self._awaited[0], "problem"):
                self._answered(told)
            else:
                self.hear(told, now)

    def _greeted(self) -> bool:
        head, end, rest = self._buffer.partition(b"\r\n\r\n")
        if not end:
            return False
        assert head.startswith(b"HTTP/1.1 101"), head
        self._buffer = rest
        self.opened.set_result(None)
        return True

    def _answered(self, told: Told) -> None:
        assert self._awaited is not None
        kind, awaited = self._awaited
        self._awaited = None
        if told.t == kind:
            awaited.set_result(None)
        else:
            awaited.set_exception(ValueError(f"no {kind} but a problem: {told.code}"))

    def _next(self) -> bytes | None:
        """The text of the next whole frame; a server's are not masked."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1], 2
        if size >= 126:
            start = 4 if size == 126 else 10
            size = int.from_bytes(buffer[2:start])
        if len(buffer) < start + size:
            return None
        assert buffer[0] == _TEXT, f"a frame {buffer[0]:#x}: {bytes(buffer[start : start + size])!r}"
        text = bytes(buffer[start : start + size])
        del buffer[: start + size]
        return text

    def ping(self) -> None:
        """Ping now, and again and again."""
        self.send(b'{"t":"ping","id":0}')
        self._pinger = asyncio.get_running_loop().call_later(self._ping_s, self.ping)
