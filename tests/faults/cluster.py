"""The platform's parts as processes that a test kills and starts again one by one; everything is on loopback."""

import http.client
import json
import os
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from warboard.plan import FOREIGN, PARTS, Task, kept_secrets, make_plan
from warboard.servers import free_port

ROOT = Path(__file__).resolve().parents[2]
READY_S = 30.0
SHOWN_LINES = 40
"""Lines of each log that a failed test shows."""
RULESETS = "tests.tally:TALLY,tests.faults.duel:DUEL,tests.faults.quick_kingdoms:QUICK"


class Cluster:
    """A broker, a cache and any number of replicas of each part: `engine`, `engine-2` and so on."""

    def __init__(self, directory: Path, tasks: tuple[Task, ...]) -> None:
        """
        :param directory: for data and logs; the logs stay there.
        """
        self.directory = directory
        self.tasks = {task.name: task for task in tasks}
        self._processes: dict[str, subprocess.Popen[bytes]] = {}

    @property
    def gateways(self) -> list[str]:
        """Addresses of all gateways."""
        return [f"http://{task.environ['WARBOARD_BIND']}" for task in self.replicas("gateway")]

    @property
    def engine_database(self) -> str:
        """URL of the engine's database."""
        return self.tasks["engine"].environ["WARBOARD_DATABASE_URL"]

    def databases(self) -> dict[str, str]:
        """URL of each part's database."""
        return {
            name: task.environ["WARBOARD_DATABASE_URL"]
            for name, task in self.tasks.items()
            if name in PARTS and name != "gateway"
        }

    @property
    def data(self) -> Path:
        """The data folder."""
        return self.directory / "data"

    def note(self) -> None:
        """Write `up.json`, so that the command line finds the parts in `data`."""
        ports = {name: {"grpc_port": task.grpc_port} for name, task in self.tasks.items() if name in PARTS}
        (self.data / "up.json").write_text(json.dumps({"parts": ports}))

    def replicas(self, part: str) -> list[Task]:
        """The tasks of a part."""
        return [task for name, task in self.tasks.items() if name.partition("-")[0] == part]

    def pid(self, name: str) -> int:
        """The process of a task that runs."""
        return self._processes[name].pid

    def is_running(self, name: str) -> bool:
        """Whether its process lives."""
        process = self._processes.get(name)
        return process is not None and process.poll() is None

    def launch(self, name: str, module: str = "", **environ: str) -> None:
        """Start a process without waiting for it.

        :param module: what to run instead of the part's own.
        :param environ: variables that differ from the plan's this time.
        """
        task = self.tasks[name]
        command = (*task.command[:-1], module) if module else task.command
        with self.log(name).open("ab") as out:
            self._processes[name] = subprocess.Popen(
                command,
                env={**task.environ, **environ},
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def start(self, *names: str) -> None:
        """Start processes side by side and wait until all of them take work."""
        for name in names:
            self.launch(name)
        for name in names:
            self.wait_ready(name)

    def wait_ready(self, name: str) -> None:
        """Wait until a process takes work."""
        end = time.monotonic() + READY_S
        while not self.ready(name):
            assert self.is_running(name), f"{name} ended:\n{self.tail(name)}"
            assert time.monotonic() < end, f"{name} isn't ready:\n{self.tail(name)}"
            time.sleep(0.03)

    def ready(self, name: str) -> bool:
        """Whether a process takes work now."""
        task = self.tasks[name]
        if task.server is not None:
            return task.server.answers()
        return self.get(name, "/readyz") is not None

    def get(self, name: str, path: str) -> str | None:
        """A page of a part's probes; None unless it is a 200."""
        connection = http.client.HTTPConnection("127.0.0.1", self.tasks[name].port, timeout=1)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            body = answer.read().decode()
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()
        return body if answer.status == 200 else None

    def metric(self, name: str, metric: str) -> float:
        """A counter or gauge of a part, over all its labels."""
        lines = (self.get(name, "/metrics") or "").splitlines()
        found = [line for line in lines if line.startswith((f"warboard_{metric} ", f"warboard_{metric}{{"))]
        assert found, f"{name} has no metric warboard_{metric}"
        return sum(float(line.rpartition(" ")[2]) for line in found)

    def kill(self, name: str) -> None:
        """kill -9."""
        process = self._processes[name]
        process.kill()
        process.wait()

    def wait_dead(self, name: str, within_s: float = READY_S) -> int:
        """Wait until a process has ended by itself; its exit status."""
        return self._processes[name].wait(within_s)

    def log(self, name: str) -> Path:
        """What a process wrote."""
        return self.directory / "logs" / f"{name}.log"

    def errors(self) -> list[str]:
        """Lines of all logs that tell of a fault of ours."""
        found: list[str] = []
        for name in self.tasks:
            if self.log(name).exists():
                lines = self.log(name).read_text("utf-8", "replace").splitlines()
                found += [line for line in lines if '"level": "error"' in line or '"level": "critical"' in line]
        return found

    def tail(self, name: str, lines: int = SHOWN_LINES) -> str:
        """The end of its log."""
        path = self.log(name)
        return "\n".join(path.read_text("utf-8", "replace").splitlines()[-lines:]) if path.exists() else ""

    def stop(self) -> None:
        """End everything at once; how parts stop in order is tested elsewhere."""
        for process in self._processes.values():
            process.kill()
        for process in self._processes.values():
            process.wait()


@contextmanager
def running_cluster(
    directory: Path,
    environ: Mapping[str, str],
    replicas: Mapping[str, int] | None = None,
    databases: Mapping[str, str] | None = None,
    without: tuple[str, ...] = (),
) -> Iterator[Cluster]:
    """All parts, ready; stopped at the end.

    :param databases: URL by part for parts that aren't on SQLite; see `warboard.plan.make_plan`.
    """
    data = directory / "data"
    data.mkdir(parents=True)
    (directory / "logs").mkdir()
    settings = {**os.environ, "WARBOARD_LOG_FORMAT": "json", "WARBOARD_EXTRA_RULESETS": RULESETS, **environ}
    wanted = [part for part in PARTS if part not in without]
    bind = f"127.0.0.1:{free_port()}"
    plan = make_plan(data, bind, kept_secrets(data), wanted, settings, 0, replicas or {}, databases or {})
    cluster = Cluster(directory, plan.all)
    try:
        cluster.start(*FOREIGN)
        cluster.start(*(task.name for task in plan.parts))
        yield cluster
    finally:
        cluster.stop()
