"""What the chassis's own contract tests share."""

from collections.abc import AsyncIterator

import pytest

from chassis.bus import Bus
from chassis.metrics import Metrics
from chassis.tasks import Background
from chassis.timekeeping import SystemClock


@pytest.fixture
async def background() -> AsyncIterator[Background]:
    tasks = Background()
    yield tasks
    await tasks.stop()


@pytest.fixture
def metrics() -> Metrics:
    return Metrics("test")


@pytest.fixture
async def bus(nats_url: str, metrics: Metrics, background: Background) -> AsyncIterator[Bus]:
    made = await Bus.connect(nats_url, name="test", clock=SystemClock(), metrics=metrics, background=background)
    yield made
    await made.close()
