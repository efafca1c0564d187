"""What is done with a room from its creation to the end: each pure function answers the room after it, or refuses.

An act that changes nothing answers the very same room, so repeating one is harmless. Whoever stores a changed room
raises its version.
"""

import hashlib
from collections.abc import Callable
from datetime import datetime

import msgspec

from services.lobby.core import ratings
from services.lobby.core.ratings import LichessUser
from services.lobby.core.refusals import Refusal, Refused
from services.lobby.core.room import Room, RoomRules, Seat, StartRefusal, State, free_numbers, may_see, seat_of

ENTROPY_BYTES = 32
MOST_ENTRY = 1_000_000
MOST_SEATS = 200
OPTIONS_BYTES = 16_384
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


Edit = Callable[[Room], Room]


def derived_id(purpose: str, account: str, entropy: bytes) -> str:
    """The id of what one click of an account makes: repeated, it makes the same."""
    digest = hashlib.sha256(b"\0".join((purpose.encode(), account.encode(), entropy))).digest()
    value = int.from_bytes(digest[:16], "big")
    return "a" + "".join(_ALPHABET[(value >> 5 * place) & 31] for place in reversed(range(26)))


def check_entropy(entropy: bytes) -> None:
    """Refuse anything but 32 bytes.

    :raises Refused: `bad_entropy`.
    """
    if len(entropy) != ENTROPY_BYTES:
        raise Refused(Refusal.BAD_ENTROPY, bytes=ENTROPY_BYTES)


def check_shape(seat_count: int, options: bytes) -> None:
    """Refuse what no ruleset could want.

    :raises Refused: `bad_seats`, `too_large`.
    """
    if not 1 <= seat_count <= MOST_SEATS:
        raise Refused(Refusal.BAD_SEATS, most=MOST_SEATS)
    if len(options) > OPTIONS_BYTES:
        raise Refused(Refusal.TOO_LARGE, most=OPTIONS_BYTES)


def check_entry(entry: int, rules: RoomRules) -> None:
    """Refuse stakes that can't be.

    :raises Refused: `bad_entry`, `no_entries` where the game is played for nothing.
    """
    if not 0 <= entry <= MOST_ENTRY:
        raise Refused(Refusal.BAD_ENTRY, most=MOST_ENTRY)
    if entry and not rules.entries:
        raise Refused(Refusal.NO_ENTRIES)


def take_seat(room: Room, account: str, entropy: bytes, *, invited: bool, unlocked: str = "") -> Room:
    """The account takes the first free seat, if it has none yet.

    :param unlocked: hash of the password that the account has given; who is invited needs none.
    :raises Refused: `no_such_room` if it may not know of it, `bad_entropy`, `room_not_open`, `room_locked`,
        `room_full`.
    """
    if not may_see(room, account, invited=invited):
        raise Refused(Refusal.NO_SUCH_ROOM)
    check_entropy(entropy)
    if seat_of(room, account) is not None:
        return room
    _must_be_open(room)
    if room.password_hash not in {"", unlocked} and not invited:
        raise Refused(Refusal.ROOM_LOCKED)
    number = _first_free(room)
    return _seated(room, Seat(seat=number, account=account, entropy=entropy))


def free_seat(room: Room, account: str, number: int) -> Room:
    """The holder leaves, or the host frees a seat; when the host leaves, the next person is host or the room closes.

    With `closes_with_host` it always closes.

    :raises Refused: `bad_seat`, `not_your_seat`, `room_not_open`, and `no_such_room` if the asker may not know of it.
    """
    if not may_see(room, account, invited=False):
        raise Refused(Refusal.NO_SUCH_ROOM)
    if not 0 <= number < room.seat_count:
        raise Refused(Refusal.BAD_SEAT)
    held = next((seat for seat in room.seats if seat.seat == number), None)
    if held is None:
        return room
    if not account or account not in {held.account, room.host}:
        raise Refused(Refusal.NOT_YOUR_SEAT)
    _must_be_open(room)
    seats = tuple(seat for seat in room.seats if seat.seat != number)
    left = msgspec.structs.replace(room, seats=seats, refusal=None)
    if held.account != room.host:
        return left
    heir = None if room.closes_with_host else _next_person(left, number)
    if heir is None:
        return msgspec.structs.replace(left, state=State.CLOSED, seats=())
    return msgspec.structs.replace(left, host=heir)


