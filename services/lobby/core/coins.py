"""The coin ledger's rules (provinces, "Rooms and modes"): what moves when somebody sits down, leaves, or a game ends.

Coins are the platform's own and worth nothing outside. Every transfer takes from one coin account what it gives to
another, so the sum over all is always 0, and coins come into play by grants alone. Who may owe: only `grants`.
"""

from collections.abc import Iterable
from enum import StrEnum

import msgspec

from services.lobby.core.room import Room, State

GRANTS, HOUSE = "grants", "house"
"""Where grants come from, and where the rake goes."""


class Kind(StrEnum):
    """Why coins move."""

    GRANT = "grant"
    ENTRY = "entry"
    """Into the table's escrow, when a seat is taken."""
    RETURN = "return"
    """Out of it again: left before the start."""
    REFUND = "refund"
    """Out of it again: the game ended without a winner."""
    PAYOUT = "payout"
    """The pot, to the winner."""
    RAKE = "rake"
    """The operator's part of the pot."""


class Transfer(msgspec.Struct, frozen=True, kw_only=True):
    """Coins from one coin account to another. (campaign, account, kind, n) is unique: none happens twice."""

    campaign: str
    """Empty for a grant."""
    account: str
    """The person it is about."""
    kind: Kind
    n: int = 0
    """Tells the entries of somebody who comes and goes apart: the room's version."""
    amount: int
    """Greater than 0."""
    debit: str
    """The coin account that loses them."""
    credit: str
    """The one that gets them."""


def purse(account: str) -> str:
    """A person's coin account."""
    return f"person:{account}"


def escrow(campaign: str) -> str:
    """A table's coin account."""
    return f"table:{campaign}"


def grant(account: str, amount: int) -> Transfer:
    """What a new account gets."""
    return Transfer(campaign="", account=account, kind=Kind.GRANT, amount=amount, debit=GRANTS, credit=purse(account))


def stakes(before: Room | None, after: Room) -> tuple[Transfer, ...]:
    """What a change of a room moves while it is open: entries of who sat down, back to who left or was left.

    :param before: None for a new room.
    """
    if not after.entry or (before is not None and before.state is not State.OPEN):
        return ()
    had = set() if before is None else _seated(before)
    has = set() if after.state is State.CLOSED else _seated(after)
    entries = (_stake(after, account, Kind.ENTRY) for account in sorted(has - had))
    returns = (_stake(after, account, Kind.RETURN) for account in sorted(had - has))
    return (*returns, *entries)


def pot_to_winner(campaign: str, pot: int, winner: str, rake_percent: int) -> tuple[Transfer, ...]:
    """The pot of a game that was won; the operator's part is rounded down.

    >>> [(one.kind.value, one.amount) for one in pot_to_winner("c", 250, "a", 5)]
    [('payout', 238), ('rake', 12)]
    """
    rake = pot * rake_percent // 100
    table = escrow(campaign)
    paid = Transfer(
        campaign=campaign, account=winner, kind=Kind.PAYOUT, amount=pot - rake, debit=table, credit=purse(winner)
    )
    cut = Transfer(campaign=campaign, account=winner, kind=Kind.RAKE, amount=rake, debit=table, credit=HOUSE)
    return tuple(one for one in (paid, cut) if one.amount)


def refunds(campaign: str, staked: Iterable[tuple[str, int]]) -> tuple[Transfer, ...]:
    """Everybody's entry back: the game ended without a winner.

    :param staked: (account, coins) of who has something in escrow.
    """
    return tuple(
        Transfer(
            campaign=campaign, account=account, kind=Kind.REFUND, amount=amount,
            debit=escrow(campaign), credit=purse(account),
        )
        for account, amount in staked
        if amount
    )  # fmt: skip


def _seated(room: Room) -> set[str]:
    return {seat.account for seat in room.seats if seat.account}


def _stake(room: Room, account: str, kind: Kind) -> Transfer:
    ends = (purse(account), escrow(room.campaign))
    debit, credit = ends if kind is Kind.ENTRY else reversed(ends)
    return Transfer(
        campaign=room.campaign, account=account, kind=kind, n=room.version, amount=room.entry,
        debit=debit, credit=credit,
    )  # fmt: skip
