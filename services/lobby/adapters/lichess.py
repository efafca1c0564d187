"""Lichess over HTTP (https://lichess.org/api): one request at a time, bounded, and a minute's rest after a 429."""

import math
import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Annotated, Any, TypeVar
from urllib.parse import urlencode

import msgspec

from chassis.logs import logger
from chassis.polite import Away, PoliteHttp, Resting
from chassis.timekeeping import Clock
from services.lobby.core.ratings import KINDS, LEAST, MOST, LichessUser, Rating
from services.lobby.core.refusals import Refusal, Refused

_LOG = logger(__name__)
T = TypeVar("T")

REQUEST = timedelta(milliseconds=1_800)
"""For a request, its wait for the one before it included; two of them and a revocation fit into a call."""
REVOCATION = timedelta(milliseconds=800)
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
        self._http = PoliteHttp(url, "WARBOARD_LICHESS_URL", clock)
        self._client_id = client_id
        self._clock = clock

    async def close(self) -> None:
        """Close the connection."""
        await self._http.close()

    def authorization_url(self, *, state: str, challenge: str, redirect_uri: str) -> str:
        """Where the browser goes; no scope is asked for, since a profile is public."""
        query = {
            "response_type": "code", "client_id": self._client_id, "redirect_uri": redirect_uri, "state": state,
            "code_challenge_method": "S256", "code_challenge": challenge,
        }  # fmt: skip
        return f"{self._http.url}/oauth?{urlencode(query)}"

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
        try:
            return await self._http.ask(method, path, within, **more)
        except Resting as resting:
            left = resting.left / timedelta(milliseconds=1)
            raise Refused(Refusal.LICHESS_BUSY, retry_after_ms=math.ceil(left)) from resting
        except Away as away:
            raise Refused(Refusal.LICHESS_AWAY) from away

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