def set_bot(room: Room, account: str, number: int, level: int) -> Room:
    """The host puts a bot on a free seat (-1: the first), or gives a bot another level.

    :raises Refused: `bad_level`, `no_bots`, `bad_seat`, `not_host`, `room_not_open`, `room_full`, `seat_taken` by a
        person.
    """
    _must_be_host(room, account)
    if not 1 <= level <= room.bot_levels:
        raise Refused(Refusal.BAD_LEVEL, least=1, most=room.bot_levels)
    if room.entry:
        raise Refused(Refusal.NO_BOTS)
    if not -1 <= number < room.seat_count:
        raise Refused(Refusal.BAD_SEAT)
    _must_be_open(room)
    if number < 0:
        number = _first_free(room)
    held = next((seat for seat in room.seats if seat.seat == number), None)
    if held is not None and held.account:
        raise Refused(Refusal.SEAT_TAKEN)
    if held is not None and held.bot_level == level:
        return room
    others = msgspec.structs.replace(room, seats=tuple(seat for seat in room.seats if seat.seat != number))
    return _seated(others, Seat(seat=number, bot_level=level))


def give_rating(room: Room, account: str, rating: int, user: LichessUser | None) -> Room:
    """The account says how strong they are, or (with 0) takes it back.

    :param user: who they are on Lichess.
    :raises Refused: `no_such_room`, `not_your_seat` for who has none, `bad_rating`, `room_not_open`, `own_ratings_off`,
        `rated_already` with an established rating that counts here.
    """
    held = seat_of(room, account)
    if held is None:
        raise Refused(Refusal.NOT_YOUR_SEAT if may_see(room, account, invited=False) else Refusal.NO_SUCH_ROOM)
    if rating and not ratings.LEAST <= rating <= ratings.MOST:
        raise Refused(Refusal.BAD_RATING, least=ratings.LEAST, most=ratings.MOST)
    if held.own_rating == rating:
        return room
    _must_be_open(room)
    if rating and not room.own_ratings:
        raise Refused(Refusal.OWN_RATINGS_OFF)
    known = ratings.established(room.rating_kinds, user)
    if rating and known is not None:
        raise Refused(Refusal.RATED_ALREADY, rating=known.rating, kind=known.kind)
    others = tuple(seat for seat in room.seats if seat != held)
    return _seated(msgspec.structs.replace(room, seats=others), msgspec.structs.replace(held, own_rating=rating))


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """What the host wants changed; None leaves it."""

    name: str | None = None
    seat_count: int | None = None
    options: bytes | None = None
    public: bool | None = None
    rating_kinds: tuple[str, ...] | None = None
    """With new options: as the rules answered for them."""
    own_ratings: bool | None = None
    bot_levels: int | None = None
    closes_with_host: bool | None = None


def check_wish(room: Room, account: str, wish: Wish) -> None:
    """Refuse what can be refused before the engine is asked about options.

    :raises Refused: `not_host`, `room_not_open`, `bad_seats`, `too_large`, `seats_occupied`, `stakes_fixed` if others
        have paid for the table as it is.
    """
    _must_be_host(room, account)
    seat_count = room.seat_count if wish.seat_count is None else wish.seat_count
    check_shape(seat_count, wish.options or b"")
    _must_be_open(room)
    if any(seat.seat >= seat_count for seat in room.seats):
        raise Refused(Refusal.SEATS_OCCUPIED, seats=[seat.seat for seat in room.seats if seat.seat >= seat_count])
    new = wish.options not in {None, room.options} or seat_count != room.seat_count
    if new and room.entry and len(room.seats) > 1:
        raise Refused(Refusal.STAKES_FIXED)


