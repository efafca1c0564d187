"""Which rulesets and maps this engine has: the registry's, the maps' folder, and extra rulesets outside production."""

from importlib import import_module

from chassis.settings import SettingsError
from services.engine.adapters import maps
from services.engine.core.board import Board
from services.engine.core.ruleset import Ruleset
from services.engine.core.rulesets.registry import Registry


class Rules:
    """The `Catalogue` port."""

    def __init__(self, extra: tuple[Ruleset, ...] = ()) -> None:
        self._registry = Registry(extra)

    def ruleset(self, name: str, version: int | None = None) -> Ruleset | None:
        """A ruleset by name (its newest version) or by name and version; None if unknown here."""
        try:
            return self._registry.find(name, version)
        except KeyError:
            return None

    def rulesets(self) -> tuple[Ruleset, ...]:
        """The newest version of each."""
        return self._registry.all()

    def maps(self) -> tuple[str, ...]:
        """Ids of the maps."""
        return maps.known()

    def board(self, map_id: str) -> Board | None:
        """A map, or None if unknown here."""
        return maps.load_board(map_id) if map_id in maps.known() else None

    def board_file(self, map_id: str) -> bytes | None:
        """The map file's bytes."""
        return maps.read_map(map_id) if map_id in maps.known() else None


_PARTS = sorted({*Ruleset.__annotations__, *(name for name in vars(Ruleset) if not name.startswith("_"))})


def extra_rulesets(names: str, *, production: bool) -> tuple[Ruleset, ...]:
    """Rulesets named by `WARBOARD_EXTRA_RULESETS` (`package.module:NAME`, by commas).

    :raises SettingsError: in production, or if one can't be loaded or isn't a whole ruleset.
    """
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    if wanted and production:
        raise SettingsError("WARBOARD_EXTRA_RULESETS is refused in production")
    found: list[Ruleset] = []
    for name in wanted:
        module, _, attribute = name.partition(":")
        try:
            ruleset = getattr(import_module(module), attribute)
        except (ImportError, AttributeError, ValueError) as error:
            raise SettingsError(f"WARBOARD_EXTRA_RULESETS: {name} can't be loaded: {error}") from error
        lacking = [part for part in _PARTS if not hasattr(ruleset, part)]
        if lacking:  # it would park each of its campaigns
            raise SettingsError(f"WARBOARD_EXTRA_RULESETS: {name} lacks {', '.join(lacking)}")
        found.append(ruleset)
    return tuple(found)
