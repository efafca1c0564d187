"""Reading a battle's rounds from the log of a Warband server (rules, "Battles"; docs/rules/kingdoms_logs.md).

Tolerant: what isn't understood is passed over, and counted. Two kinds of lines matter. A line that says who won a
round counts as it stands. Where there is none, rounds are told from who killed whom: nobody lives twice in a round.
"""

import re
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec

from chassis.plain_text import harmless

MOST_LINES = 100_000
MOST_LETTERS = 500
"""Of a line: longer ones say nothing we know."""
MOST_ROUNDS, MOST_KILLS = 100, 20_000
_NAME = 64
_SHOWN = 40
"""Letters of a side's name."""

# Lines come with single blanks: runs of them would let a stranger's file take seconds.
_TIME = re.compile(r"\[?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?\]?(?: ?- ?| |$)")
_KILL = re.compile(r"(?P<killer>[^ <].*?)? ?<img=\w+> ?(?P<killed>.+)")
_WON = re.compile(
    r"(?:round ?\d* ?[:,-] ?)?(?:the )?(?P<side>\S.{0,63}?) (?:has |have )?(?:won|wins?) (?:the )?round(?: ?\d+)?\W*",
    re.IGNORECASE,
)
_DRAWN = re.compile(
    r"(?:the )?round(?: ?\d+)?(?: ?[:,-])? ?(?:(?:was|is|has been) )?(?:(?:ended in )?an? )?(?:draw|drawn|tie|tied)\W*",
    re.IGNORECASE,
)


class LoggedSide(msgspec.Struct, frozen=True, kw_only=True):
    """One side as the log has it."""

    name: str
    """As the log says, on one line and short; or of who killed most of it, where only kills are told."""
    wins: int


class GameLog(msgspec.Struct, frozen=True, kw_only=True):
    """What a log says of its rounds."""

    sides: tuple[LoggedSide, ...]
    """Two; or one that won all there was; most wins first. Which of them attacked, the log doesn't know."""
    drawn: int
    unclear: int
    """Rounds of which the kills don't tell who won."""
    from_kills: bool
    lines: int
    used: int
    """Lines that said something."""


