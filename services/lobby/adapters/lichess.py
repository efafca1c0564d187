"""Lichess over HTTP (https://lichess.org/api): one request at a time, bounded, and a minute's rest after a 429."""

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from ipaddress import ip_address
from typing import Annotated, Any, TypeVar
from urllib.parse import urlencode, urlsplit

import aiohttp
import msgspec

from chassis.logs import logger
from chassis.settings import SettingsError
from chassis.timekeeping import Clock
from services.lobby.core.ratings import KINDS, LEAST, MOST, LichessUser, Rating
from services.lobby.core.refusals import Refusal, Refused

_LOG = logger(__name__)
T = TypeVar("T")

REQUEST = timedelta(milliseconds=1_800)
"""For a request, its wait for the one before it included; two of them and a revocation fit into a call."""
REVOCATION = timedelta(milliseconds=800)
REST = timedelta(minutes=1)
"""After a 429, unless Lichess asks for more."""
_MOST_BYTES = 1_048_576
_MOST_USERS = 300
_UNSURE = 110
"""Deviation above which Lichess calls a rating provisional."""
_MOST_GAMES = 1_000_000_000
_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,29}", re.ASCII)


class _Perf(msgspec.Struct):
    rating: int
    games: int = 0
    rd: float = 0
    prov: bool = False


class _Perfs(msgspec.Struct):
    bullet: _Perf | None = None
    blitz: _Perf | None = None
    rapid: _Perf | None = None
    classical: _Perf | None = None
    correspondence: _Perf | None = None


class _User(msgspec.Struct):
    id: str
    username: str
    perfs: _Perfs = msgspec.field(default_factory=_Perfs)


class _Token(msgspec.Struct):
    access_token: Annotated[str, msgspec.Meta(pattern="^[!-~]{1,4096}$")]
    """As RFC 6749, A.12 has it: it goes into a header."""


class HttpLichess:
    """The `Lichess` port."""

    def __init__(self, url: str, client_id: str, clock: Clock) -> None:
        """
        :param url: of the server; https unless it is on this machine.
        :raises SettingsError: if it is anything else.
        """
        parts = urlsplit(url)
        if not parts.hostname or not (parts.scheme == "https" or (parts.scheme == "http" and _here(parts.hostname))):
            raise SettingsError("WARBOARD_LICHESS_URL must be an https address, or `off` to do without Lichess")
        self._url = url.rstrip("/")
        self._client_id = client_id
        self._clock = clock
        self._rests_until = 0.0
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=1),
            cookie_jar=aiohttp.DummyCookieJar(),
            headers={"User-Agent": "Warboard", "Accept": "application/json"},
        )

    async def close(self) -> None:
        """Close the connection."""
        await self._session.close()

    def authorization_url(self, *, state: str, challenge: str, redirect_uri: str) -> str:
        """Where the browser goes; no scope is asked for, since a profile is public."""
        query = {
            "response_type": "code", "client_id": self._client_id, "redirect_uri": redirect_uri, "state": state,
            "code_challenge_method": "S256", "code_challenge": challenge,
        }  # fmt: skip
        return f"{self._url}/oauth?{urlencode(query)}"

    async def whose(self, *, code: str, verifier: str, redirect_uri: str) -> LichessUser:
        """Who has come back with a code."""
        form = {
            "grant_type": "authorization_code", "code": code, "code_verifier": verifier, "redirect_uri": redirect_uri,
            "client_id": self._client_id,
        }  # fmt: skip
        token = (await self._ask("POST", "/api/token", _Token, data=form)).access_token
        headers = {"Authorization": f"Bearer {token}"}
        try:
            return self._user(await self._ask("GET", "/api/account", _User, headers=headers))
        finally:
            await self._revoke(headers)

    async def users(self, ids: Sequence[str]) -> list[LichessUser]:
        """Those of the users that Lichess knows."""
        asked = ",".join(ids[:_MOST_USERS])
        found = await self._ask("POST", "/api/users", list[_User], data=asked, headers={"Content-Type": "text/plain"})
        return [self._user(user) for user in found]

    async def _revoke(self, headers: Mapping[str, str]) -> None:
        """The token has served; if this fails it ends by itself, and nobody else ever had it."""
        try:
            await self._answer("DELETE", "/api/token", REVOCATION, headers=headers)
        except Refused as refused:
            _LOG.warning("a token of Lichess could not be revoked", code=refused.code.value)

    async def _ask(self, method: str, path: str, shape: type[T], **more: Any) -> T:
        status, body = await self._answer(method, path, REQUEST, **more)
        if status in {400, 401, 403}:
            raise Refused(Refusal.LICHESS_REFUSED)
        if status != 200:
            _LOG.warning("Lichess failed", path=path, status=status)
            raise Refused(Refusal.LICHESS_AWAY)
        try:
            return msgspec.json.decode(body, type=shape)
        except (msgspec.DecodeError, RecursionError) as error:
            _LOG.warning("Lichess answers what nobody understands", path=path)
            raise Refused(Refusal.LICHESS_AWAY) from error

    async def _answer(self, method: str, path: str, within: timedelta, **more: Any) -> tuple[int, bytes]:
        """Status and body.

        :raises Refused: `lichess_busy`, `lichess_away`.
        """
        left = self._rests_until - self._clock.monotonic()
        if left > 0:
            raise Refused(Refusal.LICHESS_BUSY, retry_after_ms=int(left * 1000) + 1)
        timeout = aiohttp.ClientTimeout(total=within.total_seconds())
        try:
            async with self._session.request(
                method, self._url + path, timeout=timeout, allow_redirects=False, **more
            ) as response:
                if response.status == 429:
                    raise self._rest(response.headers.get("Retry-After", ""))
                return response.status, await _body(response)
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            _LOG.warning("Lichess is away", path=path, error=type(error).__name__)
            raise Refused(Refusal.LICHESS_AWAY) from error

    def _rest(self, asked: str) -> Refused:
        wish = timedelta(seconds=int(asked)) if asked.isascii() and asked.isdigit() and len(asked) <= 4 else REST
        rest = max(REST, wish)
        self._rests_until = self._clock.monotonic() + rest.total_seconds()
        _LOG.warning("Lichess asks us to wait", seconds=rest.total_seconds())
        return Refused(Refusal.LICHESS_BUSY, retry_after_ms=rest // timedelta(milliseconds=1))

    def _user(self, user: _User) -> LichessUser:
        if not _ID.fullmatch(user.id) or user.username.lower() != user.id:
            raise Refused(Refusal.LICHESS_AWAY)
        ratings = []
        for kind in KINDS:
            perf: _Perf | None = getattr(user.perfs, kind)
            if perf is not None and perf.games > 0 and LEAST <= perf.rating <= MOST:
                sure = not perf.prov and perf.rd <= _UNSURE
                ratings.append(
                    Rating(kind=kind, rating=perf.rating, games=min(perf.games, _MOST_GAMES), established=sure)
                )
        return LichessUser(id=user.id, name=user.username, ratings=tuple(ratings), fetched=self._clock.now())


async def _body(response: aiohttp.ClientResponse) -> bytes:
    body = b""
    async for chunk in response.content.iter_any():
        body += chunk
        if len(body) > _MOST_BYTES:
            raise aiohttp.ClientPayloadError("too long")
    return body


def _here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
