"""People: accounts, tokens, coins, ratings and who they are on Lichess."""

from typing import Literal

from msgspec import UNSET, UnsetType

from services.gateway.shapes.shape import Shape, UnixMs

RatingKind = Literal["bullet", "blitz", "rapid", "classical", "correspondence"]
"""Lichess's."""


class Account(Shape, frozen=True, kw_only=True):
    """A person."""

    id: str
    name: str
    guest: bool
    language: str


class LichessRating(Shape, frozen=True, kw_only=True):
    """A rating on Lichess."""

    kind: RatingKind
    rating: int
    games: int
    established: bool
    """Lichess knows it well enough; else it counts for nothing."""


class LichessUser(Shape, frozen=True, kw_only=True):
    """Who somebody is on Lichess."""

    name: str
    ratings: list[LichessRating]
    fetched_unix_ms: UnixMs


class SeatRating(Shape, frozen=True, kw_only=True):
    """How strong a seat's player is."""

    rating: int
    mark: Literal["established", "unestablished", "own"]
    """An unestablished one counts for nothing; an own one is the player's word."""
    kind: RatingKind | UnsetType = UNSET
    """Of Lichess's kinds, unless it is the player's own word."""


class Token(Shape, frozen=True, kw_only=True):
    """A token of a native client, without its secret."""

    id: str
    label: str
    scopes: list[str]
    created_unix_ms: UnixMs
    expires_unix_ms: UnixMs | UnsetType = UNSET
    """Left out if it never runs out."""


class PurseLine(Shape, frozen=True, kw_only=True):
    """One transfer of the reader's coins."""

    kind: Literal["grant", "entry", "return", "refund", "payout"]
    amount: int
    """Below 0 if it took coins."""
    at_unix_ms: UnixMs
    campaign: str | UnsetType = UNSET
