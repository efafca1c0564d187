"""Orders as text, in a forgiving notation (docs/rules/kingdoms_orders.md): every bad line gets its number and reason.

A line is an order; case, extra blanks and what follows `#` count for nothing. A province is its id or English name, or
how just one of them begins; blanks, hyphens and underscores are the same.
"""

import re
import unicodedata
from bisect import bisect_left
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from services.engine.core.board import Board
from services.engine.core.rulesets.kingdoms import commands as c
from services.engine.core.rulesets.kingdoms.refusals import Bad, BadLine, quoted
from services.engine.core.values import PlaceId

VERBS = {
    "prefer": "preference",
    "place": "placement",
    "supply": "provision",
    "create": "provision",
    "attack": "attacks",
}
"""Verb -> the kind of step that takes it."""
ARROW = r"(?:\s*(?:->|=>|→|–>|—>)\s*|\s+to\s+)"
LONGEST = 200
"""Characters of a line but `prefer`: no longer one is an order, and patterns take the square of its length."""
SHOWN = 80
"""Characters that a refusal repeats of a line."""
MOST_MEANT = 8
"""Provinces that are told of a name that several begin with."""
NUMBER = r"(?P<units>[0-9]+)"
_ONE = (
    re.compile(rf"(?P<place>.+?)\s*[:=,]?\s+{NUMBER}"),
    re.compile(rf"{NUMBER}\s+(?:units?\s+)?(?:(?:in|on|at)\s+)?(?P<place>.+)"),
)
_TWO = (
    re.compile(rf"(?:from\s+)?(?P<origin>.+?){ARROW}(?P<target>.+?)\s*[:=,]?\s+(?:with\s+)?{NUMBER}"),
    re.compile(rf"{NUMBER}\s+(?:units?\s+)?(?:from\s+)?(?P<origin>.+?){ARROW}(?P<target>.+)"),
    re.compile(rf"(?P<target>.+?)\s+from\s+(?P<origin>.+?)\s+(?:with\s+)?{NUMBER}"),
)


class _Wrong(Exception):  # noqa: N818 - an answer, not an error
    def __init__(self, reason: BadLine, **detail: Any) -> None:
        super().__init__(reason)
        self.told: Bad = {"reason": reason.value, **detail}


class Read(msgspec.Struct, frozen=True, kw_only=True):
    """What a text says."""

    orders: c.AnyOrders
    bad: list[Bad]
    """Lines that can't be read: `line` from 1, `text`, `reason` and figures; if there are any, `orders` is partial."""
    lines: list[tuple[int, str]]
    """Number and text of each order's line, in the order of the orders."""
    at: dict[str, int]
    """Index in `lines` of a province's line, and of `supply`."""

    def at_lines(self, bad: list[Bad]) -> list[Bad]:
        """What is wrong with the orders (`bad_orders`) by line; what no line alone is wrong about has line 0."""
        return [self._at_line(one) for one in bad]

    def _at_line(self, one: Bad) -> Bad:
        at = one["at"]
        index = at if isinstance(at, int) else self.at.get(at)
        number, text = (0, "") if index is None else self.lines[index]
        return {"line": number, "text": text, **{name: value for name, value in one.items() if name != "at"}}


def parse(text: str, kind: str, board: Board) -> Read:
    """Read the orders of a step of a kind."""
    bad: list[Bad] = []
    lines: list[tuple[int, str]] = []
    reading = _Reading(kind, board)
    for number, raw in enumerate(text.splitlines(), 1):
        line = _plain(raw)
        if not line:
            continue
        try:
            orders = reading.line(line, len(lines))
        except _Wrong as wrong:
            bad.append({"line": number, "text": quoted(raw.strip(), SHOWN), **wrong.told})
        else:
            lines.extend([(number, quoted(raw.strip(), SHOWN))] * orders)
    return Read(orders=reading.orders(), bad=bad, lines=lines, at=reading.at)


def _plain(raw: str) -> str:
    """Without comment, odd blanks and case; digits of any script are 0-9."""
    line = unicodedata.normalize("NFKC", raw.split("#", 1)[0]).strip().lower()
    digits = "".join(str(unicodedata.digit(one)) if one.isdigit() else one for one in line)
    return " ".join(digits.split()).rstrip(".;")


