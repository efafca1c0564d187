"""The cache and the limits, with a real Valkey and without it."""

import asyncio
import time
from datetime import timedelta
from pathlib import Path

import pytest

from chassis.cache import Cache, RateLimiter
from chassis.ids import new_id
from chassis.metrics import Metrics
from chassis.timekeeping import FakeClock, SystemClock
from tests.servers import start_valkey

MINUTE = timedelta(minutes=1)


async def test_what_is_put_is_there_until_it_is_dropped_or_old(redis_url: str, metrics: Metrics) -> None:
    cache = Cache(redis_url, SystemClock(), metrics)
    key = new_id()
    assert await cache.get(key) is None
    await cache.put(key, b"value", MINUTE)
    assert await cache.get(key) == b"value"
    await cache.drop(key)
    assert await cache.get(key) is None
    await cache.put(key, b"value", timedelta(milliseconds=30))
    await asyncio.sleep(0.06)
    assert await cache.get(key) is None
    await cache.close()


async def test_a_cache_that_is_away_costs_no_error_and_no_time(tmp_path: Path, metrics: Metrics) -> None:
    server = await asyncio.to_thread(start_valkey, tmp_path)
    cache = Cache(server.url, SystemClock(), metrics)
    await cache.put("k", b"value", MINUTE)
    server.kill()
    started = time.monotonic()
    for _ in range(100):
        assert await cache.get("k") is None
    assert time.monotonic() - started < 1
    await asyncio.to_thread(server.start)
    await asyncio.sleep(1.1)
    await cache.put("k", b"again", MINUTE)
    assert await cache.get("k") == b"again"
    await cache.close()
    server.stop()


async def test_no_cache_at_all_is_a_miss(metrics: Metrics) -> None:
    cache = Cache(None, SystemClock(), metrics)
    await cache.put("k", b"value", MINUTE)
    assert await cache.get("k") is None
    await cache.close()


async def test_the_limit_holds_over_two_replicas(redis_url: str, metrics: Metrics) -> None:
    clock = SystemClock()
    caches = [Cache(redis_url, clock, metrics) for _ in range(2)]
    limiters = [RateLimiter(cache, clock, "commands", rate=1, burst=10) for cache in caches]
    who = new_id()
    waits = [await limiters[n % 2].take(who) for n in range(14)]
    assert waits[:10] == [None] * 10
    assert all(wait is not None and timedelta() < wait <= timedelta(seconds=1) for wait in waits[11:])
    assert await limiters[0].take(new_id()) is None
    for cache in caches:
        await cache.close()


async def test_tokens_fetched_together_are_spent_without_asking(tmp_path: Path, metrics: Metrics) -> None:
    """They count against the limit all the same, over all replicas."""
    server = await asyncio.to_thread(start_valkey, tmp_path)
    clock = SystemClock()
    cache = Cache(server.url, clock, metrics)
    mine, other = (RateLimiter(cache, clock, "commands", rate=0.001, burst=10, at_once=4) for _ in range(2))
    assert await mine.take("ann") is None
    assert [await other.take("ann") is None for _ in range(8)] == [True] * 6 + [False] * 2
    server.kill()
    assert [await mine.take("ann") is None for _ in range(3)] == [True] * 3
    await cache.close()
    server.stop()


async def test_tokens_come_back_with_time(redis_url: str, metrics: Metrics) -> None:
    clock = SystemClock()
    cache = Cache(redis_url, clock, metrics)
    limiter = RateLimiter(cache, clock, "commands", rate=50, burst=1)
    who = new_id()
    assert await limiter.take(who) is None
    assert await limiter.take(who) is not None
    await asyncio.sleep(0.03)
    assert await limiter.take(who) is None
    await cache.close()


async def test_without_the_cache_a_replica_limits_by_itself(metrics: Metrics) -> None:
    clock = FakeClock()
    limiter = RateLimiter(Cache(None, clock, metrics), clock, "commands", rate=20, burst=20)
    assert [await limiter.take("a") for _ in range(20)] == [None] * 20
    wait = await limiter.take("a")
    assert wait is not None
    assert await limiter.take("b") is None
    await clock.advance(wait)
    assert await limiter.take("a") is None


@pytest.mark.parametrize("cached", [True, False])
async def test_what_is_given_back_was_never_taken(redis_url: str, metrics: Metrics, cached: bool) -> None:
    """But no more gathers than the burst."""
    clock = SystemClock()
    cache = Cache(redis_url if cached else None, clock, metrics)
    limiter, who = RateLimiter(cache, clock, "commands", rate=0.001, burst=2), new_id()
    for _ in range(5):
        assert await limiter.take(who) is None
        await limiter.give_back(who)
    await limiter.give_back(who)
    assert [await limiter.take(who) is None for _ in range(3)] == [True, True, False]
    await cache.close()
