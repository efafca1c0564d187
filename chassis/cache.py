"""What may be lost: a cache in Valkey whose every failure is a miss, and limits that go on without it."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeVar

from chassis.logs import logger
from chassis.metrics import Metrics
from chassis.timekeeping import Clock

_LOG = logger(__name__)

T = TypeVar("T")

_PATIENCE = timedelta(milliseconds=250)
_AVOIDED = timedelta(seconds=1)
_LOCAL_BUCKETS = 20_000


class Cache:
    """A client of Valkey (or Redis) that never raises: what can't be read isn't there.

    After a failure it isn't asked again for a second, so that an absent cache costs no time.
    """

    def __init__(self, url: str | None, clock: Clock, metrics: Metrics) -> None:
        """
        :param url: `redis://host:port/0`; None for no cache at all: then everything is a miss.
        """
        self._clock = clock
        self._asked_again = 0.0
        self._failures = metrics.counter("cache_failures", "Failed calls to the cache")
        self._client: Any = None
        self._errors: tuple[type[Exception], ...] = (OSError, TimeoutError)
        if url is not None:
            self._client, error = _connect(url)
            self._errors = (error, *self._errors)

    async def get(self, key: str) -> bytes | None:
        """The value, or None."""
        return await self._try(lambda client: client.get(key))

    async def put(self, key: str, value: bytes, keep: timedelta) -> None:
        """Remember `value` for at most `keep`."""
        await self._try(lambda client: client.set(key, value, px=max(1, int(keep / timedelta(milliseconds=1)))))

    async def drop(self, *keys: str) -> None:
        """Forget values at once. If the cache is away they may come back with it: keep what matters short."""
        if keys:
            await self._try(lambda client: client.delete(*keys))

    async def run_script(self, script: str, keys: list[str], arguments: list[str]) -> Any:
        """The answer of a Lua script, or None if the cache is away."""
        return await self._try(lambda client: client.eval(script, len(keys), *keys, *arguments))

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.aclose()

    async def _try(self, ask: Callable[[Any], Awaitable[T]]) -> T | None:
        if self._client is None or self._clock.monotonic() < self._asked_again:
            return None
        try:
            return await ask(self._client)
        except self._errors as error:
            self._failures.inc()
            self._asked_again = self._clock.monotonic() + _AVOIDED.total_seconds()
            _LOG.warning("the cache is away", error=type(error).__name__)
            return None


def _connect(url: str) -> tuple[Any, type[Exception]]:
    """A client, and what it raises; services without a cache needn't load the library (6 MB)."""
    import redis.asyncio
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff

    # This pool waits when all its connections are used; the plain one raises.
    pool = redis.asyncio.BlockingConnectionPool.from_url(
        url,
        max_connections=64,
        timeout=_PATIENCE.total_seconds(),
        socket_timeout=_PATIENCE.total_seconds(),
        socket_connect_timeout=_PATIENCE.total_seconds(),
        retry=Retry(NoBackoff(), 0),
    )
    return redis.asyncio.Redis.from_pool(pool), redis.exceptions.RedisError


_BUCKET = """
local rate, burst, wanted = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local now = redis.call('TIME')
local at = now[1] * 1000 + math.floor(now[2] / 1000)
local bucket = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = tonumber(bucket[1]) or burst
tokens = math.min(burst, tokens + math.max(0, at - (tonumber(bucket[2]) or at)) * rate / 1000)
if wanted < 0 then tokens = math.min(burst, tokens - wanted) end
local had = math.max(0, math.min(wanted, math.floor(tokens)))
tokens = tokens - had
local wait = 0
if wanted > 0 and had == 0 then wait = math.ceil((1 - tokens) * 1000 / rate) end
redis.call('HSET', KEYS[1], 'tokens', tostring(tokens), 'at', at)
redis.call('PEXPIRE', KEYS[1], math.ceil(burst * 1000 / rate) + 1000)
return {had, wait}
"""
"""A token bucket by the server's own clock: as many tokens as are wanted and there (a negative number gives back).

It answers how many were had, and the milliseconds to wait if none was.
"""


@dataclass
class _Bucket:
    tokens: float
    at: float


class RateLimiter:
    """So many a second an account, over all replicas; without the cache each replica limits by itself."""

    def __init__(self, cache: Cache, clock: Clock, name: str, *, rate: float, burst: int, at_once: int = 1) -> None:
        """
        :param name: what is limited; part of the keys.
        :param rate: tokens a second.
        :param burst: tokens that gather when nothing is asked.
        :param at_once: tokens fetched from the cache at a time, where asking it costs more than what is limited. What
            is left of them stays good here, so a replica may let somebody go on so much longer after a rest.
        """
        self._cache = cache
        self._clock = clock
        self._name = name
        self._rate = rate
        self._burst = burst
        self._at_once = at_once
        self._fetched: OrderedDict[str, int] = OrderedDict()
        self._local: OrderedDict[str, _Bucket] = OrderedDict()

    async def take(self, who: str) -> timedelta | None:
        """None if `who` may go on, else how long to wait before trying again."""
        fetched = self._fetched.pop(who, 0)
        if fetched:
            self._keep(who, fetched - 1)
            return None
        answer = await self._ask(who, self._at_once)
        if answer is None:
            wait_ms = self._take_locally(who, 1)
        else:
            had, wait_ms = answer
            self._keep(who, self._fetched.pop(who, 0) + max(had - 1, 0))
        return timedelta(milliseconds=wait_ms) if wait_ms else None

    async def give_back(self, who: str) -> None:
        """What was taken shall not count; never more than `burst` gather."""
        if await self._ask(who, -1) is None:
            self._take_locally(who, -1)

    async def _ask(self, who: str, wanted: int) -> tuple[int, int] | None:
        """How many tokens were had, and the milliseconds to wait if none; None if the cache is away."""
        answer = await self._cache.run_script(
            _BUCKET, [f"limit:{self._name}:{who}"], [str(self._rate), str(self._burst), str(wanted)]
        )
        return None if answer is None else (int(answer[0]), int(answer[1]))

    def _keep(self, who: str, fetched: int) -> None:
        if fetched:
            self._fetched[who] = fetched
        if len(self._fetched) > _LOCAL_BUCKETS:
            self._fetched.popitem(last=False)

    def _take_locally(self, who: str, cost: int) -> int:
        now = self._clock.monotonic()
        bucket = self._local.pop(who, None) or _Bucket(self._burst, now)
        bucket.tokens = min(self._burst, bucket.tokens + (now - bucket.at) * self._rate)
        bucket.at = now
        self._local[who] = bucket
        if len(self._local) > _LOCAL_BUCKETS:
            self._local.popitem(last=False)  # the longest unused, most likely full again
        if bucket.tokens >= cost:
            bucket.tokens = min(self._burst, bucket.tokens - cost)
            return 0
        return max(1, int((cost - bucket.tokens) * 1000 / self._rate) + 1)
