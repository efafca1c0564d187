"""The socket `/ws`: one connection a client, topics watched by cursor, commands answered by number (docs/api.md)."""

import asyncio
from collections.abc import Container
from datetime import datetime, timedelta
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect
from warboard_pb.common.v1 import play_pb2

from chassis.ids import parse_id
from chassis.logs import logger
from chassis.problem_messages import problem_of
from chassis.problems import Kind, Problem, internal
from chassis.timekeeping import unix_ms
from services.gateway.addresses import address_of
from services.gateway.admission import Admission, TooMany
from services.gateway.hub import Hub, credentials, limited
from services.gateway.identity import same_origin, unauthorised
from services.gateway.reader import Reader
from services.gateway.round_trips import RoundTrip
from services.gateway.socket_messages import (
    NOT_SIGNED_IN,
    RESTART,
    REVOKED,
    TOO_LARGE,
    TOO_MANY,
    TOO_SLOW,
    Closing,
    In,
    decoded,
    plain_cursor,
    refusal,
)

_LOG = logger(__name__)
HELLO = timedelta(seconds=10)
SILENCE = timedelta(seconds=30)
PLAYING_MOST = 64


class Socket(Reader):
    """One client's connection."""

    def __init__(self, hub: Hub, line: WebSocket, revoked: Container[str], admission: Admission) -> None:
        super().__init__(hub)
        self._revoked = revoked
        self._admission = admission
        self._line = line
        self._playing = 0
        self._tasks: asyncio.TaskGroup | None = None
        self._round_trip = RoundTrip(hub.service.clock)

    async def serve(self) -> None:
        """Everything from hello to the end."""
        try:
            await self._hello()
            with self._admission.admitted(self.account, address_of(self._line)):
                async with asyncio.TaskGroup() as tasks:
                    self._tasks = tasks
                    tasks.create_task(self._write())
                    tasks.create_task(self._read())
        except* Closing as closing:
            first = closing.exceptions[0]
            assert isinstance(first, Closing)
            await self._end(first.code, first.reason)
        except* TooMany:
            await self._end(TOO_MANY, "too many sockets")
        except* (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            await self.end()

    async def _end(self, code: int, reason: str) -> None:
        try:
            await self._line.close(code, reason)
        except (RuntimeError, WebSocketDisconnect):
            return  # the client was quicker

    async def _hello(self) -> None:
        try:
            async with asyncio.timeout(HELLO.total_seconds()):
                first = decoded(await self._line.receive_text())
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
        self.secrets = (session, token)
        try:
            self.identity = await self._hub.identities.of(session, token)
        except Problem as error:
            raise Closing(RESTART, "try again") from error
        if self.identity is None and token:
            raise Closing(NOT_SIGNED_IN, "this token is not valid")
        if self.identity is not None and self.identity.credential in self._revoked:
            raise Closing(REVOKED, "signed out")
        now = unix_ms(self._hub.service.clock.now())
        welcome: dict[str, Any] = {"t": "welcome", "now_unix_ms": now, "away": self._hub.away.plain()}
        if self.identity is not None:
            welcome["account"] = self.identity.plain()
        self.send(msgspec.json.encode(welcome))

    async def _write(self) -> None:
        while True:
            await self._line.send_text((await self.next()).decode())

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

    async def _handle(self, text: str) -> None:
        message: In | None = None
        try:
            message = decoded(text)
            await self._act(message)
        except Problem as problem:
            self._tell(problem, message)

    async def _act(self, message: In) -> None:
        match message.t:
            case "ping":
                now = unix_ms(self._hub.service.clock.now())
                self._round_trip.sent(message.id)
                self.send(msgspec.json.encode({"t": "pong", "id": message.id, "now_unix_ms": now}))
            case "back":
                self._round_trip.back(message.id)
            case "watch":
                await self._watch(message)
            case "leave":
                await self.topics.leave(message.topic)
            case "command":
                self._play_soon(message, "engine", message.campaign)
            case "play":
                self._play_soon(message, "chess", message.game)
            case "hello":
                return
            case _:
                raise Problem("unknown_message", Kind.MALFORMED, "There is no such message.")

    async def _watch(self, message: In) -> None:
        if self.identity is not None and not self.identity.may("read"):
            raise Problem("scope_missing", Kind.NOT_ALLOWED, "This token may not read.", detail={"needs": "read"})
        await self.topics.watch(message)

    def _play_soon(self, message: In, part: str, entity: str) -> None:
        """Beside the reading, so that a slow answer keeps no ping waiting."""
        assert self._tasks is not None
        if self._playing >= PLAYING_MOST:
            raise Problem("busy", Kind.TOO_MANY, "Too many commands wait for their answers.")
        self._playing += 1
        received = self._hub.service.clock.now()  # before anything is waited for: it is what a chess clock loses
        self._tasks.create_task(self._played(message, part, entity, received))

    async def _played(self, message: In, part: str, entity: str, received: datetime) -> None:
        try:
            await self._play(message, part, entity, received)
        except Problem as problem:
            self._tell(problem, message)
        except Exception:  # noqa: BLE001 - the client gets an answer, the log the cause
            _LOG.exception("a command failed")
            self._tell(internal(), message)
        finally:
            self._playing -= 1

    async def _play(self, message: In, part: str, entity: str, received: datetime) -> None:
        if self.identity is None:
            raise unauthorised()
        if not self.identity.may("play"):
            raise Problem("scope_missing", Kind.NOT_ALLOWED, "This token may not play.", detail={"needs": "play"})
        hub = self._hub
        await limited(hub.commands, self.account)
        reply = await hub.clients.play(
            part, parse_id(entity), self.account, parse_id(message.key), bytes(message.command), received,
            self._round_trip.ms, without_game=True,
        )  # fmt: skip
        if reply.HasField("problem"):
            self._tell(problem_of(reply.problem), message, reply.cursor)
            return
        answer: dict[str, Any] = {"t": "ok", "id": message.id}
        if reply.HasField("cursor"):
            answer["cursor"] = plain_cursor(reply.cursor)
        self.send(msgspec.json.encode(answer))

    def _tell(self, problem: Problem, message: In | None, cursor: play_pb2.Cursor | None = None) -> None:
        self.send(refusal(problem, message, cursor))
