"""What the host sets in the lobby (rules section 2); frozen when the draft starts."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any

import msgspec

from services.engine.core.board import Board
from services.engine.core.option_forms import Spectators, form, whole
from services.engine.core.rulesets.chess_wars.missions.catalogue import PUBLIC, PublicMission
from services.engine.core.rulesets.chess_wars.position import Position, check_position
from services.engine.core.rulesets.chess_wars.refusals import Refusal, malformed, not_allowed, quoted, unavailable
from services.engine.core.unreadable import reason


class Pace(StrEnum):
    """How fast the campaign goes."""

    CORRESPONDENCE = "correspondence"
    LIVE = "live"


class DraftStyle(StrEnum):
    """How the countries are shared out (section 3)."""

    CONNECTED = "connected"
    FREE = "free"
    DEALT = "dealt"


class Advance(StrEnum):
    """What starts the next round (section 4)."""

    AUTO = "auto"
    HOST = "host"
    SCHEDULE = "schedule"


class Missions(StrEnum):
    """Which public missions are played (section 10)."""

    DEFAULT = "default"
    """Expansion, Strategic Positions, Great Powers and Campaign Veteran."""
    PICKED = "picked"
    DRAWN = "drawn"
    """Four drawn, at most one of them long."""


class Handicap(StrEnum):
    """How much more time the weaker player gets (section 6)."""

    NONE = "none"
    LIGHT = "light"
    FULL = "full"


class Draws(StrEnum):
    """What a drawn game means."""

    STATUS_QUO = "status_quo"
    """Nothing changes hands."""
    DEFENDER = "defender"
    """The defender has won."""


class Colours(StrEnum):
    """Who plays White."""

    ATTACKER_WHITE = "attacker_white"
    RANDOM = "random"
    ATTACKER_BLACK = "attacker_black"


CONTINENTS = ("Africa", "Asia", "Europe", "North America", "South America", "Oceania")
"""Of the world map; other maps may have others."""


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of a campaign. Every field has a default; numbers outside their range are refused."""

    map: Annotated[str, form(hidden=True)] = "world"
    """Which map."""
    pace: Annotated[Pace, form(Pace, first=True)] = Pace.CORRESPONDENCE
    initial_min: Annotated[int, whole(1, 180), form(first=True, pace="live")] = 10
    """Live: minutes on each clock at the start of a game."""
    increment_s: Annotated[int, whole(0, 60), form(first=True, pace="live")] = 5
    """Live: seconds added a move."""
    days_a_move: Annotated[int, whole(1, 14), form(first=True, pace="correspondence")] = 2
    """Correspondence: days a move."""
    theatre: tuple[Annotated[str, msgspec.Meta(examples=list(CONTINENTS))], ...] = ()
    """Continents in play (`Asia`); empty for the whole map."""
    draft: Annotated[DraftStyle, form(DraftStyle, first=True)] = DraftStyle.CONNECTED
    advance: Annotated[Advance, form(Advance)] = Advance.AUTO
    round_days: Annotated[int, whole(0, 14), form(advance="schedule", pace="correspondence")] = 0
    """Schedule, correspondence: days a round; 0 for seats x 24 h."""
    round_min: Annotated[int, whole(0, 120), form(advance="schedule", pace="live")] = 0
    """Schedule, live: minutes a round (10-120); 0 for seats x 5 min, but at least 10."""
    target: Annotated[int, whole(5, 15)] = 10
    """Points that win."""
    last_round: Annotated[int, whole(0, 100)] = 25
    """The last round; 0 for none."""
    tokens_a_round: Annotated[int, whole(1, 3)] = 1
    """War tokens everyone gets a round, up to three held."""
    missions: Annotated[Missions, form(Missions, hidden=True)] = Missions.DEFAULT
    """Which public missions are played: the default four, four picked, or four drawn."""
    picked: Annotated[tuple[Annotated[str, msgspec.Meta(examples=list(PUBLIC))], ...], form(hidden=True)] = ()
    """The four picked."""
    redraws: Annotated[int, whole(0, 999), form(hidden=True)] = 0
    """How often the host has drawn new targets; one more draws the next."""
    played: Annotated[tuple[PublicMission, ...], form(hidden=True)] = ()
    """The public missions with their exact targets, as they follow from the other options: what is set is ignored."""
    handicap: Annotated[Handicap, form(Handicap)] = Handicap.NONE
    own_ratings: bool = False
    """Players without an established Lichess rating may give their own."""
    draws: Annotated[Draws, form(Draws)] = Draws.STATUS_QUO
    colours: Annotated[Colours, form(Colours)] = Colours.ATTACKER_WHITE
    takeback: bool = False
    """Friendly games: a move is taken back if both players agree."""
    spectators: Annotated[Spectators, form(Spectators)] = Spectators.PUBLIC
    spectator_delay_s: Annotated[int, whole(0, 600), form(pace="live")] = 0
    """Live: who plays neither side sees a game of chess so many seconds later."""
    position: Annotated[Position, form(hidden=True)] | msgspec.UnsetType = msgspec.UNSET
    """Start from here instead of drafting; `theatre` and `draft` then say nothing."""

    @property
    def live(self) -> bool:
        """Whether the campaign is played live."""
        return self.pace is Pace.LIVE


COUNTRIES_A_SEAT = 6
"""The theatre has at least as many countries for each seat (section 2)."""


def check_options(raw: Mapping[str, Any], seats: int, board: Board) -> Options:
    """The host's options, checked (section 2).

    :param raw: plain JSON values by option name; what is missing takes its default.
    :raises Rejected: `bad_option`, `theatre_not_connected`, `theatre_too_small`; `mission_unavailable` if missions are
        picked on a map without any.
    """
    try:
        options = msgspec.convert(dict(raw), Options)
    except msgspec.ValidationError as wrong:
        malformed(Refusal.BAD_OPTION, "2", reason=reason(wrong))
    if 0 < options.round_min < 10:
        malformed(Refusal.BAD_OPTION, "2", option="round_min", least=10, most=120)
    if options.missions is Missions.PICKED and "missions" not in board.extra:
        unavailable(options.picked)
    if options.position is not msgspec.UNSET:
        check_position(options.position, seats, board)
        return options
    have = theatre_mask(options, board).bit_count()
    if have < COUNTRIES_A_SEAT * seats:
        not_allowed(Refusal.THEATRE_TOO_SMALL, "2", need=COUNTRIES_A_SEAT * seats, have=have)
    return options


def theatre_mask(options: Options, board: Board) -> int:
    """The countries in play: the chosen continents without single countries the choice cuts off (section 2).

    :raises Rejected: `bad_option` for an unknown continent, `theatre_not_connected` if more than one larger piece
        is left.
    """
    if not options.theatre:
        return board.everywhere
    chosen = 0
    for continent in options.theatre:
        if f"continent:{continent}" not in board.tags:
            malformed(Refusal.BAD_OPTION, "2", option="theatre", reason=f"unknown continent {quoted(continent)}")
        chosen |= board.tags[f"continent:{continent}"]
    pieces = [block for block in board.blocks(chosen) if block.bit_count() > 1]
    if len(pieces) != 1:
        not_allowed(Refusal.THEATRE_NOT_CONNECTED, "2", pieces=len(pieces))
    return pieces[0]
