"""The fixtures that all tests may use."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from chassis import logs

pytest_plugins = ["tests.servers", "tests.fake_engine", "tests.lichess.server"]


@pytest.fixture(scope="session", autouse=True)
def quiet_logs() -> Iterator[None]:
    """Lines go to pytest's own capture, which shows them when a test fails."""
    with Path(os.devnull).open("w") as nowhere:
        logs.configure("test", "r1", out=nowhere)
        yield
