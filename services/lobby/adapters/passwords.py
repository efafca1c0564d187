"""Hashing of passwords by argon2id, in a few threads with a bounded queue."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from chassis.problems import Busy

T = TypeVar("T")

_THREADS = 2
_WAITING = 64
_MEMORY_KIB = 19 * 1024


class Argon2Passwords:
    """The `Passwords` port: t=2, m=19 MiB, p=1, as OWASP advises."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(time_cost=2, memory_cost=_MEMORY_KIB, parallelism=1)
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="passwords")
        self._in_flight = 0
        self._nobodys = self._hasher.hash("nobody has this password")

    async def hash(self, password: str) -> str:
        """A salted hash."""
        return await self._run(lambda: self._hasher.hash(password))

    async def verify(self, password_hash: str, password: str) -> bool:
        """Whether the password is right; with an empty hash it takes as long, and never is."""

        def check() -> bool:
            try:
                return self._hasher.verify(password_hash or self._nobodys, password) and bool(password_hash)
            except (VerificationError, InvalidHashError):
                return False

        return await self._run(check)

    async def close(self) -> None:
        """Let the threads finish."""
        await asyncio.to_thread(self._threads.shutdown)

    async def _run(self, work: Callable[[], T]) -> T:
        if self._in_flight >= _THREADS + _WAITING:
            raise Busy
        self._in_flight += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._in_flight -= 1
