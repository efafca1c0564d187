"""Runs processes side by side: shows their logs, starts dead ones again, and stops all of them in order."""

import asyncio
import contextlib
import json
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

from warboard.plan import FOREIGN, Plan, Task

BACK_OFF_S = (1.0, 2.0, 5.0)
"""Pauses before a dead part is started again; the last one repeats."""
STEADY_S = 60.0
"""A part that ran for so long begins again with the shortest pause."""
READY_WITHIN_S = 60.0
STOP_WITHIN_S = 15.0
"""A service may drain for 10 s by default."""
WRONG_SETTINGS = 2
"""Exit status of a part that starting again can't help (`chassis.service.EXIT_SETTINGS`)."""
_LONGEST_LINE = 1 << 20
_LONGEST_LOG = 16 << 20
_PAUSE_S = 0.03


class Child:
    """A task's process, and how often it died."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.process: asyncio.subprocess.Process | None = None
        self.deaths = 0
        self.given_up = False
        self.last_lines: deque[str] = deque(maxlen=8)

    @property
    def pid(self) -> int | None:
        """Its process while it runs."""
        return self.process.pid if self.process is not None and self.process.returncode is None else None

    def signal(self, number: signal.Signals) -> None:
        """Tell the process; when it is killed, whatever it started itself goes with it."""
        if self.pid is None:
            return
        with contextlib.suppress(ProcessLookupError):
            if number is signal.SIGKILL:
                os.killpg(self.pid, number)
            else:
                os.kill(self.pid, number)

    async def ready(self) -> bool:
        """Whether it takes work."""
        if self.pid is None:
            return False
        if self.task.server is not None:
            return await asyncio.to_thread(self.task.server.answers)
        try:
            async with asyncio.timeout(1):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.task.port)
                writer.write(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                line = await reader.readline()
                writer.close()
        except (OSError, TimeoutError, ValueError):
            return False
        return b" 200 " in line


class Supervisor:
    """Keeps a plan running until `stop` is called."""

    def __init__(
        self,
        plan: Plan,
        data: Path,
        say: Callable[[str, str], None],
        show: Callable[[str, str], None],
    ) -> None:
        """
        :param say: prints a sentence of ours: style and text.
        :param show: prints a line of a part's log: name and text.
        """
        self.plan = plan
        self._data = data
        self._say = say
        self._show = show
        self._children = {task.name: Child(task) for task in plan.all}
        self._stopping = asyncio.Event()
        self._hurry = asyncio.Event()
        self.failed = False

    def stop(self) -> None:
        """Begin to stop; the second call ends everything at once."""
        if self._stopping.is_set():
            self._hurry.set()
            for child in self._children.values():
                child.signal(signal.SIGKILL)
        self._stopping.set()

    async def run(self, ready: Callable[[], None]) -> int:
        """Run until stopped; the exit status.

        :param ready: called once everything takes work.
        """
        (self._data / "logs").mkdir(exist_ok=True)
        async with asyncio.TaskGroup() as group:
            for task in self.plan.foreign:
                group.create_task(self._keep(self._children[task.name]))
            if await self._all_ready(self.plan.foreign):
                for task in self.plan.parts:
                    group.create_task(self._keep(self._children[task.name]))
                if await self._all_ready(self.plan.parts):
                    ready()
            await self._stopping.wait()
            await self._stop_in_order()
        (self._data / "up.json").unlink(missing_ok=True)
        return 1 if self.failed else 0

    async def _keep(self, child: Child) -> None:
        """Run one task again and again."""
        loop = asyncio.get_running_loop()
        while not self._stopping.is_set():
            began = loop.time()
            code = await self._run_once(child)
            if self._stopping.is_set():
                return
            name = child.task.name
            if name in FOREIGN:  # its lines weren't shown
                for line in child.last_lines:
                    self._show(name, line)
            if code == WRONG_SETTINGS and name not in FOREIGN:
                child.given_up = True
                self._say("red", f"{name} can't run with these settings and isn't started again; see its lines above.")
                return
            child.deaths = 0 if loop.time() - began > STEADY_S else child.deaths
            pause = BACK_OFF_S[min(child.deaths, len(BACK_OFF_S) - 1)]
            child.deaths += 1
            self._say("yellow", f"{name} ended ({_cause(code)}); it is started again in {pause:g} s.")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), pause)

    async def _run_once(self, child: Child) -> int:
        process = await asyncio.create_subprocess_exec(
            *child.task.command,
            env=dict(child.task.environ),
            cwd=self._data.parent if child.task.name in FOREIGN else None,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,  # Ctrl-C in the terminal reaches us alone; we stop them in order
            limit=_LONGEST_LINE,
        )
        child.process = process
        if self._hurry.is_set():
            child.signal(signal.SIGKILL)
        self._write_state()
        assert process.stdout is not None
        async with asyncio.TaskGroup() as group:
            following = group.create_task(self._follow(child, process.stdout))
            code = await process.wait()
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)  # what it started and left behind, such as chess engines
            await asyncio.wait([following], timeout=1)
            following.cancel()
        return code

    async def _follow(self, child: Child, output: asyncio.StreamReader) -> None:
        name = child.task.name
        path = self._data / "logs" / f"{name}.log"
        if path.exists() and path.stat().st_size > _LONGEST_LOG:
            path.replace(path.with_suffix(".old.log"))
        with path.open("ab", buffering=0) as log:
            while True:
                try:
                    line = await output.readline()
                except ValueError:  # longer than anything we write
                    continue
                if not line:
                    return
                log.write(line)
                text = line.decode("utf-8", "replace").rstrip()
                child.last_lines.append(text)
                if name not in FOREIGN:
                    self._show(name, text)

    async def _all_ready(self, tasks: Sequence[Task]) -> bool:
        """Whether all became ready; says what is late, and stops everything if a part can never be."""
        loop = asyncio.get_running_loop()
        end, told = loop.time() + READY_WITHIN_S, False
        waiting = [self._children[task.name] for task in tasks]
        while waiting and not self._stopping.is_set():
            answers = await asyncio.gather(*(child.ready() for child in waiting))
            waiting = [child for child, ready in zip(waiting, answers, strict=True) if not ready]
            if any(child.given_up for child in waiting):
                self.failed = True
                self._stopping.set()
            if waiting and not told and loop.time() > end:
                told = True
                late = ", ".join(child.task.name for child in waiting)
                self._say("red", f"Not ready after {READY_WITHIN_S:.0f} s: {late}. Logs: {self._data / 'logs'}")
            await asyncio.sleep(_PAUSE_S)
        return not self._stopping.is_set()

    async def _stop_in_order(self) -> None:
        """The edge first, then what serves it, at last the cache and the broker that the others flush to."""
        names = [task.name for task in self.plan.parts]
        edge = [name for name in names if name == "gateway"]
        for stage in (edge, [name for name in names if name not in edge], ["valkey"], ["nats"]):
            children = [self._children[name] for name in stage]
            for child in children:
                child.signal(signal.SIGTERM)
            await asyncio.gather(*(self._ended(child) for child in children))

    async def _ended(self, child: Child) -> None:
        process = child.process
        if process is None or process.returncode is not None:
            return
        try:
            await asyncio.wait_for(process.wait(), STOP_WITHIN_S)
        except TimeoutError:
            self._say("red", f"{child.task.name} doesn't stop; it is killed.")
            self.failed = True
            child.signal(signal.SIGKILL)
            await process.wait()

    def _write_state(self) -> None:
        """`up.json`: pids, ports and addresses, for `warboard account`, `unpark` and tests."""
        state = {
            "pid": os.getpid(),
            "url": self.plan.url,
            "public_url": self.plan.public_url,
            "bind": self.plan.bind,
            "parts": {
                name: {"pid": child.pid, "port": child.task.port, "grpc_port": child.task.grpc_port}
                | ({} if name in FOREIGN else {"http_port": child.task.port})
                for name, child in self._children.items()
            },
        }
        draft = self._data / "up.json.new"
        draft.write_text(json.dumps(state, indent=1), "utf-8")
        draft.replace(self._data / "up.json")


def end_leftovers(data: Path, within_s: float = 5.0) -> list[str]:
    """End parts that a killed supervisor left running on this data; answers their names.

    A process is only touched if its command line is still that of the part noted in `up.json`.
    """

    try:
        noted = json.loads((data / "up.json").read_text("utf-8"))["parts"]
    except (OSError, ValueError, KeyError):
        return []
    left = {name: entry["pid"] for name, entry in noted.items() if entry.get("pid") and _is_part(name, entry["pid"])}
    for number in (signal.SIGTERM, signal.SIGKILL):
        for pid in left.values():
            with contextlib.suppress(OSError):
                os.kill(pid, number)
        for _ in range(int(within_s / 0.05)):
            if not any(_is_part(name, pid) for name, pid in left.items()):
                return list(left)
            time.sleep(0.05)
    return list(left)


def _is_part(name: str, pid: int) -> bool:
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False
    return (f"services.{name}" if name not in FOREIGN else f"{name}-server").encode() in words


def _cause(code: int) -> str:
    return f"signal {signal.Signals(-code).name}" if code < 0 else f"exit status {code}"
