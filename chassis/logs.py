"""Structured logs: one JSON object a line (or coloured text for a person), each with service, replica and trace.

Log ids and codes; never a name, an address, free text, a token or the body of a message.
"""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TextIO

import structlog
from structlog.typing import EventDict, Processor

_TRACE: ContextVar[str] = ContextVar("warboard_trace", default="")

Logger = structlog.typing.FilteringBoundLogger


def trace_id() -> str:
    """The trace id of what is being done now, or "" outside of any request."""
    return _TRACE.get()


@contextmanager
def with_trace(trace: str) -> Iterator[None]:
    """Do what is inside under this trace id; tasks started inside inherit it."""
    token = _TRACE.set(trace)
    try:
        yield
    finally:
        _TRACE.reset(token)


def logger(name: str) -> Logger:
    """A logger whose lines say which module wrote them; safe to make at import time."""
    made: Logger = structlog.get_logger(module=name)
    return made


def configure(
    service: str, replica: str, *, form: str = "json", level: str = "info", out: TextIO | None = None
) -> None:
    """Send all logs of this process, also those of libraries, to `out` (standard output) in one form.

    :param form: `json` or `console`.
    :param level: the least level shown: debug, info, warning or error.
    """

    def add_context(_logger: Any, _method: str, event: EventDict) -> EventDict:
        event["service"], event["replica"] = service, replica
        if trace := _TRACE.get():
            event["trace"] = trace
        return event

    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
        add_context,
    ]
    # Plain tracebacks: the richer ones print local variables, and with them passwords and people's texts.
    render: list[Processor] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
        if form == "json"
        else [
            structlog.dev.ConsoleRenderer(
                colors=(out or sys.stdout).isatty(), exception_formatter=structlog.dev.plain_traceback
            )
        ]
    )
    threshold = logging.getLevelNamesMapping()[level.upper()]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(threshold),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(out or sys.stdout)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *render],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(threshold)
    # Libraries that write a line for every request or statement.
    for noisy in ("sqlalchemy.engine", "aiosqlite", "alembic", "nats", "asyncio"):
        logging.getLogger(noisy).setLevel(max(threshold, logging.WARNING))
