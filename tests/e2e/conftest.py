"""The whole platform as `make run` starts it, on fresh data, with every part."""

from collections.abc import Iterator

import pytest

from tests.running_platform import running_platform


@pytest.fixture(scope="session")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Its address."""
    with running_platform(tmp_path_factory.mktemp("e2e") / "var") as platform:
        yield platform.url
