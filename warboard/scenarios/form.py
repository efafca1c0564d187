"""What a scenario file may say (docs/scenarios.md); unknown keys are errors."""

from typing import Any

import msgspec


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of the parts of a file."""


class Player(Part, frozen=True, kw_only=True):
    """Who sits at the table, in the order of the seats."""

    name: str
    rating: int | None = None
    bot: int | None = None
    """Level of the bot that plays the seat; a person if it isn't said."""


class SmallMap(Part, frozen=True, kw_only=True):
    """A map of a few places, drawn in the file."""

    values: dict[str, int]
    """Value by place; the places stand in this order."""
    land: tuple[str, ...] = ()
    """Borders such as `A-B`."""
    sea: tuple[str, ...] = ()
    """Sea lanes such as `A-B`."""
    tags: dict[str, tuple[str, ...]] = {}
    """Places by tag: `mountainous`, `island`, `continent:Asia`, ..."""
    figures: dict[str, dict[str, int]] = {}
    """Other figures by place (`population`, `area`, `gdp`, `might`); where missing they are the value, might 1."""


class Game(Part, frozen=True, kw_only=True):
    """How a war's game of chess ended."""

    war: str
    winner: str
    """A player's name, or `draw`."""
    reason: str = "checkmate"


class Stopped(Part, frozen=True, kw_only=True):
    """What became of a game that an accepted peace asked to stop."""

    war: str
    offer: str
    declined: bool = False
    """The accepter's own move came after the offer: the peace lapses and the game goes on."""


class Moved(Part, frozen=True, kw_only=True):
    """A war's game went on over the board, or came back online."""

    war: str
    over_the_board: bool
    version: int = 1
    """Of the game; older news than what is known does nothing."""


class SeatChange(Part, frozen=True, kw_only=True):
    """A seat is handed to a bot (`hand_to_bot`), taken back (`take_back`), or left for good (`leave`)."""

    player: str
    change: str
    by: str | None = None
    """Who asks; the player themselves if it isn't said."""


class Expected(Part, frozen=True, kw_only=True):
    """What must hold after a step. Objects may leave keys out; `null` stands for a key that must not be there."""

    refused: dict[str, Any] | None = None
    """The refusal: `code`, and any of its numbers."""
    facts: tuple[dict[str, Any], ...] = ()
    """Facts that the step led to, in this order; others may stand between them."""
    nothing: bool = False
    """True: the step led to no fact at all."""
    view: dict[str, dict[str, Any]] = {}
    """Parts of views, by player's name or `public`."""
    actions: dict[str, dict[str, Any]] = {}
    """What players may do now, by name, as the clients are told."""
    owed: tuple[dict[str, Any], ...] = ()
    """Things somebody owes: `seat`, `what`."""
    outcome: dict[str, Any] | None = None
    """How the campaign ended."""


class Step(Part, frozen=True, kw_only=True):
    """One thing that happens (exactly one of the first seven), and what must hold then."""

    player: str | None = None
    """Who gives `command`."""
    command: dict[str, Any] | None = None
    """`type` and fields; `turn`, `pick` and `round` are filled in where the command has them."""
    wait: str | None = None
    """Time passes: `90s`, `5m`, `24h`, `7d`. What falls due on the way happens in its order."""
    offline: tuple[str, ...] = ()
    """Who is offline while the time of `wait` passes; whoever was in the `wait` before has been all the time."""
    game: Game | None = None
    stopped: Stopped | None = None
    moved: Moved | None = None
    seat: SeatChange | None = None
    bot: str | None = None
    """This bot gives the command it thinks best."""
    expect: Expected = Expected()


class Scenario(Part, frozen=True, kw_only=True):
    """A scenario file."""

    title: str
    """A sentence that says what is shown."""
    shows: tuple[str, ...] = ()
    """Numbers of the sentences of docs/rules/<ruleset>.md that it shows."""
    ruleset: str = "chess_wars"
    players: tuple[str | Player, ...]
    """Names, or more about them, in the order of the seats."""
    host: str | None = None
    """Who is host; the first person if it isn't said."""
    map: str | SmallMap = "world"
    """Name of a map that comes with Warboard, a small one, or the path of a small one's file (`../maps/two.yaml`)."""
    options: dict[str, Any] = {}
    """As the host sets them in the lobby."""
    position: dict[str, Any] | None = None
    """Where it starts, as the ruleset's option `position` has it; `empires` by player's name."""
    seed: int = 1
    """Decides every draw."""
    expect: Expected = Expected()
    """What must hold at the start."""
    steps: tuple[Step, ...] = ()
