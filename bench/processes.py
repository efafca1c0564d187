"""What the parts of a running platform take: processor time and memory, from `/proc`."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.figures import Figure
from tests.running_platform import Platform

_TICK_S = 1 / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Memory:
    """Of one process, in MB of 10^6 bytes."""

    pss: float
    """Its own pages, and its share of those it shares."""
    rss: float


def parts(platform: Platform) -> dict[str, int]:
    """Process ids by part; the supervisor is `up`, and chess engines are `engine-1` and so on."""
    state = platform.state()
    found = {name: int(part["pid"]) for name, part in state["parts"].items() if part["pid"]}
    named = {*found.values(), int(state["pid"])}
    others = [pid for pid in _tree(int(state["pid"])) if pid not in named]
    return {"up": int(state["pid"]), **found, **{f"engine-{n}": pid for n, pid in enumerate(others, 1)}}


def _tree(pid: int) -> Iterator[int]:
    yield pid
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in task.read_text().split():
            yield from _tree(int(child))


def processor_s(pid: int) -> float:
    """Processor time it has used, user and system."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * _TICK_S


def memory(pid: int) -> Memory:
    """What it takes now."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    sizes = {name: int(kb) * 1024 / 1e6 for name, kb in re.findall(r"^(Pss|Rss):\s+(\d+) kB", text, re.MULTILINE)}
    return Memory(pss=sizes["Pss"], rss=sizes["Rss"])


class ProcessorTime:
    """Processor time of all parts since it was made."""

    def __init__(self, platform: Platform) -> None:
        self._pids = parts(platform)
        self._before = {name: processor_s(pid) for name, pid in self._pids.items()}

    def figure(self, name: str, acts: int) -> Figure:
        """Milliseconds an act, by part in the note; unlike a latency, it bears what else the machine does."""
        spent = {part: (processor_s(pid) - self._before[part]) * 1e3 / acts for part, pid in self._pids.items()}
        note = ", ".join(f"{part} {ms:.2f}" for part, ms in spent.items() if ms >= 0.01)
        return Figure(name=name, unit="ms", value=sum(spent.values()), note=note)
