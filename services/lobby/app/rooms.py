"""Rooms: creating, changing, sitting down, closing."""

import msgspec

from chassis.crypto import LinkVerifier
from chassis.problems import Busy
from chassis.timekeeping import Clock
from services.lobby.app.guesses import Guesses
from services.lobby.app.ports import Engine, Passwords, Place, Rooms, RoomView
from services.lobby.app.refusals import telling
from services.lobby.core import names, rooms
from services.lobby.core.refusals import Refusal, Refused
from services.lobby.core.room import Room, Seat, State, may_see, seat_of
from services.lobby.core.rooms import Wish

MOST_LISTED = 100
MOST_OPEN_SEATS = 50
"""Open rooms that an account may sit in."""
_TRIES = 3


class NewRoom(msgspec.Struct, frozen=True, kw_only=True):
    """What a host asks for."""

    account: str
    ruleset: str
    name: str
    seat_count: int
    options: bytes
    public: bool
    entropy: bytes
    entry: int = 0
    """Coins everybody stakes; 0: free."""
    password: str = ""
    """Who isn't invited needs it to sit down; empty: none."""


class RoomsUse:
    """The use cases of rooms before the start."""

    def __init__(
        self,
        store: Rooms,
        engine: Engine,
        verifier: LinkVerifier,
        clock: Clock,
        *,
        passwords: Passwords,
        guesses: Guesses,
        most_hosted: int,
    ) -> None:
        self._store = store
        self._passwords = passwords
        self._guesses = guesses
        self._engine = engine
        self._verifier = verifier
        self._clock = clock
        self._most_hosted = most_hosted

    @telling
    async def create(self, new: NewRoom) -> RoomView:
        """A room with its host on seat 0 and its campaign's secret drawn. The same entropy makes the same room once.

        :raises Problem: `bad_name`, `bad_entropy`, `bad_seats`, `too_large`, `too_many_rooms`, `entropy_used`,
            `no_such_account`, `bad_entry`, `no_entries`, `bad_password`, `not_enough_coins`, and whatever the engine
            says of the options.
        """
        name = names.clean_name(new.name, names.ROOM_NAME_CHARACTERS)
        rooms.check_entropy(new.entropy)
        rooms.check_shape(new.seat_count, new.options)
        password = names.clean_password(new.password, names.ROOM_PASSWORD_CHARACTERS) if new.password else ""
        room_id = rooms.derived_id("room", new.account, new.entropy)
        made = await self._store.get(room_id)
        if made is not None:
            return _same_click(made)
        campaign = rooms.derived_id("campaign", new.account, new.entropy)
        secret_hash = await self._engine.reserve(campaign)
        checked = await self._engine.check_options(campaign, new.ruleset, new.seat_count, new.options)
        rooms.check_entry(new.entry, checked.rules)
        now = self._clock.now()
        room = Room(
            id=room_id,
            campaign=campaign,
            ruleset=new.ruleset,
            name=name,
            host=new.account,
            state=State.OPEN,
            public=new.public,
            seat_count=new.seat_count,
            seats=(Seat(seat=0, account=new.account, entropy=new.entropy),),
            options=checked.options,
            rating_kinds=checked.rating_kinds,
            own_ratings=checked.own_ratings,
            bot_levels=checked.rules.bot_levels,
            closes_with_host=checked.rules.closes_with_host,
            entry=new.entry,
            password_hash=await self._passwords.hash(password) if password else "",
            secret_hash=secret_hash,
            created=now,
            changed=now,
            version=1,
        )
        return _same_click(await self._store.add(room, self._most_hosted))

    @telling
    async def get(self, room: str, account: str, invite: str) -> RoomView:
        """The room, for whoever may look into it.

        :raises Problem: `no_such_room`, `link_invalid`, `link_expired`.
        """
        found = await self._store.get(room)
        if found is None or not self._may_see(found.room, account, invite):
            raise Refused(Refusal.NO_SUCH_ROOM)
        return found

    async def list_open(self, limit: int, after: Place | None) -> tuple[list[RoomView], bool]:
        """Open public rooms after a place, newest first, at most 100; and whether there are more."""
        most = min(limit or MOST_LISTED, MOST_LISTED)
        found = await self._store.open_public(most + 1, after)
        return found[:most], len(found) > most

    @telling
    async def update(self, room: str, account: str, wish: Wish) -> RoomView:
        """Change what the host wishes; new options or another number of seats are checked by the rules.

        :raises Problem: `no_such_room`, `not_host`, `room_not_open`, `bad_name`, `bad_seats`, `too_large`,
            `seats_occupied`, `stakes_fixed`, `no_entries`, `busy`, and whatever the engine says of the options.
        """
        if wish.name is not None:
            wish = msgspec.structs.replace(wish, name=names.clean_name(wish.name, names.ROOM_NAME_CHARACTERS))
        for _ in range(_TRIES):
            seen = await self._seen(room)
            rooms.check_wish(seen, account, wish)
            ready = wish
            if wish.options is not None or wish.seat_count not in {None, seen.seat_count}:
                checked = await self._engine.check_options(
                    seen.campaign, seen.ruleset, wish.seat_count or seen.seat_count, wish.options or seen.options
                )
                rooms.check_entry(seen.entry, checked.rules)
                ready = msgspec.structs.replace(
                    wish,
                    options=checked.options,
                    rating_kinds=checked.rating_kinds,
                    own_ratings=checked.own_ratings,
                    bot_levels=checked.rules.bot_levels,
                    closes_with_host=checked.rules.closes_with_host,
                )
            changed = await self._changed_as_seen(seen, account, ready)
            if changed is not None:
                return changed
        raise Busy

    @telling
    async def take_seat(self, room: str, account: str, entropy: bytes, invite: str, password: str) -> RoomView:
        """Sit down on the first free seat, and stake the table's entry; who sits already stays there.

        :raises Problem: `no_such_room`, `link_invalid`, `link_expired`, `bad_entropy`, `room_not_open`, `room_locked`,
            `too_many_attempts`, `room_full`, `seat_taken`, `too_many_seats`, `not_enough_coins`.
        """
        unlocked = await self._unlocked(room, account, password) if password else ""
        return await self._store.change(
            room,
            lambda old: rooms.take_seat(
                old, account, entropy, invited=self._invited(old, account, invite), unlocked=unlocked
            ),
            seats_of=(account, MOST_OPEN_SEATS),
        )

    @telling
    async def free_seat(self, room: str, account: str, seat: int) -> RoomView:
        """Leave, or as the host free a seat.

        :raises Problem: `no_such_room`, `bad_seat`, `not_your_seat`, `room_not_open`.
        """
        return await self._store.change(room, lambda old: rooms.free_seat(old, account, seat))

    @telling
    async def set_bot(self, room: str, account: str, seat: int, level: int) -> RoomView:
        """Put a bot on a seat, or change its level.

        :raises Problem: `no_such_room`, `not_host`, `bad_level`, `bad_seat`, `room_not_open`, `room_full`,
            `seat_taken`.
        """
        return await self._store.change(room, lambda old: rooms.set_bot(old, account, seat, level))

    @telling
    async def give_rating(self, room: str, account: str, rating: int) -> RoomView:
        """Say how strong one is, where the host allows it; 0 takes it back.

        :raises Problem: `no_such_room`, `not_your_seat`, `bad_rating`, `room_not_open`, `own_ratings_off`,
            `rated_already`.
        """
        seen = await self._store.get(room)
        known = None if seen is None else seen.accounts.get(account)
        user = None if known is None else known.lichess
        return await self._store.change(room, lambda old: rooms.give_rating(old, account, rating, user))

    @telling
    async def close(self, room: str, account: str) -> RoomView:
        """Close the room before the start.

        :raises Problem: `no_such_room`, `not_host`, `room_not_open`.
        """
        return await self._store.change(room, lambda old: rooms.close(old, account))

    async def _seen(self, room: str) -> Room:
        found = await self._store.get(room)
        if found is None:
            raise Refused(Refusal.NO_SUCH_ROOM)
        return found.room

    async def _unlocked(self, room: str, account: str, password: str) -> str:
        """The hash of the room's password if this is it, else nothing; wrong ones are counted."""
        seen = await self._seen(room)
        if not seen.password_hash or not may_see(seen, account, invited=False):
            return ""
        taken = await self._guesses.taken_at(room, account)
        password = names.clean_password(password, names.ROOM_PASSWORD_CHARACTERS)
        if not await self._passwords.verify(seen.password_hash, password):
            return ""
        await taken.give_back()
        return seen.password_hash

    async def _changed_as_seen(self, seen: Room, account: str, wish: Wish) -> RoomView | None:
        """The changed room, or None if what the engine was asked about is no longer so."""
        stale = False

        def edit(now: Room) -> Room:
            nonlocal stale
            stale = (now.options, now.seat_count) != (seen.options, seen.seat_count)
            return now if stale else rooms.change(now, account, wish)

        changed = await self._store.change(seen.id, edit)
        return None if stale else changed

    def _may_see(self, room: Room, account: str, invite: str) -> bool:
        return may_see(room, account, invited=False) or self._invited(room, account, invite)

    def _invited(self, room: Room, account: str, invite: str) -> bool:
        """An invite is only looked at if it is needed: who sits in the room may hold an old one."""
        needed = not may_see(room, account, invited=False) or (room.password_hash and seat_of(room, account) is None)
        if not invite or not needed:
            return False
        if self._verifier.verify(invite, self._clock.now()).get("room") != room.id:
            raise Refused(Refusal.LINK_INVALID)
        return True


def _same_click(made: RoomView) -> RoomView:
    if made.room.state is State.CLOSED:
        raise Refused(Refusal.ENTROPY_USED)
    return made
