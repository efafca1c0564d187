"""Talking in a campaign's channels and reading them."""

from chassis.plain_text import BadText, cleaned
from chassis.timekeeping import from_unix_ms
from services.notify.app.ports import Channel, Engine, Message, Saying, Store, TalkStore, Teller
from services.notify.app.refusals import telling
from services.notify.core import talk
from services.notify.core.audience import Event, Occupant
from services.notify.core.talk import Refusal, Refused

MOST_LISTED = 100
_LISTED = 50
_BEFORE_ALL = from_unix_ms(0)


class Talk:
    """The use cases of talk; each may also raise `no_such_campaign`, and `unavailable` if the engine must be asked."""

    def __init__(self, store: TalkStore, inboxes: Store, engine: Engine, teller: Teller) -> None:
        self._store = store
        self._inboxes = inboxes
        self._engine = engine
        self._teller = teller

    @telling
    async def say(self, campaign: str, channel: str, account: str, key: str, text: str) -> Message:
        """Say something; the same key gets the first message again.

        :raises Problem: `not_a_player`, `no_such_channel`, `nobody_listens`, `bad_text`, `key_reused`, `slow_down`
            (`retry_after_ms`).
        """
        seating = await self._seating(campaign)
        seat = talk.seat_in(channel, seating, account)
        talk.check_heard(channel, seating, seat)
        partner = talk.partner(channel, seat)
        saying = Saying(
            campaign=campaign, channel=channel, seat=seat, account=account, key=key, text=_cleaned(text),
            notify="" if partner is None else seating[partner].account,
        )  # fmt: skip
        said = await self._store.say(saying)
        if said.new:
            await self._teller.said(campaign, channel, talk.readers(channel, seating), said.message)
        if said.change is not None:
            await self._teller.tell(said.change)
        return said.message

    @telling
    async def messages(
        self, campaign: str, channel: str, account: str, link: str, before: int, limit: int
    ) -> list[Message]:
        """Messages before a number (0: the newest), newest first, at most 100.

        :param link: a spectator's signed link; empty if none.
        :raises Problem: `no_such_channel`, `not_allowed`, what is wrong with the link.
        """
        seating = await self._seating(campaign)
        seat = talk.seat_of(seating, account)
        if seat is not None:
            talk.seat_in(channel, seating, account)
        elif channel != talk.ALL:
            raise Refused(Refusal.NO_SUCH_CHANNEL)
        else:
            await self._watching(campaign, link)
        return await self._store.messages(campaign, channel, before, min(limit or _LISTED, MOST_LISTED), seat)

    @telling
    async def channels(self, campaign: str, account: str, link: str) -> tuple[list[Channel], tuple[str, ...]]:
        """The channels that somebody may read, as they find them, and the accounts of the campaign.

        :raises Problem: `not_allowed`, what is wrong with the link.
        """
        seating = await self._seating(campaign)
        seat = talk.seat_of(seating, account)
        if seat is None:
            await self._watching(campaign, link)
        names = [talk.ALL] if seat is None else talk.channels_of(seating, seat)
        found = await self._store.channels(campaign, names, "" if seat is None else account, seat)
        return found, talk.readers(talk.ALL, seating)

    @telling
    async def mark_read(self, campaign: str, channel: str, account: str, n: int) -> int:
        """Everything up to a number is read; how many are unread now. Repeating it is harmless.

        :raises Problem: `not_a_player`, `no_such_channel`.
        """
        seat = talk.seat_in(channel, await self._seating(campaign), account)
        now, changed = await self._store.mark_read(campaign, channel, account, seat, n)
        if changed:
            await self._teller.read(campaign, account, now)
        return now.unread

    @telling
    async def mute(self, campaign: str, channel: str, account: str, *, muted: bool) -> None:
        """Mute a channel or end that. Repeating it is harmless.

        :raises Problem: `not_a_player`, `no_such_channel`.
        """
        seat = talk.seat_in(channel, await self._seating(campaign), account)
        now, changed = await self._store.mute(campaign, channel, account, seat, muted=muted)
        if changed:
            await self._teller.read(campaign, account, now)

    @telling
    async def erase(self, campaign: str, channel: str, account: str, n: int) -> Message:
        """Take the text of one's own message away, for everybody, also after one has left for good. Repeating it is
        harmless.

        :raises Problem: `not_a_player`, `no_such_channel`, `no_such_message`, `not_your_message`.
        """
        seating = await self._seating(campaign)
        try:
            message, changed = await self._store.erase(campaign, channel, account, n)
        except Refused:
            talk.seat_in(channel, seating, account)  # whether there is such a message is nobody's business but theirs
            raise
        if changed:
            newer = await self._store.heard_from(campaign, channel)
            heard = {seat: holder for seat, holder in seating.items() if newer.get(seat, 0) < n}
            told = [
                reader for reader in talk.readers(channel, seating) if any(o.account == reader for o in heard.values())
            ]
            await self._teller.said(campaign, channel, tuple(told), message)
        return message

    async def _watching(self, campaign: str, link: str) -> None:
        if not await self._engine.may_watch(campaign, link):
            raise Refused(Refusal.NOT_ALLOWED)

    async def _seating(self, campaign: str) -> dict[int, Occupant]:
        """Who sits where; of a campaign not heard of yet the engine is asked, and the answer kept."""
        known = await self._store.seating(campaign)
        if known is not None:
            return known
        found = await self._engine.seating(campaign)
        if found is None:
            raise Refused(Refusal.NO_SUCH_CAMPAIGN)
        # As the oldest of all appends: whatever the campaign itself tells is newer.
        await self._inboxes.deliver(Event(campaign=campaign, epoch=0, seq=0, at=_BEFORE_ALL, seats=found), ())
        return {occupant.seat: occupant for occupant in found}


def _cleaned(text: str) -> str:
    """A message as it is kept.

    :raises Refused: `bad_text`.
    """
    try:
        return cleaned(text, talk.MOST_CHARACTERS)
    except BadText as error:
        raise Refused(Refusal.BAD_TEXT, most=error.most) from error
