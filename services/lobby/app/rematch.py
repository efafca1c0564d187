"""Once more with the same people: whoever of them asks first opens a room, the others sit down in it.

They are those who held a seat when the campaign ended, as the engine knows: who came in another's place is one of them,
who was replaced or left for good is not.
"""

import msgspec

from chassis.problems import Kind, Problem
from chassis.timekeeping import Clock
from services.lobby.app.ports import Engine, Rooms, RoomView
from services.lobby.app.refusals import telling
from services.lobby.core import rooms
from services.lobby.core.refusals import Refusal, Refused
from services.lobby.core.room import Room, Seat, State, seat_of

_MOST_OPENED = 3
"""After so many closed rematches of a campaign whose host they were, a person opens no more: others still can."""


class Rematch:
    """The use case of a rematch."""

    def __init__(self, store: Rooms, engine: Engine, clock: Clock, *, most_hosted: int, most_open_seats: int) -> None:
        self._store = store
        self._engine = engine
        self._clock = clock
        self._most_hosted = most_hosted
        self._most_open_seats = most_open_seats

    @telling
    async def rematch(self, campaign: str, account: str, entropy: bytes) -> RoomView:
        """The room of the rematch, with the account on a seat of it. Bots sit down again by themselves.

        No list shows it, so that no stranger takes a seat of the same people; its host may change that.

        :raises Problem: `no_such_room` unless the account holds a seat of the campaign, `not_over`, `bad_entropy`,
            `rematch_opened`, `too_many_rooms`, `too_many_seats`, `not_enough_coins`, and as taking a seat of a room.
        """
        rooms.check_entropy(entropy)
        old = await self._over(campaign, account)
        opened = 0
        for number in range(_MOST_OPENED * old.seat_count):
            room_id = rooms.derived_id("rematch", campaign, bytes([number]))
            known = await self._store.get(room_id)
            if known is None:
                if opened >= _MOST_OPENED:
                    raise Refused(Refusal.REMATCH_OPENED, most=_MOST_OPENED)
                made = await self._store.add(await self._new(old, room_id, number, account, entropy), self._most_hosted)
            elif known.room.state is State.CLOSED:
                opened += known.room.host == account
                continue
            else:
                made = known
            if seat_of(made.room, account) is not None:
                return made
            return await self._store.change(
                room_id,
                lambda now: rooms.take_seat(now, account, entropy, invited=True),
                seats_of=(account, self._most_open_seats),
            )
        raise Refused(Refusal.NO_SUCH_ROOM)

    async def _over(self, campaign: str, account: str) -> Room:
        room_id = await self._store.of_campaign(campaign)
        view = None if room_id is None else await self._store.get(room_id)
        if view is None or not await self._holds_a_seat(campaign, account):
            raise Refused(Refusal.NO_SUCH_ROOM)
        if view.room.state is not State.CLOSED:
            raise Refused(Refusal.NOT_OVER)
        return view.room

    async def _holds_a_seat(self, campaign: str, account: str) -> bool:
        """Whether the account has a seat of the campaign; nobody's changes after its end."""
        try:
            return (await self._engine.seated(campaign, account))[0]
        except Problem as problem:
            if problem.kind is Kind.MISSING:  # deleted
                return False
            raise

    async def _new(self, old: Room, room_id: str, number: int, account: str, entropy: bytes) -> Room:
        campaign = rooms.derived_id("rematch campaign", old.campaign, bytes([number]))
        secret_hash = await self._engine.reserve(campaign)
        checked = await self._engine.check_options(campaign, old.ruleset, old.seat_count, old.options)
        now = self._clock.now()
        bots = (seat for seat in old.seats if seat.bot_level)
        seats = (
            Seat(seat=0, account=account, entropy=entropy),
            *(Seat(seat=1 + place, bot_level=seat.bot_level) for place, seat in enumerate(bots)),
        )
        return msgspec.structs.replace(
            old, id=room_id, campaign=campaign, host=account, state=State.OPEN, seats=seats, options=checked.options,
            rating_kinds=checked.rating_kinds, own_ratings=checked.own_ratings, secret_hash=secret_hash,
            public=False, created=now, changed=now, version=1, refusal=None,
        )  # fmt: skip
