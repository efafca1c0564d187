"""HTTP to a stranger that asks for manners: one request at a time, bounded answers, and a minute's rest after a 429."""

from collections.abc import AsyncIterator
from datetime import timedelta
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from chassis.logs import logger
from chassis.settings import SettingsError
from chassis.timekeeping import Clock

_LOG = logger(__name__)

REST = timedelta(minutes=1)
"""After a 429, unless more is asked for."""
_MOST_BYTES = 1_048_576
_CONNECT = timedelta(seconds=4)


class Away(Exception):  # noqa: N818 - says what is the case
    """There is no answer, or none that can be taken."""


class Resting(Exception):  # noqa: N818 - says what is the case
    """Nothing is asked now."""

    def __init__(self, left: timedelta) -> None:
        super().__init__(f"for {left.total_seconds():.1f} s")
        self.left = left


class PoliteHttp:
    """Asks one server, and may listen to one stream of it besides."""

    def __init__(self, url: str, setting: str, clock: Clock) -> None:
        """
        :param url: of the server; https unless it is on this machine.
        :param setting: where it comes from.
        :raises SettingsError: if it is anything else.
        """
        parts = urlsplit(url)
        if not parts.hostname or not (parts.scheme == "https" or (parts.scheme == "http" and _here(parts.hostname))):
            raise SettingsError(f"{setting} must be an https address, or `off` to do without")
        self.url = url.rstrip("/")
        self._clock = clock
        self._rests_until = 0.0
        self._asking, self._listening = _session(), _session()

    async def close(self) -> None:
        """Close the connections."""
        await self._asking.close()
        await self._listening.close()

    async def ask(self, method: str, path: str, within: timedelta, **more: Any) -> tuple[int, bytes]:
        """Status and body; redirects aren't followed.

        :param within: its wait for the request before it included.
        :raises Away: if nothing comes in time, or too much.
        :raises Resting: after a 429.
        """
        self._awake()
        timeout = aiohttp.ClientTimeout(total=within.total_seconds())
        try:
            async with self._asking.request(
                method, self.url + path, timeout=timeout, allow_redirects=False, **more
            ) as response:
                self._mind(response)
                return response.status, await _body(response)
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            _LOG.warning("a server is away", path=path, error=type(error).__name__)
            raise Away from error

    async def listen(self, method: str, path: str, silence: timedelta, **more: Any) -> AsyncIterator[bytes]:
        """The lines of a stream as they come, empty ones (heartbeats) included, until the server ends it.

        :param silence: after which it counts as broken.
        :raises Away: if it breaks, or is refused.
        :raises Resting: after a 429.
        """
        self._awake()
        timeout = aiohttp.ClientTimeout(
            total=None, sock_connect=_CONNECT.total_seconds(), sock_read=silence.total_seconds()
        )
        try:
            async with self._listening.request(
                method, self.url + path, timeout=timeout, allow_redirects=False, **more
            ) as response:
                self._mind(response)
                if response.status != 200:
                    raise Away
                async for line in response.content:
                    yield line.strip()
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:  # ValueError: a line without end
            _LOG.warning("a stream broke", path=path, error=type(error).__name__)
            raise Away from error

    def _awake(self) -> None:
        left = self._rests_until - self._clock.monotonic()
        if left > 0:
            raise Resting(timedelta(seconds=left))

    def _mind(self, response: aiohttp.ClientResponse) -> None:
        if response.status != 429:
            return
        asked = response.headers.get("Retry-After", "")
        wish = timedelta(seconds=int(asked)) if asked.isascii() and asked.isdigit() and len(asked) <= 4 else REST
        rest = max(REST, wish)
        self._rests_until = self._clock.monotonic() + rest.total_seconds()
        _LOG.warning("a server asks us to wait", seconds=rest.total_seconds())
        raise Resting(rest)


def _session() -> aiohttp.ClientSession:
    return aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(limit=1),
        cookie_jar=aiohttp.DummyCookieJar(),
        headers={"User-Agent": "Warboard", "Accept": "application/json"},
    )


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
