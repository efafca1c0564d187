"""Probes and metrics over HTTP: `/healthz` (the process lives), `/readyz` (it takes work), `/metrics`."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

from chassis.metrics import Metrics

_PATIENCE = timedelta(seconds=5)
_LONGEST_HEAD = 8_192
_CONNECTIONS = 64


class HealthServer:
    """A server for three pages, bounded in time, size and connections; every answer closes its connection."""

    def __init__(self, metrics: Metrics, why_not_ready: Callable[[], str | None]) -> None:
        """
        :param why_not_ready: asked at each `/readyz`: None if the service takes work, else a short reason.
        """
        self._metrics = metrics
        self._why_not_ready = why_not_ready
        self._server: asyncio.Server | None = None
        self._open = 0

    async def start(self, host: str, port: int) -> None:
        """Listen; port 0 takes a free one.

        :raises OSError: if the port is taken.
        """
        self._server = await asyncio.start_server(self._connected, host, port, limit=_LONGEST_HEAD)

    @property
    def port(self) -> int:
        """Where it listens."""
        assert self._server is not None
        return int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    def answer(self, path: str) -> tuple[int, str, bytes]:
        """Status, content type and body for a path."""
        match path.partition("?")[0]:
            case "/healthz":
                return 200, "text/plain", b"ok\n"
            case "/readyz":
                why = self._why_not_ready()
                return (200, "text/plain", b"ready\n") if why is None else (503, "text/plain", f"{why}\n".encode())
            case "/metrics":
                return 200, "text/plain; version=0.0.4; charset=utf-8", self._metrics.expose()
        return 404, "text/plain", b"not here\n"

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open += 1
        try:
            if self._open <= _CONNECTIONS:
                async with asyncio.timeout(_PATIENCE.total_seconds()):
                    await self._exchange(reader, writer)
        except (TimeoutError, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # slow, gone or too long: there is nobody to tell
        finally:
            self._open -= 1
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        words = head.split("\r\n", 1)[0].split(" ")
        if len(words) == 3 and words[0] in {"GET", "HEAD"}:
            status, kind, body = self.answer(words[1])
        else:
            status, kind, body = 400, "text/plain", b"only GET and HEAD\n"
        writer.write(
            f"HTTP/1.1 {status} {_REASONS[status]}\r\nContent-Type: {kind}\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode()
        )
        if words[0] != "HEAD":
            writer.write(body)
        await writer.drain()


_REASONS = {200: "OK", 400: "Bad Request", 404: "Not Found", 503: "Service Unavailable"}
