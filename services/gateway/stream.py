"""The socket `/ws`: one connection a client, topics watched by cursor, commands answered by number (docs/api.md)."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Container
from contextlib import suppress
from datetime import timedelta
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect
from warboard_pb.common.v1 import play_pb2
from warboard_pb.lobby.v1 import lobby_pb2

from chassis.bus import Message
from chassis.ids import parse_id
from chassis.logs import logger
from chassis.problems import Kind, Problem, internal
from chassis.timekeeping import unix_ms
from services.gateway.clients import problem_of
from services.gateway.hub import Hub, credentials, limited
from services.gateway.identity import Identity, same_origin, unauthorised

_LOG = logger(__name__)
HELLO = timedelta(seconds=10)
SILENCE = timedelta(seconds=30)
MOST_LINK = 1_000
"""Characters of a signed link that are looked at."""
MOST_INVITE = 2_000
TOPICS_MOST = 64
PLAYING_MOST = 64
REVOKED_KEPT = 10_000

NOT_SIGNED_IN, REVOKED, TOO_SLOW, TOO_MANY, TOO_LARGE, RESTART = 4401, 4403, 4408, 4429, 1009, 1012


class In(msgspec.Struct):
    """A message from a client; which fields count depends on `t`."""

    t: str
    id: int = 0
    token: str = ""
    topic: str = ""
    invite: str = ""
    link: str = ""
    campaign: str = ""
    game: str = ""
    key: str = ""
    command: msgspec.Raw = msgspec.Raw(b"")
    cursor: dict[str, Any] | None = None


_DECODER = msgspec.json.Decoder(In)


class Closing(Exception):  # noqa: N818 - says what happens
    """Ends the connection with a code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Socket:
    """One client's connection; a `Watcher` for the feeds."""

    def __init__(self, hub: Hub, line: WebSocket, revoked: Container[str]) -> None:
        self._hub = hub
        self._revoked = revoked
        self._line = line
        self.account = ""
        self.open = True
        self._counted = False
        self._secrets: tuple[str | None, str | None] = (None, None)
        self._playing = 0
        self._tasks: asyncio.TaskGroup | None = None
        self.identity: Identity | None = None
        self._queue: deque[bytes] = deque()
        self._bytes = 0
        self._some = asyncio.Event()
        self._topics: set[str] = set()
        self.links: dict[str, str] = {}
        self._closing: Closing | None = None

    def send(self, message: bytes) -> None:
        """Queue a message; a client that does not read is let go and resumes by its cursors."""
        if not self.open:
            return  # nothing may be kept for a connection that has ended
        limits = self._hub.service.limits
        self._queue.append(message)
        self._bytes += len(message)
        full = len(self._queue) > limits.socket_queue_messages or (
            self._bytes > limits.socket_queue_bytes and len(self._queue) > 1
        )
        if full:
            self.close(TOO_SLOW, "too slow; resume by cursor")
        self._some.set()

    def close(self, code: int, reason: str) -> None:
        """End the connection soon."""
        self._closing = self._closing or Closing(code, reason)
        self._some.set()

    async def serve(self) -> None:
        """Everything from hello to the end."""
        try:
            await self._hello()
            async with asyncio.TaskGroup() as tasks:
                self._tasks = tasks
                tasks.create_task(self._write())
                tasks.create_task(self._read())
        except* Closing as closing:
            first = closing.exceptions[0]
            assert isinstance(first, Closing)
            await self._end(first.code, first.reason)
        except* (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            self.open = False
            if self._counted:
                self._hub.connected.closed(self.account)
            for topic in list(self._topics):
                await self._leave(topic)

    async def check(self) -> None:
        """Ask again whether the session or token is still good: news of its end may have been lost."""
        if self.identity is not None and await self._hub.identities.of(*self._secrets) is None:
            self.close(REVOKED, "signed out")

    async def _end(self, code: int, reason: str) -> None:
        try:
            await self._line.close(code, reason)
        except RuntimeError:
            return  # the client was quicker

    async def _hello(self) -> None:
        try:
            async with asyncio.timeout(HELLO.total_seconds()):
                first = self._decoded(await self._line.receive_text())
        except (TimeoutError, Problem, KeyError) as error:
            raise Closing(NOT_SIGNED_IN, "say hello first") from error
        if first.t != "hello":
            raise Closing(NOT_SIGNED_IN, "say hello first")
        headers = self._line.headers
        session, token = credentials(self._line.cookies, headers.get("authorization"))
        token = first.token or token
        public_url = self._hub.settings.public_url
        if not token and not same_origin(headers.get("origin"), headers.get("host"), public_url):
            raise Closing(REVOKED, "wrong origin")
        self._secrets = (session, token)
        try:
            self.identity = await self._hub.identities.of(session, token)
        except Problem as error:
            raise Closing(RESTART, "try again") from error
        if self.identity is None and token:
            raise Closing(NOT_SIGNED_IN, "this token is not valid")
        if self.identity is not None and self.identity.credential in self._revoked:
            raise Closing(REVOKED, "signed out")
        welcome: dict[str, Any] = {"t": "welcome", "now_unix_ms": unix_ms(self._hub.service.clock.now())}
        if self.identity is not None:
            connected = self._hub.connected
            if connected.sockets(self.identity.account) >= self._hub.service.limits.sockets_per_account:
                raise Closing(TOO_MANY, "too many sockets")
            self.account = self.identity.account
            connected.opened(self.account)
            self._counted = True
            welcome["account"] = self.identity.plain()
        self.send(msgspec.json.encode(welcome))

    async def _write(self) -> None:
        while True:
            while self._queue and self._closing is None:
                message = self._queue.popleft()
                self._bytes -= len(message)
                await self._line.send_text(message.decode())
            if self._closing is not None:
                raise self._closing
            self._some.clear()
            await self._some.wait()

    async def _read(self) -> None:
        while True:
            try:
                async with asyncio.timeout(SILENCE.total_seconds()):
                    text = await self._line.receive_text()
            except TimeoutError as error:
                raise Closing(TOO_SLOW, "silent for too long") from error
            except KeyError as error:
                raise Closing(1003, "text only") from error
            if len(text.encode(errors="replace")) > self._hub.service.limits.command_bytes:
                raise Closing(TOO_LARGE, "too large")
            await self._handle(text)

    @staticmethod
    def _decoded(text: str) -> In:
        try:
            return _DECODER.decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise Problem("malformed", Kind.MALFORMED, f"The message can't be read: {error}") from error

    async def _handle(self, text: str) -> None:
        message: In | None = None
        try:
            message = self._decoded(text)
            await self._act(message)
        except Problem as problem:
            self._tell(problem, message)

    async def _act(self, message: In) -> None:
        match message.t:
            case "ping":
                now = unix_ms(self._hub.service.clock.now())
                self.send(msgspec.json.encode({"t": "pong", "id": message.id, "now_unix_ms": now}))
            case "watch":
                await self._watch(message)
            case "leave":
                await self._leave(message.topic)
            case "command":
                self._play_soon(message, "engine", message.campaign)
            case "play":
                self._play_soon(message, "chess", message.game)
            case "hello":
                return
            case _:
                raise Problem("unknown_message", Kind.MALFORMED, "There is no such message.")

    async def _watch(self, message: In) -> None:
        topic = message.topic
        if len(self._topics) >= TOPICS_MOST and topic not in self._topics:
            raise Problem("too_many_topics", Kind.TOO_MANY, f"A socket watches at most {TOPICS_MOST} topics.")
        kind, _, entity = topic.partition(":")
        hub = self._hub
        if self.identity is not None and not self.identity.may("read"):
            raise Problem("scope_missing", Kind.NOT_ALLOWED, "This token may not read.", detail={"needs": "read"})
        self._topics.add(topic)
        self.links[topic] = message.link[:MOST_LINK]
        try:
            match kind:
                case "campaign":
                    epoch, n = _cursor(message.cursor)
                    await hub.campaigns.watch(self, parse_id(entity), epoch, n)
                case "game":
                    await hub.games.watch(self, parse_id(entity))
                case "talk":
                    await hub.talk.watch(self, parse_id(entity))
                case "room":
                    await hub.rooms.watch_room(self, parse_id(entity), message.invite[:MOST_INVITE])
                case "rooms" if topic == "rooms":
                    await hub.rooms.watch_list(self)
                case "me" if topic == "me":
                    if not self.account:
                        raise unauthorised()
                    await hub.rooms.watch_inbox(self)
                case _:
                    raise Problem("unknown_topic", Kind.MALFORMED, "There is no such topic.")
        except Problem:
            self._forget(topic)
            raise

    async def _leave(self, topic: str) -> None:
        if topic not in self._topics:
            return
        self._forget(topic)
        kind, _, entity = topic.partition(":")
        if kind == "campaign":
            await self._hub.campaigns.leave(self, entity)
        elif kind == "game":
            await self._hub.games.leave(self, entity)
        elif kind == "talk":
            await self._hub.talk.leave(self, entity)
        else:
            self._hub.rooms.leave(self, topic)

    def _forget(self, topic: str) -> None:
        self._topics.discard(topic)
        self.links.pop(topic, None)

    def _play_soon(self, message: In, part: str, entity: str) -> None:
        """Beside the reading, so that a slow answer keeps no ping waiting."""
        assert self._tasks is not None
        if self._playing >= PLAYING_MOST:
            raise Problem("busy", Kind.TOO_MANY, "Too many commands wait for their answers.")
        self._playing += 1
        self._tasks.create_task(self._played(message, part, entity))

    async def _played(self, message: In, part: str, entity: str) -> None:
        try:
            await self._play(message, part, entity)
        except Problem as problem:
            self._tell(problem, message)
        except Exception:  # noqa: BLE001 - the client gets an answer, the log the cause
            _LOG.exception("a command failed")
            self._tell(internal(), message)
        finally:
            self._playing -= 1

    async def _play(self, message: In, part: str, entity: str) -> None:
        if self.identity is None:
            raise unauthorised()
        if not self.identity.may("play"):
            raise Problem("scope_missing", Kind.NOT_ALLOWED, "This token may not play.", detail={"needs": "play"})
        hub = self._hub
        await limited(hub.commands, self.account)
        received = hub.service.clock.now()
        reply = await hub.clients.play(
            part, parse_id(entity), self.account, parse_id(message.key), bytes(message.command), received
        )
        if reply.HasField("problem"):
            self._tell(problem_of(reply.problem), message, reply.cursor)
            return
        answer: dict[str, Any] = {"t": "ok", "id": message.id}
        if reply.HasField("cursor"):
            answer["cursor"] = plain_cursor(reply.cursor)
        self.send(msgspec.json.encode(answer))

    def _tell(self, problem: Problem, message: In | None, cursor: play_pb2.Cursor | None = None) -> None:
        said: dict[str, Any] = {
            "t": "problem", "code": problem.code, "kind": problem.kind.value, "sentence": problem.sentence,
        }  # fmt: skip
        if problem.detail:
            said["detail"] = dict(problem.detail)
        if message is not None and message.t in ("command", "play", "ping"):
            said["id"] = message.id
        elif message is not None and message.topic:
            said["topic"] = message.topic[:100]
        if cursor is not None and cursor.epoch:
            said["cursor"] = plain_cursor(cursor)
        self.send(msgspec.json.encode(said))


class Sockets:
    """All open sockets of this replica."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._open: set[Socket] = set()
        self._stopping = False
        self._revoked: OrderedDict[str, None] = OrderedDict()
        self._count = hub.service.metrics.gauge("sockets_open", "Open sockets")

    async def accept(self, line: WebSocket) -> None:
        """Serve one connection until it ends."""
        await line.accept()
        if self._stopping:
            await line.close(RESTART, "restart")
            return
        socket = Socket(self._hub, line, self._revoked)
        self._open.add(socket)
        self._count.set(len(self._open))
        try:
            await socket.serve()
        finally:
            self._open.discard(socket)
            self._count.set(len(self._open))

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


def plain_cursor(cursor: play_pb2.Cursor) -> dict[str, Any]:
    """A cursor as docs/api.md has it."""
    return {"epoch": cursor.epoch, "class": cursor.viewer, "n": cursor.n}


def _cursor(given: dict[str, Any] | None) -> tuple[int, int]:
    """Epoch and number of a client's cursor; (0, -1) if there is none."""
    if not given:
        return 0, -1
    epoch, n = given.get("epoch"), given.get("n")
    if not isinstance(epoch, int) or not isinstance(n, int) or not 0 <= n < 1 << 62 or not 0 <= epoch < 1 << 31:
        raise Problem("malformed", Kind.MALFORMED, "A cursor has an epoch and a number.")
    return epoch, n
