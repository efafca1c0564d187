"""The whole platform as `make run` starts it, on fresh data, with every part."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from warboard.servers import free_port

ROOT = Path(__file__).resolve().parents[2]
READY_S = 60


@pytest.fixture(scope="session")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Its address."""
    data = tmp_path_factory.mktemp("var")
    port = free_port()
    command = [sys.executable, "-m", "warboard", "up", "--data", str(data), "--port", str(port)]
    log = (data.parent / "up.log").open("wb")
    process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT)
    try:
        for _ in range(READY_S * 10):
            if b"Warboard is ready" in Path(log.name).read_bytes():
                break
            assert process.poll() is None, Path(log.name).read_text()
            time.sleep(0.1)
        else:
            raise AssertionError(Path(log.name).read_text())
        assert json.loads((data / "up.json").read_text())["parts"]
        yield f"http://127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(40)
        log.close()
