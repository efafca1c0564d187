"""gRPC, both sides: every call has a deadline, carries the trace, and tells a `Problem` as one."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, NoReturn

import grpc
import grpc.aio
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1.health import aio as health_aio
from grpc_reflection.v1alpha import reflection

from chassis.ids import new_trace
from chassis.logs import logger, trace_id, with_trace
from chassis.metrics import Metrics
from chassis.problems import GRPC_STATUS, Kind, Problem, Unavailable, internal
from chassis.timekeeping import Clock

_LOG = logger(__name__)

CALL = timedelta(seconds=5)
_LONGEST = timedelta(seconds=30)
_TRACE = "trace"
_PROBLEM = "problem-bin"
_PROBLEM_BYTES = 2_048
_SENTENCE = 300
_LARGEST = 4 * 1024 * 1024
"""Bytes of an answer: gRPC's clients take no more, and would call it `too_many`."""
_CONNECTION_AGE = timedelta(seconds=120)
_FIRST_PAUSE = timedelta(milliseconds=50)
_LONGEST_PAUSE = timedelta(milliseconds=800)
_KINDS = {name: kind for kind, name in GRPC_STATUS.items()}


@dataclass(frozen=True)
class RpcService:
    """A servicer and how it is added: `RpcService("warboard.lobby.v1.Lobby", add_LobbyServicer_to_server, lobby)`."""

    name: str
    add: Callable[[Any, Any], None]
    servicer: object


class RpcServer:
    """A running server; made by `serve`."""

    def __init__(self, server: Any, health: Any, port: int, names: Sequence[str]) -> None:
        self._server = server
        self._health = health
        self._names = ("", *names)
        self.port = port

    async def set_ready(self, ready: bool) -> None:
        """What the health service answers from now on."""
        status = health_pb2.HealthCheckResponse.SERVING if ready else health_pb2.HealthCheckResponse.NOT_SERVING
        for name in self._names:
            await self._health.set(name, status)

    async def stop(self, grace: timedelta) -> None:
        """Take no more calls, and let those under way finish within `grace`."""
        await self._server.stop(grace.total_seconds())


async def serve(
    services: Sequence[RpcService], address: str, *, clock: Clock, metrics: Metrics, most_calls: int = 512
) -> RpcServer:
    """Serve with health and reflection; a handler raises `Problem` to refuse, anything else is a bug.

    :param address: host:port; port 0 takes a free one (`RpcServer.port` tells it).
    :param most_calls: calls at a time; further ones are refused as too many.
    :raises OSError: if the address is taken.
    """
    server = grpc.aio.server(
        interceptors=[_Interceptor(clock, metrics)],
        maximum_concurrent_rpcs=most_calls,
        options=[
            ("grpc.so_reuseport", 0),  # else two processes share a port unnoticed
            ("grpc.max_connection_age_ms", _ms(_CONNECTION_AGE)),  # so that clients find new replicas
            ("grpc.max_connection_age_grace_ms", _ms(_LONGEST)),
            ("grpc.http2.min_ping_interval_without_data_ms", 5_000),  # else our own keep-alives are refused
            ("grpc.keepalive_permit_without_calls", 1),
        ],
    )
    health = health_aio.HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(health, server)
    for service in services:
        service.add(service.servicer, server)
    names = [service.name for service in services]
    reflection.enable_server_reflection((*names, "grpc.health.v1.Health", reflection.SERVICE_NAME), server)
    try:
        port = server.add_insecure_port(address)
    except RuntimeError as error:
        raise OSError(f"gRPC can't listen on {address}") from error
    await server.start()
    return RpcServer(server, health, port, names)


def channel(address: str) -> Any:
    """A channel to all replicas behind `address`, in turn; close it at the end.

    :param address: host:port, where the host may be a name of several; or several of numbers, by commas, where no name
        server knows the replicas.
    """
    return grpc.aio.insecure_channel(
        f"ipv4:{address}" if "," in address else f"dns:///{address}",
        options=[
            ("grpc.lb_policy_name", "round_robin"),
            ("grpc.enable_retries", 0),  # `call` does it, within the caller's time
            ("grpc.keepalive_time_ms", 10_000),
            ("grpc.keepalive_timeout_ms", 5_000),
            ("grpc.keepalive_permit_without_calls", 1),
            ("grpc.http2.max_pings_without_data", 0),
            ("grpc.initial_reconnect_backoff_ms", 100),
            ("grpc.min_reconnect_backoff_ms", 100),
            ("grpc.max_reconnect_backoff_ms", 1_000),
        ],
    )


