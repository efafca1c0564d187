"""Runs a command that dies with who started it: `python launch.py PARENT COMMAND...`. Imports nothing of ours.

A hung engine reads no end of its input, so only the kernel can end it when chessgate is killed (prctl(2),
PR_SET_PDEATHSIG; Linux only: elsewhere the end of its input has to do).
"""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def main() -> None:
    """Become the command."""
    parent, command = int(sys.argv[1]), sys.argv[2:]
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it died before this was asked for
            sys.exit(1)
    try:
        os.execvp(command[0], command)  # noqa: S606 - the configured engine
    except OSError as error:
        sys.exit(f"{command[0]}: {error.strerror}")


if __name__ == "__main__":
    main()