def change(room: Room, account: str, wish: Wish) -> Room:
    """The room as the host wants it; options must have been checked by the engine.

    :raises Refused: as `check_wish`.
    """
    check_wish(room, account, wish)
    wanted = {field: value for field in Wish.__struct_fields__ if (value := getattr(wish, field)) is not None}
    changed = msgspec.structs.replace(room, **wanted)
    return room if changed == room else msgspec.structs.replace(changed, refusal=None)


def start(room: Room, account: str) -> Room:
    """The host starts: from now on nothing changes until the engine has answered. Repeating it is harmless.

    :raises Refused: `not_host`, `room_not_open` if it is closed, `seats_open`.
    """
    _must_be_host(room, account)
    if room.state in {State.STARTING, State.STARTED}:
        return room
    _must_be_open(room)
    free = free_numbers(room)
    if free:
        raise Refused(Refusal.SEATS_OPEN, seats=list(free))
    return msgspec.structs.replace(room, state=State.STARTING, refusal=None)


def settle(room: Room, version: int, refusal: StartRefusal | None) -> Room:
    """The engine's answer to the start that was committed as `version`; of any other start it is void."""
    if room.state is not State.STARTING or room.version != version:
        return room
    if refusal is None:
        return msgspec.structs.replace(room, state=State.STARTED)
    return msgspec.structs.replace(room, state=State.OPEN, refusal=refusal)


def begun(room: Room) -> Room:
    """The engine says that the campaign has started, however it came to."""
    if room.state in {State.OPEN, State.STARTING}:
        return msgspec.structs.replace(room, state=State.STARTED, refusal=None)
    return room


def ended(room: Room) -> Room:
    """The campaign is over."""
    return room if room.state is State.CLOSED else msgspec.structs.replace(room, state=State.CLOSED)


def erased(room: Room) -> Room:
    """The campaign is deleted: neither the room's name nor who sat in it is kept."""
    return msgspec.structs.replace(room, state=State.CLOSED, name="", host="", seats=())


def close(room: Room, account: str) -> Room:
    """The host closes the room before the start.

    :raises Refused: `not_host`, `room_not_open` once it starts.
    """
    _must_be_host(room, account)
    if room.state is State.CLOSED:
        return room
    _must_be_open(room)
    return msgspec.structs.replace(room, state=State.CLOSED)


def close_idle(room: Room, before: datetime) -> Room:
    """A room that hasn't changed for long and never started closes."""
    if room.state is State.OPEN and room.changed < before:
        return msgspec.structs.replace(room, state=State.CLOSED)
    return room


def check_host(room: Room, account: str) -> None:
    """Refuse anybody but the host of an open room.

    :raises Refused: `no_such_room`, `not_host`, `room_not_open`.
    """
    _must_be_host(room, account)
    _must_be_open(room)


def _must_be_host(room: Room, account: str) -> None:
    if not account or account != room.host:
        raise Refused(Refusal.NOT_HOST if may_see(room, account, invited=False) else Refusal.NO_SUCH_ROOM)


def _must_be_open(room: Room) -> None:
    if room.state is not State.OPEN:
        raise Refused(Refusal.ROOM_NOT_OPEN, state=room.state.value)


def _first_free(room: Room) -> int:
    free = free_numbers(room)
    if not free:
        raise Refused(Refusal.ROOM_FULL, seats=room.seat_count)
    return free[0]


def _seated(room: Room, seat: Seat) -> Room:
    seats = tuple(sorted((*room.seats, seat), key=lambda held: held.seat))
    return msgspec.structs.replace(room, seats=seats, refusal=None)


def _next_person(room: Room, after: int) -> str | None:
    """The next person round the table."""
    people = [seat for seat in room.seats if seat.account]
    later = [seat for seat in people if seat.seat > after]
    return next((seat.account for seat in (*later, *people)), None)
