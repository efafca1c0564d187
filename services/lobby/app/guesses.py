"""How often somebody may guess a password or a code (ADR 7).

Only failures count. An address that guesses uses up its own tries, and but a part of what a name allows to strangers;
an address from which the account has signed in before isn't touched by what others try.
"""

from datetime import timedelta

import msgspec

from chassis.crypto import hash_token
from services.lobby.app.ports import Accounts, Limiter
from services.lobby.core import names
from services.lobby.core.refusals import Refusal, Refused


class Guesses(msgspec.Struct, frozen=True, kw_only=True):
    """The limits of guesses, by what they count."""

    by_address: Limiter
    by_name: Limiter
    """From all addresses that the account doesn't know."""
    by_both: Limiter

    async def taken_for(self, accounts: Accounts, name: str, address: str) -> "Taken":
        """Count a try at a name; it is given back if it is right.

        :raises Refused: `too_many_attempts`.
        """
        who = hash_token(names.folded(name))
        taken = await self.taken_from(address)
        await taken.take(self.by_both, f"{who}:{hash_token(address)}")
        if not await accounts.known_from(name, address):
            await taken.take(self.by_name, who)
        return taken

    async def taken_by(self, account: str) -> "Taken":
        """Count a try at the own password of somebody who is signed in: others' tries don't touch it.

        :raises Refused: `too_many_attempts`.
        """
        taken = Taken()
        await taken.take(self.by_both, f"account:{account}")
        return taken

    async def taken_at(self, room: str, account: str) -> "Taken":
        """Count a try at a room's password.

        :raises Refused: `too_many_attempts`.
        """
        taken = Taken()
        await taken.take(self.by_both, f"room:{room}:{account}")
        await taken.take(self.by_name, f"room:{room}")
        return taken

    async def taken_from(self, address: str) -> "Taken":
        """Count a try from an address (empty: not known), such as at a recovery code.

        :raises Refused: `too_many_attempts`.
        """
        taken = Taken()
        if address:
            await taken.take(self.by_address, address)
        return taken


class Taken:
    """What a try has used up."""

    def __init__(self) -> None:
        self._taken: list[tuple[Limiter, str]] = []

    async def take(self, limiter: Limiter, who: str) -> None:
        """Use up one of a limit; a refused try costs what it has taken before.

        :raises Refused: `too_many_attempts`.
        """
        await count(limiter, who)
        self._taken.append((limiter, who))

    async def give_back(self) -> None:
        """It was no guess."""
        for limiter, who in self._taken:
            await limiter.give_back(who)


async def count(limiter: Limiter, who: str) -> None:
    """Use up one of a limit.

    :raises Refused: `too_many_attempts`.
    """
    wait = await limiter.take(who)
    if wait is not None:
        raise too_many(wait)


def too_many(wait: timedelta) -> Refused:
    """Wait before the next try."""
    return Refused(Refusal.TOO_MANY_ATTEMPTS, retry_after_ms=int(wait / timedelta(milliseconds=1)))
