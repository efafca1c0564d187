"""Games of the stand-in: open challenges, who opens them, moves, ends, the stream of several games, and exports."""

import asyncio
import json
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from time import time_ns
from typing import Any

from aiohttp import web

STATUSES = {
    "created": 10, "started": 20, "aborted": 25, "mate": 30, "resign": 31, "stalemate": 32, "timeout": 33, "draw": 34,
    "outoftime": 35, "cheat": 36, "noStart": 37, "unknownFinish": 38,
}  # fmt: skip
_SECONDS = {0, 15, 30, 45, 60, 90}
_DAYS = {1, 2, 3, 5, 7, 10, 14}


@dataclass
class Played:
    """A challenge, and the game it becomes once both have opened it."""

    id: str
    users: tuple[str, str]
    clock: tuple[int, int] | None
    days: int
    form: dict[str, str]
    opened: set[str] = field(default_factory=set)
    status: str = "created"
    winner: str = ""
    moves: list[str] = field(default_factory=list)
    clocks: list[int] = field(default_factory=list)
    """In hundredths of a second."""
    last_ms: int = 0

    @property
    def begun(self) -> bool:
        """Whether it is a game already."""
        return self.opened == set(self.users)


@dataclass
class Stream:
    """An open stream: the games it tells of, and what is still to be told."""

    ids: set[str]
    lines: asyncio.Queue[bytes | None] = field(default_factory=asyncio.Queue)


class Games:
    """All of them, and how tests play them."""

    def __init__(self) -> None:
        self.all: dict[str, Played] = {}
        self.streams: dict[str, Stream] = {}
        self.heartbeat_s = 0.5
        self.opened_streams = 0
        self.most_streams = 0

    @property
    def only(self) -> Played:
        """The one challenge that was created."""
        (found,) = self.all.values()
        return found

    def open(self, user: str) -> None:
        """One of the two opens the challenge; with the second the game begins."""
        game = self.only
        assert user in game.users, "Lichess lets nobody else in"
        game.opened.add(user)
        if game.begun:
            game.status = "started"
            self._tell(game)

    def begin(self) -> None:
        """Both open it."""
        for user in self.only.users:
            self.open(user)

    def move(self, moves: str, *, left_s: int = 60) -> None:
        """Moves in SAN."""
        self.only.moves += moves.split()
        self.only.clocks += [100 * left_s] * len(moves.split())
        self.only.last_ms = time_ns() // 1_000_000

    def end(self, status: str, winner: str = "") -> None:
        """The game is over."""
        self.only.status, self.only.winner = status, winner
        self._tell(self.only)

    def cut(self) -> None:
        """Every stream loses its connection."""
        for stream in self.streams.values():
            stream.lines.put_nowait(None)

    def _tell(self, game: Played) -> None:
        for stream in self.streams.values():
            if game.id in stream.ids:
                stream.lines.put_nowait(streamed(game))


GAMES = web.AppKey("games", Games)

routes = web.RouteTableDef()


@routes.post("/api/challenge/open")
async def challenge(request: web.Request) -> web.Response:
    """An open challenge, which only the named users can open."""
    form = {name: str(value) for name, value in (await request.post()).items()}
    users = tuple(form.get("users", "").lower().split(","))
    wrong = _wrong(form)
    if wrong or len(users) != 2 or form.get("rules", "").count("noAbort"):
        return web.json_response({"error": {wrong or "users": ["wrong"]}}, status=400)
    clock = (int(form["clock.limit"]), int(form["clock.increment"])) if "clock.limit" in form else None
    made = Played(secrets.token_hex(4), (users[0], users[1]), clock, int(form.get("days", "0")), form)
    request.app[GAMES].all[made.id] = made
    url = f"{request.scheme}://{request.host}/{made.id}"
    return web.json_response(
        {"id": made.id, "url": url, "status": "created", "urlWhite": f"{url}?color=white",
         "urlBlack": f"{url}?color=black",
         "challenger": None, "destUser": None, "rated": False, "open": {"userIds": list(users)}}
    )  # fmt: skip


