"""The whole platform as `make run` starts it, as a process of its own on data of its own."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from warboard.servers import free_port

ROOT = Path(__file__).resolve().parents[1]
READY_S = 60


@dataclass(frozen=True)
class Platform:
    """What runs."""

    url: str
    data: Path
    ready_after_s: float

    def state(self) -> dict[str, Any]:
        """Pids and ports of the parts as `warboard up` notes them."""
        state: dict[str, Any] = json.loads((self.data / "up.json").read_text())
        return state


@contextmanager
def running_platform(data: Path, environ: Mapping[str, str] | None = None, *more: str) -> Iterator[Platform]:
    """Start `warboard up` on a folder, wait until it is ready, and stop it at the end.

    :param more: further words of the command line.
    """
    port = free_port()
    command = [sys.executable, "-m", "warboard", "up", "--data", str(data), "--port", str(port), "--base-port", "0"]
    log = data.parent / f"{data.name}.log"
    began = time.monotonic()
    with log.open("wb") as out:
        process = subprocess.Popen(
            [*command, *more], cwd=ROOT, env={**os.environ, **(environ or {})}, stdout=out, stderr=subprocess.STDOUT
        )
    try:
        while b"Warboard is ready" not in log.read_bytes():
            assert process.poll() is None, log.read_text()
            assert time.monotonic() - began < READY_S, log.read_text()
            time.sleep(0.02)
        yield Platform(f"http://127.0.0.1:{port}", data, time.monotonic() - began)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(40)
