"""Start-up: from `warboard up` on an empty folder, and on a used one, to the first page served."""

import time
import urllib.request
from pathlib import Path

from bench.figures import Figure
from bench.floors import Floors
from tests.running_platform import running_platform

SERVES_S = 8
_ROUNDS = 3


def measure(folder: Path, _: Floors) -> list[Figure]:
    """The median of a few starts; each first one makes the databases."""
    first, again = list[float](), list[float]()
    for number in range(_ROUNDS):
        for spent in (first, again):
            began = time.perf_counter()
            with running_platform(folder / f"startup-{number}") as platform:
                for path in ("/api/v1/rulesets", "/"):
                    urllib.request.urlopen(platform.url + path, timeout=5).read()
                spent.append(time.perf_counter() - began)
    return [
        Figure(name="start-up, empty folder, to the first page", unit="s", value=_median(first), target=SERVES_S),
        Figure(name="start-up, used folder, to the first page", unit="s", value=_median(again), target=SERVES_S),
    ]


def _median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]
