"""Clients that are slow on purpose, by raw sockets: none of them keeps a connection."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

from services.gateway import http_server
from tests.contract.gateway.conftest import Platform

REQUEST = b"POST /api/v1/guests HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n"
WHOLE = REQUEST + b'{"name":"Zoe"}'
LIMIT_S = 0.4


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits for tests."""
    for name in ("HEAD", "BODY", "STALLED"):
        monkeypatch.setattr(http_server, name, timedelta(seconds=LIMIT_S))


class Client:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def trickle(self, data: bytes, pause_s: float = 0.1) -> None:
        """A byte at a time, as long as the server listens."""
        for byte in data:
            self.writer.write(bytes([byte]))
            await asyncio.sleep(pause_s)

    async def rest(self) -> bytes:
        """What the server says until it closes, which must be soon."""
        async with asyncio.timeout(LIMIT_S * 4):
            try:
                return await self.reader.read()
            except ConnectionResetError:
                return b""


@asynccontextmanager
async def client(platform: Platform) -> AsyncIterator[Client]:
    port = int(platform.url.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield Client(reader, writer)
    finally:
        writer.close()


@pytest.mark.parametrize(
    ("said", "answer"),
    [(b"", b""), (b"GET / HT", b" 408 "), (REQUEST[:-2], b" 408 "), (REQUEST, b" 408 "), (REQUEST + b'{"n', b" 408 ")],
    ids=["nothing", "half a line", "half a head", "no body", "half a body"],
)
async def test_half_a_request_is_not_waited_for(platform: Platform, said: bytes, answer: bytes) -> None:
    """Whoever said something hears why; who said nothing is just let go."""
    async with client(platform) as slow:
        slow.writer.write(said)
        heard = await slow.rest()
        assert answer in heard
        assert bool(answer) is bool(heard)


@pytest.mark.parametrize("head", [b"", REQUEST], ids=["head", "body"])
async def test_a_request_that_trickles_is_not_waited_for(platform: Platform, head: bytes) -> None:
    """Each further byte buys no time."""
    async with client(platform) as slow:
        slow.writer.write(head)
        trickling = asyncio.create_task(slow.trickle(WHOLE[len(head) :], 0.1))
        assert b" 408 " in await slow.rest()
        trickling.cancel()


async def test_blank_lines_after_an_answer_are_no_request(platform: Platform) -> None:
    """Else they would put off the end of an idle connection for ever."""
    async with client(platform) as slow:
        slow.writer.write(WHOLE)
        assert b" 201 " in await slow.reader.readline()
        trickling = asyncio.create_task(slow.trickle(b"\r\n" * 100, 0.05))
        await slow.rest()
        trickling.cancel()


async def test_a_connection_in_use_goes_on(platform: Platform) -> None:
    """Request after request, each within its time, for longer than one may take; also two at once."""
    async with client(platform) as quick:
        for _ in range(4):
            quick.writer.write(WHOLE + WHOLE)
            for _ in range(2):
                head = await quick.reader.readuntil(b"\r\n\r\n")
                assert b" 201 " in head
                length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length"))
                await quick.reader.readexactly(int(length.partition(b":")[2]))
            await asyncio.sleep(LIMIT_S / 2)


async def test_who_does_not_read_is_let_go(platform: Platform) -> None:
    """A client that asks and asks and takes no answer."""
    async with client(platform) as deaf:
        deaf.writer.transport.pause_reading()  # type: ignore[attr-defined]
        asked = b"GET /api/v1/maps/world HTTP/1.1\r\nHost: here\r\n\r\n"
        async with asyncio.timeout(10):
            while not deaf.writer.transport.is_closing():
                deaf.writer.write(asked)
                await asyncio.sleep(0.01)
