"""gRPC between two ends in one process, over a real socket."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from typing import Any

import grpc
import grpc.aio
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from chassis import rpc
from chassis.logs import trace_id, with_trace
from chassis.metrics import Metrics
from chassis.problems import Kind, Problem, Unavailable
from chassis.timekeeping import SystemClock
from warboard.servers import free_port

SECOND = timedelta(seconds=1)
CLOCK = SystemClock()
Answer = Callable[[bytes, Any], Awaitable[bytes]]


def echo_service(answer: Answer) -> rpc.RpcService:
    def add(servicer: Any, server: Any) -> None:
        handler = grpc.unary_unary_rpc_method_handler(servicer)
        server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler("test.Echo", {"Say": handler})])

    return rpc.RpcService("test.Echo", add, answer)


def say(channel: Any) -> Any:
    return channel.unary_unary("/test.Echo/Say")


class Ends:
    def __init__(self) -> None:
        self.metrics = Metrics("test")
        self.servers: list[rpc.RpcServer] = []
        self.channels: list[Any] = []

    async def serve(self, answer: Answer, port: int = 0) -> int:
        server = await rpc.serve([echo_service(answer)], f"127.0.0.1:{port}", clock=CLOCK, metrics=self.metrics)
        await server.set_ready(True)
        self.servers.append(server)
        return server.port

    def channel(self, port: int) -> Any:
        self.channels.append(rpc.channel(f"127.0.0.1:{port}"))
        return self.channels[-1]

    async def close(self) -> None:
        for channel in self.channels:
            await channel.close(None)
        for server in self.servers:
            await server.stop(timedelta())


@pytest.fixture
async def ends() -> AsyncIterator[Ends]:
    made = Ends()
    yield made
    await made.close()


async def test_a_call_carries_the_trace(ends: Ends) -> None:
    async def echo(request: bytes, _: Any) -> bytes:
        return request + trace_id().encode()

    port = await ends.serve(echo)
    with with_trace("t1"):
        assert await rpc.call(say(ends.channel(port)), b"trace ", clock=CLOCK) == b"trace t1"
    assert b'warboard_rpc_seconds_count{method="Say",status="OK"} 1.0' in ends.metrics.expose()


async def test_a_problem_comes_through_whole(ends: Ends) -> None:
    problem = Problem("seat_taken", Kind.NOT_NOW, "Jemand sitzt dort. یک نفر نشسته.", detail={"seat": 3}, rule="5.1")

    async def refuse(_: bytes, __: Any) -> bytes:
        raise problem

    port = await ends.serve(refuse)
    with pytest.raises(Problem) as caught:
        await rpc.call(say(ends.channel(port)), b"", clock=CLOCK)
    assert caught.value.to_json() == problem.to_json()
    assert b'warboard_rpc_seconds_count{method="Say",status="FAILED_PRECONDITION"} 1.0' in ends.metrics.expose()


async def test_a_database_that_is_away_is_told_as_unavailable(ends: Ends) -> None:
    """So the caller asks again, here until the third call finds it back."""
    calls = 0

    async def recovering(_: bytes, __: Any) -> bytes:
        nonlocal calls
        calls += 1
        if calls < 3:
            raise ConnectionRefusedError
        return b"back"

    assert await rpc.call(say(ends.channel(await ends.serve(recovering))), b"", clock=CLOCK) == b"back"
    assert calls == 3


async def test_a_bug_is_told_as_internal_without_its_text(ends: Ends) -> None:
    async def broken(_: bytes, __: Any) -> bytes:
        raise ValueError("secret")

    port = await ends.serve(broken)
    with pytest.raises(Problem) as caught:
        await rpc.call(say(ends.channel(port)), b"", clock=CLOCK)
    assert caught.value.kind is Kind.INTERNAL
    assert "secret" not in caught.value.sentence


async def test_an_answer_larger_than_clients_take_is_told_as_internal(ends: Ends) -> None:
    """Not as a limit of the caller's; one as large as they take comes through."""
    most = 4 * 1024 * 1024

    async def large(request: bytes, _: Any) -> bytes:
        return b"x" * int(request)

    channel = ends.channel(await ends.serve(large))
    with pytest.raises(Problem) as caught:
        await rpc.call(say(channel), str(most + 1).encode(), clock=CLOCK)
    assert caught.value.kind is Kind.INTERNAL
    assert b'warboard_rpc_seconds_count{method="Say",status="INTERNAL"} 1.0' in ends.metrics.expose()
    assert len(await rpc.call(say(channel), str(most).encode(), clock=CLOCK)) == most


