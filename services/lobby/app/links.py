"""Signed links: into a room, to watch a campaign, to take a seat over."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from chassis.crypto import LinkSigner
from chassis.timekeeping import Clock
from services.lobby.app.ports import Engine, Rooms
from services.lobby.app.refusals import telling
from services.lobby.core import rooms
from services.lobby.core.refusals import Refusal, Refused
from services.lobby.core.room import State

_INVITE = timedelta(days=7)
_WATCH = timedelta(days=90)
_LONGEST_INVITE = timedelta(days=30)
_LONGEST_WATCH = timedelta(days=365)


class LinksUse:
    """The use cases of links; each answers the link and until when it is good, to the second."""

    def __init__(self, store: Rooms, engine: Engine, signer: LinkSigner, clock: Clock) -> None:
        self._store = store
        self._engine = engine
        self._signer = signer
        self._clock = clock

    @telling
    async def invite(self, room: str, account: str, expires_in: timedelta) -> tuple[str, datetime]:
        """An invite into a room; good for 7 days for an `expires_in` of zero.

        :raises Problem: `no_such_room`, `not_host`, `room_not_open`, `bad_expiry`.
        """
        _check_expiry(expires_in, _LONGEST_INVITE)
        found = await self._store.get(room)
        if found is None:
            raise Refused(Refusal.NO_SUCH_ROOM)
        rooms.check_host(found.room, account)
        return self._signed({"room": room}, expires_in or _INVITE)

    @telling
    async def spectator_link(self, campaign: str, account: str, expires_in: timedelta) -> tuple[str, datetime]:
        """A link for watching a campaign; good for 90 days for an `expires_in` of zero.

        :raises Problem: `no_such_room` unless the account has a seat in the campaign, `spectators_none`, `bad_expiry`.
        """
        _check_expiry(expires_in, _LONGEST_WATCH)
        room = await self._store.of_campaign(campaign)
        found = None if room is None else await self._store.get(room)
        if found is None or found.room.state is not State.STARTED:
            raise Refused(Refusal.NO_SUCH_ROOM)
        seated, spectators = await self._engine.seated(campaign, account)
        if not seated:
            raise Refused(Refusal.NO_SUCH_ROOM)
        if spectators == "none":
            raise Refused(Refusal.SPECTATORS_NONE)
        return self._signed({"watch": campaign}, expires_in or _WATCH)

    @telling
    async def seat_link(self, campaign: str, account: str, seat: int, expires_in: timedelta) -> tuple[str, datetime]:
        """A link for taking a seat over; good for 7 days for an `expires_in` of zero.

        It names since when the seat is free, so that it is void as soon as somebody plays it again.

        :raises Problem: `bad_expiry`, and what the engine refuses: `not_host`, `seat_played`, `no_replacing`, ...
        """
        _check_expiry(expires_in, _LONGEST_INVITE)
        since = await self._engine.offer_seat(campaign, account, seat)
        return self._signed({"take": campaign, "seat": seat, "since": since}, expires_in or _INVITE)

    def _signed(self, claims: Mapping[str, str | int], lasts: timedelta) -> tuple[str, datetime]:
        expires = (self._clock.now() + lasts).replace(microsecond=0)
        return self._signer.sign(claims, expires), expires


def _check_expiry(expires_in: timedelta, longest: timedelta) -> None:
    if expires_in > longest:
        raise Refused(Refusal.BAD_EXPIRY, most_s=int(longest.total_seconds()))
