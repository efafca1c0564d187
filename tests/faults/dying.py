"""The engine or chessgate, wired as always but for its publisher: that kills the process between commit and publish.

A way in for tests only: nothing of this can be reached from the parts themselves.
"""

import os
import signal
import sys
from collections.abc import Iterable
from typing import Any

from chassis.outbox import OutboxRow
from chassis.service import Service, run
from chassis.settings import load
from services.chessgate import __main__ as chessgate
from services.chessgate.settings import ChessgateSettings
from services.engine import __main__ as engine
from services.engine.settings import EngineSettings

PARTS: dict[str, Any] = {"engine": (engine, EngineSettings), "chessgate": (chessgate, ChessgateSettings)}


def doom(service: Service, left: int) -> None:
    """Kill this process when the publisher is given the messages of the `left`-th commit from now."""
    publish = service.outbox.publish_soon

    def publish_or_die(rows: Iterable[OutboxRow]) -> None:
        nonlocal left
        given = list(rows)
        left -= bool(given)
        if left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)
        publish(given)

    service.outbox.publish_soon = publish_or_die  # type: ignore[method-assign]


def main() -> int:
    module, kind = PARTS[os.environ["TEST_PART"]]
    settings = load(kind, os.environ)

    async def build(service: Service) -> None:
        doom(service, int(os.environ["TEST_DIES_AT"]))
        await module.build(service, settings)

    return run(os.environ["TEST_PART"], settings, build, migrations=module.MIGRATIONS)


if __name__ == "__main__":
    sys.exit(main())
