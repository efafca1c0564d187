"""Wars as everybody sees them; view.py says how views are made."""

from typing import Literal

from msgspec import UNSET, UnsetType

from services.engine.core.rulesets.chess_wars.records import Got
from services.engine.core.rulesets.chess_wars.records_wars import WarState
from services.engine.core.rulesets.chess_wars.view_part import Part


class AwaitView(Part, frozen=True, kw_only=True):
    """What a war waits for."""

    what: Literal["answer", "raise", "redirect", "game", "stop"]
    """`answer` (to the declaration), `raise`, `redirect`, `game`, or `stop` (peace was accepted, the game is being
    stopped)."""
    seat: int | UnsetType = UNSET
    """Who must answer; absent for `game` and `stop`."""
    number: int = 0
    """The raise that must be answered; 0 otherwise."""
    need: int = 0
    """`answer`: least value of a first raise or of a redirect. `raise`: what meets it: the stake's total value
    (attacker) or the put-in country's value (defender; 0: meets with nothing)."""
    again: int = 0
    """`raise`: what raising again takes, in the same measure; 0: can't be raised again."""
    below: int = 0
    """`answer`: a redirect must be worth less than this."""
    since_unix_ms: int
    due_unix_ms: int | UnsetType = UNSET
    """When silence is the answer; absent for `game` and `stop`."""


class RaiseView(Part, frozen=True, kw_only=True):
    """One raise of a war."""

    seat: int
    countries: list[str]
    """What this raise put in (defender) or added to the stake (attacker)."""
    demand: int
    """What meets it: the stake's total value (raises 1 and 3), or the value of a country (raise 2; 0: nothing)."""


class ClockPart(Part, frozen=True, kw_only=True):
    """One reason for more or less time, in percent."""

    why: str
    """`home`, `terrain`, `supply`, `net_edge` or `handicap`. The first three only explain `net_edge`."""
    percent: int


class ClockView(Part, frozen=True, kw_only=True):
    """The time one side gets."""

    initial_s: int
    """Live: seconds at the start. Correspondence: seconds a move."""
    increment_s: int = 0
    """Live: seconds added a move."""
    percent: int = 0
    """Sum of what was applied."""
    parts: list[ClockPart] = []


class ClocksView(Part, frozen=True, kw_only=True):
    """Both sides' time, frozen at the declaration.

    While a redirect is offered it is that of a game for the offered country, counted anew when that is fought for.
    """

    attacker: ClockView
    defender: ClockView


class HandView(Part, frozen=True, kw_only=True):
    """A country that changed hands."""

    giver: int
    to: int
    got: Got
    """`game`, `peace` or `concession`."""


class PeaceTerms(Part, frozen=True, kw_only=True):
    """Terms of a peace."""

    from_attacker: list[str] = []
    from_defender: list[str] = []
    tokens: int = 0
    """Above zero the attacker pays the defender, below zero the defender pays."""
    accord_rounds: int = 0
    """0: no accord."""


class ResultView(Part, frozen=True, kw_only=True):
    """How a war ended."""

    how: str
    """`game`, `draw`, `called_off`, `withdrawn`, `conceded`, `peace` or `cancelled`."""
    winner: int | UnsetType = UNSET
    """Seat that won the game or to whom the other conceded; absent if nobody."""
    reason: str = ""
    """How the game ended (`checkmate`, `time`, ...); empty without a game."""
    hands: dict[str, HandView] = {}
    """Countries that changed hands."""
    terms: PeaceTerms | UnsetType = UNSET
    """Of a peace."""
    at_unix_ms: int


class WarView(Part, frozen=True, kw_only=True):
    """One war: underway, or ended in this round or the last."""

    attacker: int
    defender: int
    state: WarState
    """Underway: `declared`, `raised`, `redirected`, `playing`, `stopping`. Over: `settled`, `called_off`,
    `withdrawn`, `conceded`, `peace`, `cancelled`."""
    target: str
    """The country fought for; once a redirect is fought for, that one."""
    origin: str
    over_sea: bool = False
    """A sea lane joins origin and target."""
    need: int
    """Least value of the stake at the declaration."""
    stake: list[str]
    """As declared."""
    added: list[str] = []
    """What raises and reserves added to the stake."""
    put_ins: list[str] = []
    """What the defender put in."""
    reserves: list[str] = []
    """Still set aside."""
    stake_value: int
    """Of stake and added."""
    raises: dict[str, RaiseView] = {}
    """By number: `1`, `2`, `3`."""
    redirect: str | UnsetType = UNSET
    """The country offered instead; stays when it is fought for."""
    old_target: str | UnsetType = UNSET
    """The first target, once the redirect is fought for; tied up until the end."""
    clocks: ClocksView
    forecast: int | UnsetType = UNSET
    """The attacker's chance to win the game, in percent: as it was when the game began, before that as things stand.
    Absent if the war ended without a game."""
    white: int | UnsetType = UNSET
    """Seat that plays White; absent until the game begins."""
    game: str | UnsetType = UNSET
    """The game's id is `<campaign>-<this>`; absent until the game begins."""
    over_the_board: bool = False
    """The game is played on a real board: nobody moves here, and it holds no round."""
    declared_round: int
    declared_unix_ms: int
    playing_since_unix_ms: int = 0
    ended_round: int = 0
    """0: underway."""
    awaiting: AwaitView | UnsetType = UNSET
    """Absent once it is over."""
    result: ResultView | UnsetType = UNSET
