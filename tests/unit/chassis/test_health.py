"""The probes' server under bad input."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from chassis import health
from chassis.health import HealthServer
from chassis.metrics import Metrics


@pytest.fixture
async def server() -> AsyncIterator[HealthServer]:
    made = HealthServer(Metrics("test"), lambda: "starting")
    await made.start("127.0.0.1", 0)
    yield made
    await made.close()


async def talk(server: HealthServer, said: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(said)
    try:
        return await asyncio.wait_for(reader.read(-1), 2)
    except ConnectionError:
        return b""
    finally:
        writer.close()


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", b"200 OK"),
        (b"GET /readyz HTTP/1.1\r\n\r\n", b"503 Service Unavailable"),
        (b"GET /metrics?x=1 HTTP/1.1\r\n\r\n", b"200 OK"),
        (b"GET /../etc/passwd HTTP/1.1\r\n\r\n", b"404 Not Found"),
        (b"POST /healthz HTTP/1.1\r\n\r\n", b"400 Bad Request"),
        (b"\x00\xff\r\n\r\n", b"400 Bad Request"),
    ],
)
async def test_each_request_gets_its_answer(server: HealthServer, said: bytes, status: bytes) -> None:
    assert (await talk(server, said)).startswith(b"HTTP/1.1 " + status)


async def test_head_has_no_body(server: HealthServer) -> None:
    assert (await talk(server, b"HEAD /healthz HTTP/1.1\r\n\r\n")).endswith(b"\r\n\r\n")


async def test_too_long_a_head_is_cut_off(server: HealthServer) -> None:
    assert await talk(server, b"GET /healthz HTTP/1.1\r\nX: " + b"x" * 100_000) == b""


async def test_a_slow_client_is_cut_off(server: HealthServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_PATIENCE", health.timedelta(milliseconds=50))
    assert await talk(server, b"GET /hea") == b""
