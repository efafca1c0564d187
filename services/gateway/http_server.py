"""The HTTP server: uvicorn, whose connections get a bounded time for each request, and signals are left to others."""

import asyncio
import socket
from contextlib import AbstractContextManager, nullcontext
from datetime import timedelta

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from chassis.settings import SettingsError
from services.gateway.settings import GatewaySettings

HEAD = timedelta(seconds=10)
"""From the connection, or a further request's first byte, to the end of its head."""
BODY = timedelta(seconds=30)
"""For a whole body; the largest then needs 2 kB a second, the largest map file 67 kB a second."""
STALLED = timedelta(seconds=30)
"""For a client to read on when it doesn't take its answer."""
LISTENED = timedelta(seconds=2)
"""For a client on a socket that was told why it ends, and still sends."""
_TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class PatientConnection(HttpToolsProtocol):
    """Lets nobody hold a connection by half a request, by a body that trickles, or by not reading.

    uvicorn itself ends only idle connections, after a first answer.
    """

    _request: asyncio.TimerHandle | None = None
    _answer: asyncio.TimerHandle | None = None
    _heard = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn's
        """The head is awaited from here on."""
        super().connection_made(transport)
        self._wait(HEAD)

    def data_received(self, data: bytes) -> None:
        """Blank lines before a further request count as its beginning."""
        self._heard = True
        if self._request is None and (self.cycle is None or self.cycle.response_complete):
            self._wait(HEAD)
        super().data_received(data)

    def on_message_begin(self) -> None:
        """A request begins, maybe while the last one is being answered."""
        super().on_message_begin()
        if self._request is None:
            self._wait(HEAD)

    def on_headers_complete(self) -> None:
        """The body is awaited."""
        super().on_headers_complete()
        self._wait(BODY)

    def on_message_complete(self) -> None:
        """The request is whole."""
        self._wait(None)
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Sockets have limits of their own."""
        self._wait(None)
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        """The client does not take its answer."""
        super().pause_writing()
        if self._answer is None:
            self._answer = self.loop.call_later(STALLED.total_seconds(), self.transport.abort)

    def resume_writing(self) -> None:
        """It reads on."""
        super().resume_writing()
        self._reads()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is awaited any more."""
        self._wait(None)
        self._reads()
        super().connection_lost(exc)

    def _wait(self, most: timedelta | None) -> None:
        if self._request is not None:
            self._request.cancel()
        self._request = None if most is None else self.loop.call_later(most.total_seconds(), self._too_slow)

    def _reads(self) -> None:
        if self._answer is not None:
            self._answer.cancel()
            self._answer = None

    def _too_slow(self) -> None:
        """Who has said something is told why; a browser's connection in store just ends."""
        self._request = None
        answering = self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete
        if self._heard and not answering and not self.transport.is_closing():
            self.transport.write(_TOO_SLOW)
        self.transport.close()


class PatientSocket(WebSocketsSansIOProtocol):
    """Lets a client hear why its socket ends when it sent what can't be taken, such as too large a message (1009).

    uvicorn itself hangs up at once: what is still under way then resets the connection, and the code gets lost (1006).
    """

    _deaf = False

    def data_received(self, data: bytes) -> None:
        """The rest of what can't be taken is read away."""
        if not self._deaf:
            super().data_received(data)

    def handle_parser_exception(self) -> None:
        """Say why, and hang up when the client has, or after a while."""
        assert self.conn.close_sent is not None
        why = self.conn.close_sent
        self.queue.put_nowait({"type": "websocket.disconnect", "code": why.code, "reason": why.reason})
        self._deaf = self.close_sent = True
        self.transport.write(b"".join(self.conn.data_to_send()))
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        if self.close_timer is None:  # while there is one, the end of the application doesn't hang up
            self.close_timer = self.loop.call_later(LISTENED.total_seconds(), self.transport.close)


def web_server(app: object, settings: GatewaySettings) -> "Server":
    """The HTTP server, without signal handlers of its own: the chassis has them.

    :raises SettingsError: `WARBOARD_BIND` is not host:port.
    """
    host, _, port = settings.bind.rpartition(":")
    if not host or not port.isdigit():
        raise SettingsError("WARBOARD_BIND must be host:port, such as 127.0.0.1:8000")
    config = uvicorn.Config(
        app,  # type: ignore[arg-type] # an ASGI application
        http=PatientConnection,
        lifespan="off",
        ws=PatientSocket,
        ws_max_size=settings.limits.command_bytes,  # a larger message ends the connection with 1009
        ws_per_message_deflate=False,  # sealed content must not be told by its compressed length
        ws_ping_interval=None,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.trusted_proxies,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=3,
    )
    return Server(config, listener(host.strip("[]"), int(port)))


def listener(host: str, port: int) -> socket.socket:
    """Our own, since uvicorn ends the whole process where it can't listen.

    :raises OSError: if the address is taken.
    """
    made = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=2048)
    made.setblocking(False)
    return made


class Server(uvicorn.Server):
    """Leaves signals to the chassis."""

    def __init__(self, config: uvicorn.Config, listening: socket.socket) -> None:
        super().__init__(config)
        self._listening = listening
        self.port: int = listening.getsockname()[1]
        self.ended = asyncio.Event()

    async def run_on(self) -> None:
        """Serve until `should_exit`."""
        try:
            await self.serve(sockets=[self._listening])
        finally:
            self.ended.set()

    def install_signal_handlers(self) -> None:
        """None of our own."""

    def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override] # a plain one will do
        """No signals are captured."""
        return nullcontext()


async def stop(server: Server) -> None:
    """Take no more requests and let those under way finish."""
    server.should_exit = True
    await server.ended.wait()
