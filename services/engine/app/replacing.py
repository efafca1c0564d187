"""Giving a seat to another person: the host's offer, and taking it by the link that lobby signed for it (ADR 20).

A link names its campaign, the seat and the moment the seat last changed hands. So it is good for one taking, and void
as soon as the seat's own person is back.
"""

from datetime import datetime
from typing import Any

import msgspec

from chassis.crypto import LinkVerifier
from chassis.keys import Key
from chassis.problems import Problem
from chassis.timekeeping import Clock
from services.engine.app.commands import Answer, Commands, Decided, seat_of, the_seat
from services.engine.app.loading import Loaded, Loader
from services.engine.app.refusals import problem_of
from services.engine.core import steps
from services.engine.core.campaign import Refusal
from services.engine.core.kernel import Kind, Rejected
from services.engine.core.values import Seat

TAKE_OVER = "take_over"


class Replacing:
    """The use cases of a seat that changes hands between people."""

    def __init__(self, commands: Commands, loader: Loader, links: LinkVerifier, clock: Clock) -> None:
        self._commands = commands
        self._loader = loader
        self._links = links
        self._clock = clock

    async def offer(self, campaign: str, account: str, seat: int) -> int:
        """What a link to the seat must name: since when nobody but a bot plays it, in milliseconds since 1970 UTC.

        :raises Problem: `not_host`, `malformed` for no such seat, `no_such_campaign`, and as `steps.may_replace`.
        """
        loaded = await self._loader.load(campaign, fresh=True)
        the_seat(loaded, seat)
        try:
            asks = seat_of(loaded, account)
            if loaded.head.imported or asks is None or asks != loaded.campaign.table.host:
                raise Rejected(Refusal.NOT_HOST, Kind.NOT_ALLOWED, "platform")
            steps.may_replace(loaded.ruleset, loaded.campaign, Seat(seat))
        except Rejected as refused:
            raise problem_of(refused) from refused
        return loaded.seating[seat].since_unix_ms

    async def take_over(self, campaign: str, account: str, key: str, seat: int, link: str) -> Answer:
        """Take an offered seat; the same key gets the first answer again, whatever became of the link.

        :raises Problem: as `Commands.change_seat`; a refusal is an `Answer` with a problem: `link_invalid`,
            `link_expired`, `link_void`, `seated_before`, and as `steps.may_replace`.
        """
        the_seat(await self._loader.load(campaign), seat)
        body = msgspec.json.encode({"seat": seat, "change": TAKE_OVER})
        claims = self._claims(link)

        def decide(now: Loaded, at: datetime) -> Decided:
            if isinstance(claims, Rejected):
                raise claims
            _check(now, account, seat, claims)
            step = steps.change_seat(now.ruleset, now.campaign, now.secret, Seat(seat), Seat(seat), TAKE_OVER, at)
            return Decided(step=step, command=body, newcomer=account)

        return await self._commands.run(
            campaign, decide, received=None, seat=seat, key=Key.of(account, key, body + link.encode())
        )

    def _claims(self, link: str) -> dict[str, Any] | Rejected:
        """What the link says, or why it says nothing: a repeated click is answered all the same."""
        try:
            return self._links.verify(link, self._clock.now())
        except Problem as problem:
            return Rejected(Refusal(problem.code), Kind.NOT_ALLOWED, "platform")


def _check(now: Loaded, account: str, seat: int, claims: dict[str, Any]) -> None:
    """Whether this account may take the seat by these claims.

    :raises Rejected: `link_invalid`, `seated_before`, `link_void`.
    """
    if claims.get("take") != now.head.campaign or claims.get("seat") != seat:
        raise Rejected(Refusal.LINK_INVALID, Kind.NOT_ALLOWED, "platform")
    if not account or account in now.former or any(holder.account == account for holder in now.seating):
        raise Rejected(Refusal.SEATED_BEFORE, Kind.NOT_ALLOWED, "platform")
    if not opens(now, claims):
        raise Rejected(Refusal.LINK_VOID, Kind.NOT_NOW, "platform")


def opens(loaded: Loaded, claims: dict[str, Any]) -> bool:
    """Whether a verified link's claims still offer a seat of this campaign; its bearer may look at the campaign."""
    seat = claims.get("seat")
    if claims.get("take") != loaded.head.campaign or not isinstance(seat, int) or not 0 <= seat < len(loaded.seating):
        return False
    return loaded.seating[seat].since_unix_ms == claims.get("since")
