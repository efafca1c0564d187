"""Why lobby says no: a closed list. Kinds and sentences are in `app/refusals.py`."""

from enum import StrEnum
from typing import Any


class Refusal(StrEnum):
    """Every refusal of accounts and rooms."""

    BAD_NAME = "bad_name"
    BAD_PASSWORD = "bad_password"  # noqa: S105 - a code
    BAD_LANGUAGE = "bad_language"
    BAD_LABEL = "bad_label"
    BAD_SCOPES = "bad_scopes"
    BAD_ENTROPY = "bad_entropy"
    BAD_SEAT = "bad_seat"
    BAD_LEVEL = "bad_level"
    BAD_EXPIRY = "bad_expiry"
    BAD_SEATS = "bad_seats"
    BAD_RATING = "bad_rating"
    BAD_ENTRY = "bad_entry"
    TOO_LARGE = "too_large"

    NOT_SIGNED_IN = "not_signed_in"
    WRONG_CREDENTIALS = "wrong_credentials"
    WRONG_CODE = "wrong_code"

    NO_SUCH_ACCOUNT = "no_such_account"
    NO_SUCH_ROOM = "no_such_room"

    WRONG_PASSWORD = "wrong_password"  # noqa: S105 - a code
    NOT_HOST = "not_host"
    NOT_YOUR_SEAT = "not_your_seat"
    LINK_INVALID = "link_invalid"
    ROOM_LOCKED = "room_locked"
    NO_BOTS = "no_bots"
    NO_ENTRIES = "no_entries"
    IS_GUEST = "is_guest"
    OWN_RATINGS_OFF = "own_ratings_off"
    LICHESS_OFF = "lichess_off"
    LICHESS_STATE = "lichess_state"
    LICHESS_REFUSED = "lichess_refused"

    NAME_TAKEN = "name_taken"
    NOT_A_GUEST = "not_a_guest"
    ROOM_NOT_OPEN = "room_not_open"
    ROOM_FULL = "room_full"
    SEAT_TAKEN = "seat_taken"
    SEATS_OCCUPIED = "seats_occupied"
    SEATS_OPEN = "seats_open"
    ENTROPY_USED = "entropy_used"
    RATED_ALREADY = "rated_already"
    LICHESS_TAKEN = "lichess_taken"
    LICHESS_LINKED = "lichess_linked"
    NO_OTHER_WAY_IN = "no_other_way_in"
    SPECTATORS_NONE = "spectators_none"
    START_REFUSED = "start_refused"
    STAKES_FIXED = "stakes_fixed"
    NOT_ENOUGH_COINS = "not_enough_coins"
    NOT_OVER = "not_over"

    TOO_MANY_ATTEMPTS = "too_many_attempts"
    TOO_MANY_ROOMS = "too_many_rooms"
    REMATCH_OPENED = "rematch_opened"
    TOO_MANY_SEATS = "too_many_seats"
    TOO_MANY_TOKENS = "too_many_tokens"
    LICHESS_BUSY = "lichess_busy"

    LICHESS_AWAY = "lichess_away"


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """A refusal by name.

    :param detail: small plain data that the sentence may speak of.
    """

    def __init__(self, code: Refusal, **detail: Any) -> None:
        super().__init__(code.value)
        self.code = code
        self.detail = detail
