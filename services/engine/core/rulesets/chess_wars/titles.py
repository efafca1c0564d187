"""The four titles: who leads in people, land, economy and might (rules section 9)."""

from services.engine.core.rulesets.chess_wars.append import Append
from services.engine.core.rulesets.chess_wars.facts import TitlesMoved
from services.engine.core.rulesets.chess_wars.records import Title
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.values import Seat

TITLES = ("population", "area", "gdp", "might")
"""Each title bears the name of the figure it counts."""


def figures(state: State, figure: str) -> tuple[int, ...]:
    """A figure of every empire, by seat; 0 for an eliminated player."""
    return tuple(state.map.total(figure, empire) for empire in state.empires)


def holder(leading: tuple[int, ...], before: Seat | None) -> Seat | None:
    """Who holds a title when the figures stand so: a holder who is matched keeps it, else a lone leader has it."""
    most = max(leading)
    if before is not None and leading[before] == most:
        return before
    return Seat(leading.index(most)) if leading.count(most) == 1 and most > 0 else None


def move_titles(append: Append) -> None:
    """Count the titles anew after countries changed hands, or for the first time."""
    before = append.state.titles
    after = {}
    for name in TITLES:
        leading = figures(append.state, name)
        seat = holder(leading, before[name].holder if name in before else None)
        after[name] = Title(holder=seat, figure=0 if seat is None else leading[seat])
    if after == before:
        return
    moved = {
        name: title.holder
        for name, title in after.items()
        if title.holder is not None and title.holder != before.get(name, Title()).holder
    }
    vacant = tuple(
        name for name, title in after.items() if title.holder is None and before.get(name, Title()).holder is not None
    )
    shown = {name: int(seat) for name, seat in moved.items()}
    append.add(TitlesMoved(at=append.at, titles=after, moved=shown, vacant=vacant))