class _Reading:
    """Orders gathered line by line."""

    def __init__(self, kind: str, board: Board) -> None:
        self.kind = kind
        self.board = board
        self.at: dict[str, int] = {}
        self._ranked: list[PlaceId] = []
        self._units: dict[PlaceId, int] = {}
        self._supply: c.Supply | UnsetType = UNSET
        self._attacks: list[c.AttackOrder] = []

    def line(self, line: str, index: int) -> int:
        """Read one line, and say how many orders it has.

        :param index: orders before it.
        :raises _Wrong: it can't be read.
        """
        verb, _, rest = line.partition(" ")
        if verb not in VERBS or not rest or (verb != "prefer" and len(line) > LONGEST):
            raise _Wrong(BadLine.UNREADABLE)
        if VERBS[verb] != self.kind:
            raise _Wrong(BadLine.WRONG_KIND, takes=self.kind)
        match verb:
            case "prefer":
                wanted = [self._place(name) for name in re.split(r"\s*[,>]\s*", rest) if name]
                self._ranked.extend(wanted)
                return len(wanted)
            case "place" | "create":
                place, units = self._one(rest)
                self._units[place] = self._units.get(place, 0) + units
                self.at[place] = index
            case "supply":
                if self._supply is not UNSET:
                    raise _Wrong(BadLine.ONE_SUPPLY)
                origin, target, units = self._two(rest)
                self._supply = c.Supply(origin=origin, target=target, units=units)
                self.at["supply"] = index
            case _:
                origin, target, units = self._two(rest)
                self._attacks.append(c.AttackOrder(origin=origin, target=target, units=units))
        return 1

    def orders(self) -> c.AnyOrders:
        """What was read so far."""
        match self.kind:
            case "preference":
                return c.Preference(places=tuple(self._ranked))
            case "placement":
                return c.Placement(units=self._units)
            case "provision":
                return c.Provision(supply=self._supply, create=self._units)
            case _:
                return c.Attacks(attacks=tuple(self._attacks))

    def _one(self, rest: str) -> tuple[PlaceId, int]:
        for form in _ONE:
            found = form.fullmatch(rest)
            if found is not None:
                return self._place(found["place"]), _units(found)
        raise _Wrong(BadLine.UNREADABLE)

    def _two(self, rest: str) -> tuple[PlaceId, PlaceId, int]:
        for form in _TWO:
            found = form.fullmatch(rest)
            if found is not None:
                return self._place(found["origin"]), self._place(found["target"]), _units(found)
        raise _Wrong(BadLine.UNREADABLE)

    def _place(self, name: str) -> PlaceId:
        known, wanted = _names(self.board), _key(name)
        if wanted in known:
            return known[wanted]
        found = _beginning(self.board, wanted) if wanted else []
        if len(found) > 1:
            raise _Wrong(BadLine.AMBIGUOUS, name=quoted(name), places=found)
        if not found:
            raise _Wrong(BadLine.UNKNOWN_NAME, name=quoted(name))
        return found[0]


def _units(found: re.Match[str]) -> int:
    digits = found["units"]
    units = int(digits) if len(digits) <= 7 else 0
    if not 1 <= units <= c.MOST_UNITS:
        raise _Wrong(BadLine.BAD_NUMBER)
    return units


def _key(name: str) -> str:
    return re.sub(r"[\s_-]+", " ", name).strip().lower()


def _beginning(board: Board, wanted: str) -> list[PlaceId]:
    """Provinces whose id or name begins so: the first few, for a text has a thousand lines, and all may begin alike."""
    known = _names(board)
    kept: list[str] | None = board.__dict__.get("_sorted_names")
    if kept is None:
        kept = board.__dict__["_sorted_names"] = sorted(known)
    first = bisect_left(kept, wanted)
    found = {known[key] for key in kept[first : first + 2 * MOST_MEANT] if key.startswith(wanted)}
    return sorted(found)[:MOST_MEANT]


def _names(board: Board) -> dict[str, PlaceId]:
    """Ids and English names as they are compared; an id goes before another's name. Kept with the board."""
    kept: dict[str, PlaceId] | None = board.__dict__.get("_names")
    if kept is None:
        kept = board.__dict__["_names"] = _compared(board)
    return kept


def _compared(board: Board) -> dict[str, PlaceId]:
    named = {_key(name): place for place, name in zip(board.places, board.names, strict=True)}
    return {**named, **{_key(place): place for place in board.places}}