async def call(
    method: Callable[..., Awaitable[Any]],
    request: Any,
    *,
    clock: Clock,
    within: timedelta = CALL,
    idempotent: bool = True,
) -> Any:
    """Call `method` of a stub; it waits for a connection, and has `within` in all.

    :param idempotent: with True, a call that a replica broke off is made again on another; the request must then be
        harmless to repeat.
    :raises Problem: what the other side raised; `Unavailable` when the time is over or nobody is there.
    """
    end = clock.monotonic() + within.total_seconds()
    pause = _FIRST_PAUSE
    metadata = ((_TRACE, trace_id() or new_trace()),)
    while True:
        left = max(0.001, end - clock.monotonic())
        try:
            return await method(request, timeout=left, metadata=metadata, wait_for_ready=True)
        except grpc.aio.AioRpcError as error:
            problem = _problem_of(error)
            again = idempotent and error.code() is grpc.StatusCode.UNAVAILABLE
            if not again or end - clock.monotonic() <= pause.total_seconds():
                raise problem from error
        await clock.sleep(pause)
        pause = min(2 * pause, _LONGEST_PAUSE)


def _problem_of(error: Any) -> Problem:
    for key, value in error.trailing_metadata() or ():
        if key == _PROBLEM:
            return Problem.from_json(value)
    if error.code() is grpc.StatusCode.DEADLINE_EXCEEDED:
        return Unavailable()
    kind = _KINDS.get(error.code().name, Kind.INTERNAL)
    if kind is Kind.UNAVAILABLE:
        return Unavailable()
    return internal() if kind is Kind.INTERNAL else Problem(kind.value, kind, "The request was refused.")


class _TooLarge(Exception):  # noqa: N818 - says what is the case
    """An answer that no client would take."""


class _Interceptor(grpc.aio.ServerInterceptor):  # type: ignore[misc, name-defined, unused-ignore]
    """Around each unary call: trace, deadline, metrics, and problems as statuses."""

    def __init__(self, clock: Clock, metrics: Metrics) -> None:
        self._clock = clock
        self._seconds = metrics.histogram("rpc_seconds", "Time of a gRPC call served", ["method", "status"])

    async def intercept_service(self, continuation: Any, details: Any) -> Any:
        handler = await continuation(details)
        if handler is None or not handler.unary_unary:
            return handler
        metadata = dict(details.invocation_metadata or ())
        trace = str(metadata.get(_TRACE, "")) or new_trace()
        method = details.method.rpartition("/")[2]

        async def run(request: Any, context: Any) -> Any:
            started = self._clock.monotonic()
            status = "OK"
            with with_trace(trace):
                try:
                    answer = await self._limited(handler.unary_unary, request, context)
                    packed: bytes = (
                        answer if handler.response_serializer is None else handler.response_serializer(answer)
                    )
                    if len(packed) > _LARGEST:
                        raise _TooLarge(f"an answer of {len(packed)} bytes")
                    return packed
                except Problem as problem:
                    status = GRPC_STATUS[problem.kind]
                    await _refuse(context, problem)
                except TimeoutError:
                    status = "UNAVAILABLE"
                    await _refuse(context, Unavailable())
                except grpc.aio.AbortError:
                    raise
                except Exception as error:  # noqa: BLE001 - the caller learns whether to ask again, the log why
                    if _is_away(error):
                        _LOG.warning("a call found the database away", method=method, error=type(error).__name__)
                        status = "UNAVAILABLE"
                        await _refuse(context, Unavailable())
                    _LOG.exception("a call failed", method=method)
                    status = "INTERNAL"
                    await _refuse(context, internal())
                finally:
                    self._seconds.labels(method, status).observe(self._clock.monotonic() - started)

        return grpc.unary_unary_rpc_method_handler(run, handler.request_deserializer)

    @staticmethod
    async def _limited(behaviour: Any, request: Any, context: Any) -> Any:
        left = context.time_remaining()
        longest = _LONGEST.total_seconds() if left is not None else CALL.total_seconds()
        async with asyncio.timeout(min(left if left is not None else longest, longest)):
            return await behaviour(request, context)


def _is_away(error: Exception) -> bool:
    from chassis.database import is_away  # only where a call fails: a part without a database never loads its driver

    return is_away(error)


async def _refuse(context: Any, problem: Problem) -> NoReturn:
    told = bounded(problem)
    await context.abort(grpc.StatusCode[GRPC_STATUS[told.kind]], told.sentence, ((_PROBLEM, told.to_json()),))
    raise AssertionError("abort always raises")


def bounded(problem: Problem) -> Problem:
    """The problem as it fits into a call's trailing metadata; a longer one would reach nobody."""
    if len(problem.to_json()) <= _PROBLEM_BYTES:
        return problem
    return Problem(problem.code, problem.kind, problem.sentence[:_SENTENCE], rule=problem.rule)


def _ms(duration: timedelta) -> int:
    return int(duration / timedelta(milliseconds=1))
