"""The kingdoms with windows of seconds: steps, reports and battles run out while a test looks."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import asdict, replace

from services.engine.core.board import Board
from services.engine.core.kernel import Chance, Setup
from services.engine.core.rulesets.kingdoms import options as kingdoms
from services.engine.core.rulesets.kingdoms.ruleset import Kingdoms


class Options(kingdoms.Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    window_s: int = 2
    """Of everything."""

    @property
    def step_s(self) -> int:
        return self.window_s


class QuickKingdoms(Kingdoms):
    name = "quick_kingdoms"
    options_type = Options

    def options(self, raw: Mapping[str, Any], seats: int, board: Board, chance: Chance) -> Options:
        theirs = {name: value for name, value in raw.items() if name != "window_s"}
        ours = {name: value for name, value in raw.items() if name == "window_s"}
        return Options(**asdict(super().options(theirs, seats, board, chance)), **ours)

    def start(self, setup: Setup, chance: Chance) -> tuple[Any, ...]:
        began, *others = super().start(setup, chance)
        window = setup.options.window_s
        return (replace(began, report_window_s=window, battle_s=window), *others)


QUICK = QuickKingdoms()
