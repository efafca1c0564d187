"""The list of the rulesets: the only file that knows all of them."""

from collections.abc import Iterable

from services.engine.core.ruleset import Ruleset
from services.engine.core.rulesets.chess_wars.ruleset import ChessWars
from services.engine.core.rulesets.kingdoms.ruleset import Kingdoms
from services.engine.core.rulesets.provinces.ruleset import Provinces

RULESETS: tuple[Ruleset, ...] = (ChessWars(), Provinces(), Kingdoms())
"""Rulesets that come with Warboard. A new one is a folder beside this file and a name here."""


class Registry:
    """The rulesets one process can serve, by name and version."""

    def __init__(self, extra: Iterable[Ruleset] = ()) -> None:
        """:param extra: further rulesets (tests, try-outs); one of ours by name and version is replaced."""
        self._known = {(ruleset.name, ruleset.version): ruleset for ruleset in (*RULESETS, *extra)}

    def find(self, name: str, version: int | None = None) -> Ruleset:
        """A ruleset.

        :param version: None for the newest.
        :raises KeyError: this process doesn't know it.
        """
        if version is None:
            version = max((known for other, known in self._known if other == name), default=0)
        return self._known[name, version]

    def all(self) -> tuple[Ruleset, ...]:
        """Every ruleset, newest versions only, by name."""
        names = sorted({name for name, _ in self._known})
        return tuple(self.find(name) for name in names)
