"""One UCI engine as a process: started so that it can't outlive us, weighed, ended with everything it started."""

import asyncio
import contextlib
import os
import signal
import sys
from pathlib import Path

import chess.engine

from chassis.logs import logger

_LOG = logger(__name__)
_LAUNCH = str(Path(__file__).with_name("launch.py"))
_HASH_MB = 8
"""An engine's table of positions: bots look at few."""
_PATIENCE_S = 1.0


class EngineProcess:
    """A running engine; `uci` speaks with it."""

    def __init__(self, transport: asyncio.SubprocessTransport, uci: chess.engine.UciProtocol) -> None:
        self._transport = transport
        self._pid = transport.get_pid()
        self.uci = uci

    @classmethod
    async def start(cls, command: list[str]) -> "EngineProcess":
        """Start and greet an engine, in a session of its own.

        :raises OSError: and chess.engine.EngineError: it can't be started, or isn't an engine.
        """
        launched = [sys.executable, "-I", "-S", _LAUNCH, str(os.getpid()), *command]
        transport, uci = await chess.engine.UciProtocol.popen(launched, start_new_session=True)
        made = cls(transport, uci)
        try:
            await uci.initialize()
            if "Hash" in uci.options:
                await uci.configure({"Hash": _HASH_MB})
        except BaseException:
            made.kill()
            raise
        return made

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return not self.uci.returncode.done()

    def memory(self) -> int:
        """Bytes it holds in memory; 0 where the system doesn't tell (there is no /proc)."""
        try:
            pages = int(Path(f"/proc/{self._pid}/statm").read_text("ascii").split()[1])
        except (OSError, IndexError, ValueError):
            return 0
        return pages * os.sysconf("SC_PAGE_SIZE")

    async def end(self) -> None:
        """Let it quit, or kill it."""
        try:
            async with asyncio.timeout(_PATIENCE_S):
                await self.uci.quit()
                await asyncio.shield(self.uci.returncode)
        except (TimeoutError, chess.engine.EngineError):
            _LOG.debug("an engine didn't quit")
        self.kill()

    def kill(self) -> None:
        """End it and what it started, at once."""
        if self._pid is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._pid, signal.SIGKILL)  # its session's group: whatever it left behind, too
        self._transport.close()
