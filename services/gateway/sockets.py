"""All open sockets and streams of this replica: counted, told of ended sessions, sent away when it stops."""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta

from starlette.websockets import WebSocket
from warboard_pb.lobby.v1 import lobby_pb2

from chassis.bus import Message
from chassis.problems import Problem
from services.gateway.admission import Admission
from services.gateway.hub import Hub
from services.gateway.reader import Reader
from services.gateway.socket_messages import RESTART, REVOKED
from services.gateway.stream import Socket

REVOKED_KEPT = 10_000


class Sockets:
    """All open sockets of this replica."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._open: set[Reader] = set()
        self._admission = Admission(hub.connected, hub.service.limits)
        self._stopping = False
        self._revoked: OrderedDict[str, None] = OrderedDict()
        hub.away.on_change.append(self._tell)
        self._count = hub.service.metrics.gauge("sockets_open", "Open sockets and streams")

    async def accept(self, line: WebSocket) -> None:
        """Serve one connection until it ends."""
        await line.accept()
        if self._stopping:
            await line.close(RESTART, "restart")
            return
        socket = Socket(self._hub, line, self._revoked, self._admission)
        with self._listed(socket):
            await socket.serve()

    @contextmanager
    def counted(self, reader: Reader, address: str) -> Iterator[None]:
        """Count a stream of lines as a socket while it lasts: its reader is connected.

        :raises TooMany: so many are open already.
        """
        if self._stopping:
            reader.close(RESTART, "restart")
        if reader.identity is not None and reader.identity.credential in self._revoked:
            reader.close(REVOKED, "signed out")
        if self._hub.away.plain():
            reader.send(self._hub.away.message())
        with self._admission.admitted(reader.account, address), self._listed(reader):
            yield

    @contextmanager
    def _listed(self, socket: Reader) -> Iterator[None]:
        self._open.add(socket)
        self._count.set(len(self._open))
        try:
            yield
        finally:
            self._open.discard(socket)
            self._count.set(len(self._open))

    def _tell(self, message: bytes) -> None:
        for socket in list(self._open):
            socket.send(message)

    async def account_changed(self, message: Message) -> None:
        """Lobby ended sessions or tokens: their sockets close at once."""
        revoked = set(lobby_pb2.AccountChanged.FromString(message.data).revoked)
        for credential in revoked:  # for sockets whose hello is under way
            self._revoked[credential] = None
        while len(self._revoked) > REVOKED_KEPT:
            self._revoked.popitem(last=False)
        for socket in list(self._open):
            if socket.identity is not None and socket.identity.credential in revoked:
                socket.close(REVOKED, "signed out")

    def end_expired(self) -> None:
        """Tokens that have run out end their sockets, too."""
        now = self._hub.service.clock.now()
        for socket in list(self._open):
            if socket.identity is not None and socket.identity.expires is not None and socket.identity.expires <= now:
                socket.close(REVOKED, "the token has run out")

    async def check_all(self) -> None:
        """The bus was away: which of the open sockets were signed out meanwhile?"""
        self._hub.identities.forget_all()
        for socket in list(self._open):
            with suppress(Problem):  # lobby is away; each session is asked for again with its next request
                await socket.check()

    async def restart(self) -> None:
        """This replica stops: clients come back after a random moment."""
        self._stopping = True
        for socket in list(self._open):
            socket.close(RESTART, "restart")
        for _ in range(100):  # for at most 2 s: a client that does not read is cut off
            if not self._open:
                return
            await self._hub.service.clock.sleep(timedelta(milliseconds=20))