async def test_a_slow_call_ends_at_its_deadline_on_both_sides(ends: Ends) -> None:
    ended = asyncio.Event()

    async def slow(_: bytes, __: Any) -> bytes:
        try:
            await asyncio.sleep(30)
        finally:
            ended.set()
        return b""

    port = await ends.serve(slow)
    started = time.monotonic()
    with pytest.raises(Unavailable):
        await rpc.call(say(ends.channel(port)), b"", clock=CLOCK, within=SECOND / 5)
    assert time.monotonic() - started < 1
    await asyncio.wait_for(ended.wait(), 1)


async def test_a_call_waits_for_a_server_that_starts_late(ends: Ends) -> None:
    """Pitfall 44: the first call after a restart is late, not an error."""

    async def echo(request: bytes, _: Any) -> bytes:
        return request

    port = free_port()
    calling = asyncio.gather(rpc.call(say(ends.channel(port)), b"hello", clock=CLOCK))
    await asyncio.sleep(0.3)
    await ends.serve(echo, port)
    assert await calling == [b"hello"]


async def test_an_idempotent_call_survives_the_restart_of_the_server(ends: Ends) -> None:
    began = asyncio.Event()

    async def stuck(_: bytes, __: Any) -> bytes:
        began.set()
        await asyncio.sleep(30)
        return b""

    async def echo(request: bytes, _: Any) -> bytes:
        return request

    port = await ends.serve(stuck)
    calling = asyncio.gather(rpc.call(say(ends.channel(port)), b"hello", clock=CLOCK))
    await began.wait()
    await ends.servers.pop().stop(timedelta())
    await ends.serve(echo, port)
    assert await calling == [b"hello"]


async def test_a_call_that_may_not_be_repeated_is_not(ends: Ends) -> None:
    tries = []

    async def away(_: bytes, __: Any) -> bytes:
        tries.append(1)
        raise Unavailable

    port = await ends.serve(away)
    with pytest.raises(Unavailable):
        await rpc.call(say(ends.channel(port)), b"", clock=CLOCK, idempotent=False)
    assert len(tries) == 1
    with pytest.raises(Unavailable):
        await rpc.call(say(ends.channel(port)), b"", clock=CLOCK, within=SECOND / 2)
    assert len(tries) > 2


async def test_nobody_there_is_unavailable_when_the_time_is_over(ends: Ends) -> None:
    with pytest.raises(Unavailable):
        await rpc.call(say(ends.channel(free_port())), b"", clock=CLOCK, within=SECOND / 5)


async def test_two_servers_can_not_share_a_port(ends: Ends) -> None:
    async def echo(request: bytes, _: Any) -> bytes:
        return request

    port = await ends.serve(echo)
    with pytest.raises(OSError, match="can't listen"):
        await ends.serve(echo, port)


async def test_health_says_whether_the_service_takes_work(ends: Ends) -> None:
    async def echo(request: bytes, _: Any) -> bytes:
        return request

    stub = health_pb2_grpc.HealthStub(ends.channel(await ends.serve(echo)))
    asked = health_pb2.HealthCheckRequest(service="test.Echo")
    assert (await rpc.call(stub.Check, asked, clock=CLOCK)).status == health_pb2.HealthCheckResponse.SERVING
    await ends.servers[0].set_ready(False)
    assert (await rpc.call(stub.Check, asked, clock=CLOCK)).status == health_pb2.HealthCheckResponse.NOT_SERVING