class Unread(ValueError):  # noqa: N818 - says what is the case
    """The log tells of no rounds, or of more than two sides; `reason` says which."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def read_log(content: bytes) -> GameLog:
    """The rounds of a log.

    :param content: the file's bytes, in UTF-8 or what Windows writes; line ends of any kind.
    :raises Unread: `too_many_lines`, `no_rounds`, `too_many_rounds`, `too_many_sides`.
    """
    lines = _text(content).splitlines()
    if len(lines) > MOST_LINES:
        raise Unread("too_many_lines")
    said = [line for line in map(_said, lines) if line]
    wins, drawn, used = _results(said)
    if wins or drawn:
        return _log(wins, drawn, 0, lines=len(lines), used=used, from_kills=False)
    kills = [kill for kill in map(_kill, said) if kill]
    if len(kills) > MOST_KILLS:
        raise Unread("too_many_lines")
    wins, unclear = _told_by(kills)
    return _log(wins, 0, unclear, lines=len(lines), used=len(kills), from_kills=True)


def _text(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def _said(line: str) -> str:
    """What a line says after its time; empty for chat, which anybody may write."""
    if len(line) > MOST_LETTERS:
        return ""
    said = " ".join(line.split())
    time = _TIME.match(said)
    said = said[time.end() :] if time else said
    return "" if said.startswith(("[", "*DEAD*", "*TEAM*")) or "]:" in said else said


def _results(said: Sequence[str]) -> tuple[Counter[str], int, int]:
    """Rounds won by name, rounds drawn, and how many lines said so."""
    wins: Counter[str] = Counter()
    drawn = 0
    for line in said:
        if "ound" not in line and "OUND" not in line:
            continue
        won = _WON.fullmatch(line)
        if won is not None:
            wins[won["side"]] += 1
        elif _DRAWN.fullmatch(line) is not None:
            drawn += 1
    return _same_names(wins), drawn, sum(wins.values()) + drawn


def _same_names(wins: Counter[str]) -> Counter[str]:
    """Names that differ by case only are one."""
    first: dict[str, str] = {}
    found: Counter[str] = Counter()
    for name, number in wins.items():
        found[first.setdefault(name.casefold(), name)] += number
    return found


def _log(wins: Counter[str], drawn: int, unclear: int, *, lines: int, used: int, from_kills: bool) -> GameLog:
    rounds = sum(wins.values()) + drawn
    if not rounds and not unclear:
        raise Unread("no_rounds")
    if rounds + unclear > MOST_ROUNDS:
        raise Unread("too_many_rounds")
    if len(wins) > 2:
        raise Unread("too_many_sides")
    sides = tuple(
        LoggedSide(name=harmless(name, _SHOWN) or f"side {at}", wins=number)
        for at, (name, number) in enumerate(wins.most_common(), 1)
    )
    return GameLog(sides=sides, drawn=drawn, unclear=unclear, from_kills=from_kills, lines=lines, used=used)


# --- rounds told by kills -----------------------------------------------------------------------------------------

Kill = tuple[str, str]


def _kill(line: str) -> Kill | None:
    """Who killed whom; "" for nobody (a fall)."""
    if "<img=" not in line:
        return None
    found = _KILL.fullmatch(line)
    if found is None:
        return None
    return (found["killer"] or "")[:_NAME].strip(), found["killed"][:_NAME].strip()


def _told_by(kills: Sequence[Kill]) -> tuple[Counter[str], int]:
    """Rounds won by the side of whom, and how many are unclear."""
    side = _sides(kills)
    names = _names(kills, side)
    wins: Counter[str] = Counter()
    unclear = 0
    for one in islice(_rounds(kills), MOST_ROUNDS + 1):
        winner = _winner(one, side)
        if winner is None:
            unclear += 1
        else:
            wins[names[winner]] += 1
    return wins, unclear


def _rounds(kills: Sequence[Kill]) -> Iterator[list[Kill]]:
    """A new round begins where somebody who was dead kills or dies again."""
    dead: set[str] = set()
    now: list[Kill] = []
    for killer, killed in kills:
        if killer in dead or killed in dead:
            yield now
            dead, now = set(), []
        dead.add(killed)
        now.append((killer, killed))
    if now:
        yield now


def _sides(kills: Sequence[Kill]) -> dict[str, int]:
    """Who is on which side, 0 or 1: whoever kills somebody more often than not is on the other one.

    From whoever has most to do with those known already; who killed nobody of either is on none.
    """
    met: dict[str, Counter[str]] = defaultdict(Counter)
    for killer, killed in kills:
        if killer and killer != killed:
            met[killer][killed] += 1
            met[killed][killer] += 1
    side: dict[str, int] = {}
    for first in sorted(met, key=lambda name: (-met[name].total(), name)):
        if side:
            break  # whoever hangs together with nobody we know is on no side
        side[first] = 0
        reached = deque([first])
        while reached:
            name = reached.popleft()
            for other, _ in met[name].most_common():
                if other not in side:
                    against = sum(
                        number if side[known] else -number for known, number in met[other].items() if known in side
                    )
                    side[other] = 0 if against > 0 else 1
                    reached.append(other)
    return side


def _names(kills: Sequence[Kill], side: dict[str, int]) -> dict[int, str]:
    killed_most = Counter(killer for killer, _ in kills if killer in side)
    return {
        number: next((name for name, _ in killed_most.most_common() if side[name] == number), f"side {number + 1}")
        for number in (0, 1)
    }


def _winner(kills: Sequence[Kill], side: dict[str, int]) -> int | None:
    """The side that has somebody left: who killed last and wasn't killed, if all they fought that round are dead."""
    fallen = {killed for _, killed in kills}
    standing = {side[killer] for killer, _ in kills if killer in side and killer not in fallen}
    return standing.pop() if len(standing) == 1 else None
