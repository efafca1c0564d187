"""Games on Lichess over HTTP (https://lichess.org/api): challenges, streams and exports, without anybody's token."""

import re
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from typing import Any, Literal

import msgspec

from chassis.logs import logger
from chassis.polite import Away, PoliteHttp, Resting
from chassis.timekeeping import Clock
from services.chessgate.app.lichess_ports import Challenge, LichessAway, LichessRefuses, LichessRests
from services.chessgate.core.on_lichess import Seen, Tempo

_LOG = logger(__name__)
_REQUEST = timedelta(seconds=3)
_SILENCE = timedelta(seconds=20)
"""Streams carry an empty line every few seconds."""
_RULES = "noRematch,noGiveTime"
_ID = re.compile(r"[A-Za-z0-9]{8}", re.ASCII)
_TEXT = {"Content-Type": "text/plain"}
_LINES = {**_TEXT, "Accept": "application/x-ndjson"}


class _Made(msgspec.Struct):
    id: str


class _Name(msgspec.Struct):
    id: str = ""


class _Player(msgspec.Struct):
    user: _Name | None = None
    userId: str = ""  # noqa: N815 - as Lichess has it


class _Players(msgspec.Struct):
    white: _Player = msgspec.field(default_factory=_Player)
    black: _Player = msgspec.field(default_factory=_Player)


class _Clock(msgspec.Struct):
    initial: int
    increment: int


class _Game(msgspec.Struct, rename="camel"):
    """A GameJson, or a GameStreamGame, whose `status` is a number beside `statusName`."""

    id: str
    players: _Players
    status: str | int
    status_name: str = ""
    rated: bool = False
    variant: str = "standard"
    initial_fen: str = ""
    winner: Literal["white", "black"] | None = None
    clock: _Clock | None = None
    days_per_turn: int = 0
    moves: str = ""
    clocks: list[int] = []  # in hundredths of a second
    last_move_at: int = 0


_GAMES = msgspec.json.Decoder(_Game)
_MADE = msgspec.json.Decoder(_Made)


class HttpLichess:
    """The `Lichess` port."""

    def __init__(self, url: str, clock: Clock) -> None:
        """:raises SettingsError: if the address is neither https nor on this machine."""
        self._http = PoliteHttp(url, "WARBOARD_LICHESS_URL", clock)

    async def close(self) -> None:
        """Close the connections."""
        await self._http.close()

    async def challenge(self, challenge: Challenge) -> tuple[str, str]:
        """Create an open challenge for two users; the first named has white."""
        tempo = challenge.tempo
        clock = (
            {"days": tempo.days} if tempo.days else {"clock.limit": tempo.limit_s, "clock.increment": tempo.increment_s}
        )
        form = {
            **clock, "rated": "false", "variant": "standard", "rules": _RULES, "name": challenge.name,
            "users": f"{challenge.white},{challenge.black}", "expiresAt": challenge.expires_ms,
        }  # fmt: skip
        status, body = await self._ask("/api/challenge/open", data=form)
        if status in {400, 401, 403, 404}:
            _LOG.warning("Lichess refuses a challenge", status=status, answer=body[:200].decode(errors="replace"))
            raise LichessRefuses
        try:
            made = _MADE.decode(_good(status, body)).id
        except msgspec.DecodeError as error:
            raise LichessAway from error
        if not _ID.fullmatch(made):
            raise LichessAway
        return made, f"{self._http.url}/{made}"

    async def look(self, ids: Sequence[str]) -> list[Seen]:
        """Those games that there are, with their moves."""
        status, body = await self._ask(
            "/api/games/export/_ids?clocks=true",
            data=",".join(ids),
            headers={**_TEXT, "Accept": "application/x-ndjson"},
        )
        found = [_seen(line, whole=True) for line in _good(status, body).splitlines() if line.strip()]
        return [seen for seen in found if seen is not None]

    async def follow(self, stream: str, ids: Sequence[str]) -> AsyncIterator[Seen | None]:
        """One stream of what begins and ends."""
        path = f"/api/stream/games/{stream}"
        try:
            async for line in self._http.listen("POST", path, _SILENCE, data=",".join(ids), headers=_LINES):
                yield _seen(line, whole=False) if line else None
        except Resting as resting:
            raise LichessRests(resting.left) from resting
        except Away as away:
            raise LichessAway from away

    async def add(self, stream: str, ids: Sequence[str]) -> None:
        """Further games for a stream."""
        status, body = await self._ask(f"/api/stream/games/{stream}/add", data=",".join(ids), headers=_TEXT)
        _good(status, body)

    async def _ask(self, path: str, **more: Any) -> tuple[int, bytes]:
        try:
            return await self._http.ask("POST", path, _REQUEST, **more)
        except Resting as resting:
            raise LichessRests(resting.left) from resting
        except Away as away:
            raise LichessAway from away


def _good(status: int, body: bytes) -> bytes:
    if status != 200:
        _LOG.warning("Lichess failed", status=status)
        raise LichessAway
    return body


def _seen(line: bytes, *, whole: bool) -> Seen | None:
    """A game as a line tells it; None if nobody understands it.

    :param whole: with its moves and its clock.
    """
    try:
        game = _GAMES.decode(line)
    except msgspec.DecodeError:
        _LOG.warning("Lichess tells what nobody understands", line=line[:200].decode(errors="replace"))
        return None
    tempo = Tempo(days=game.days_per_turn)
    if game.clock is not None:
        tempo = Tempo(limit_s=game.clock.initial, increment_s=game.clock.increment)
    return Seen(
        id=game.id, status=game.status_name or str(game.status), white=_user(game.players.white),
        black=_user(game.players.black), winner=game.winner,
        standard=game.variant == "standard" and not game.rated and not game.initial_fen,
        tempo=tempo if whole or game.clock is not None else None, moves=tuple(game.moves.split()) if whole else None,
        clocks_ms=tuple(10 * clock for clock in game.clocks), last_ms=game.last_move_at,
    )  # fmt: skip


def _user(player: _Player) -> str:
    return (player.userId if player.user is None else player.user.id).lower()
