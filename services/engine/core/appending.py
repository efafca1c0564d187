"""The facts of one command, gathered while they are folded, so that each consequence sees the ones before it."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from services.engine.core.kernel import Chance
from services.engine.core.kernel_facts import HostPassed
from services.engine.core.values import Seat

S = TypeVar("S", bound=Any)


class Appending(Generic[S]):
    """What one command leads to. Made anew for every command; the state handed in is never changed."""

    __slots__ = ("_evolve", "at", "chance", "facts", "state")

    def __init__(self, state: S, at: datetime, chance: Chance, evolve: Callable[[S, Any], S]) -> None:
        """:param at: time of the command, which every fact of it bears."""
        self.state = state
        self.facts: list[Any] = []
        self.at = at
        self.chance = chance
        self._evolve = evolve

    def add(self, fact: Any) -> None:
        """Let something happen."""
        self.facts.append(fact)
        self.state = self._evolve(self.state, fact)

    def give_host(self, to: Seat) -> None:
        """Give the host's role to a seat; the kernel keeps the role."""
        self.facts.append(HostPassed(host=to))
        self.state = replace(self.state, table=replace(self.state.table, host=to))
