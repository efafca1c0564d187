"""Why the rules of the provinces refuse a command: one closed list, translated by every client."""

from enum import StrEnum

from services.engine.core.refusing import malformed, not_allowed, not_now, quoted

__all__ = ["Refusal", "malformed", "not_allowed", "not_now", "quoted"]


class Refusal(StrEnum):
    """Refusal codes. The value is the code on the wire; `detail` of the refusal carries what is named here."""

    NOT_YOUR_TURN = "not_your_turn"
    """Somebody else's turn, or one that is over. `turn`, `seat`."""
    UNITS_LEFT = "units_left"
    """The turn's units must be placed first. `left`."""
    TOO_MANY_UNITS = "too_many_units"
    """More than there are. `have`."""
    TOO_FEW_UNITS = "too_few_units"
    """The province holds too few for this. `province`, `need`, `have`."""
    NO_UNITS = "no_units"
    """At least one unit, please: an order of none."""
    NOT_YOURS = "not_yours"
    """A province that must be the player's own. `province`."""
    OWN_PROVINCE = "own_province"
    """The player's own province can't be attacked. `province`."""
    NOT_BORDERING = "not_bordering"
    """No border joins the two. `province`."""
    ALREADY_ATTACKED = "already_attacked"
    """This attack of the turn was made, or none is left. `attacks`: made so far, `most`."""
    ALREADY_MOVED = "already_moved"
    """After the turn's move there is neither an attack nor another move."""
    UNKNOWN_PROVINCE = "unknown_province"
    """No such province on this map. `province`."""
    OUT = "out"
    """The player is out of the game and may watch."""
    NO_STAND_IN = "no_stand_in"
    """Nobody stands in for a player here: a turn lasts a minute."""
    BAD_OPTION = "bad_option"
    """An option is outside its range. `reason`."""
    MAP_TOO_SMALL = "map_too_small"
    """Too few provinces for so many seats. `need`, `have`."""
    OVER = "over"
    """The game has ended."""