@routes.post("/api/stream/games/{stream}")
async def stream(request: web.Request) -> web.StreamResponse:
    """The games that there are, then each that begins or ends; an empty line now and then."""
    games = request.app[GAMES]
    made = Stream(set((await request.text()).split(",")))
    name = request.match_info["stream"]
    games.streams[name] = made
    games.opened_streams += 1
    games.most_streams = max(games.most_streams, len(games.streams))
    answer = web.StreamResponse(headers={"Content-Type": "application/x-ndjson"})
    await answer.prepare(request)
    try:
        for game in games.all.values():
            if game.id in made.ids and game.begun:
                await answer.write(streamed(game))
        while True:
            line: bytes | None = b"\n"
            with suppress(TimeoutError):
                async with asyncio.timeout(games.heartbeat_s):
                    line = await made.lines.get()
            if line is None:
                assert request.transport is not None
                request.transport.abort()
                return answer
            await answer.write(line)
    except ConnectionResetError:  # nobody listens any more
        return answer
    finally:
        del games.streams[name]


@routes.post("/api/stream/games/{stream}/add")
async def add(request: web.Request) -> web.Response:
    """Further games for an open stream."""
    games = request.app[GAMES]
    found = games.streams.get(request.match_info["stream"])
    if found is None:
        return web.json_response({"error": "No such stream"}, status=404)
    more = set((await request.text()).split(","))
    found.ids |= more
    for game in games.all.values():
        if game.id in more and game.begun:
            found.lines.put_nowait(streamed(game))
    return web.json_response({"ok": True})


@routes.post("/api/games/export/_ids")
async def export(request: web.Request) -> web.Response:
    """Those games that there are, one a line; a challenge is none yet."""
    asked = (await request.text()).split(",")
    if len(asked) > 300:
        raise web.HTTPBadRequest
    games = [game for game in request.app[GAMES].all.values() if game.id in asked and game.begun]
    return web.Response(body=b"".join(map(exported, games)), content_type="application/x-ndjson")


def streamed(game: Played) -> bytes:
    """A GameStreamGame."""
    players = {c: {"userId": u, "rating": 1500} for c, u in zip(("white", "black"), game.users, strict=True)}
    return _line(game, {"players": players, "status": STATUSES[game.status], "statusName": game.status})


def exported(game: Played) -> bytes:
    """A GameJson."""
    players = {
        c: {"user": {"name": u.capitalize(), "id": u}, "rating": 1500}
        for c, u in zip(("white", "black"), game.users, strict=True)
    }
    more: dict[str, Any] = {
        "players": players,
        "status": game.status,
        "moves": " ".join(game.moves),
        "source": "friend",
    }
    if game.clock is None:
        more["daysPerTurn"] = game.days
    else:
        more["clocks"] = game.clocks
    return _line(game, {**more, "lastMoveAt": game.last_ms})


def _line(game: Played, more: dict[str, Any]) -> bytes:
    told: dict[str, Any] = {"id": game.id, "rated": False, "variant": "standard", "speed": "rapid", "perf": "rapid"}
    if game.clock is not None:
        initial, increment = game.clock
        told["clock"] = {"initial": initial, "increment": increment, "totalTime": initial + 40 * increment}
    if game.winner:
        told["winner"] = game.winner
    return json.dumps({**told, **more}).encode() + b"\n"


def _wrong(form: dict[str, str]) -> str:
    """The field that can't be, or ""."""
    if "clock.limit" not in form:
        return "" if int(form.get("days", "0")) in _DAYS else "days"
    limit, increment = int(form["clock.limit"]), int(form.get("clock.increment", "-1"))
    if not (limit in _SECONDS or (limit % 60 == 0 and limit <= 10_800)) or limit + increment == 0:
        return "clock.limit"
    return "" if 0 <= increment <= 60 else "clock.increment"
