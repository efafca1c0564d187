"""The whole platform as `make run` starts it, on fresh data, with every part."""

from collections.abc import Iterator

import pytest

from tests.running_platform import Platform, running_platform


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    """What runs, and where its data are."""
    with running_platform(tmp_path_factory.mktemp("e2e") / "var") as platform:
        yield platform


@pytest.fixture(scope="session")
def platform(running: Platform) -> str:
    """Its address."""
    return running.url
