"""What is known of a player's strength, and which of it counts in a room (chess_wars section 6, "Kind of rating")."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum

import msgspec

KINDS = ("bullet", "blitz", "rapid", "classical", "correspondence")
"""Lichess's kinds of rating that are kept; variants and puzzles say nothing of our games."""
LEAST, MOST = 400, 4000
"""Of a rating on Lichess, and so of one that players give themselves."""


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's rating of one kind on Lichess."""

    kind: str
    rating: int
    games: int
    established: bool
    """Lichess knows it well enough (a deviation of at most 110)."""


class LichessUser(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody on Lichess, as their public profile says."""

    id: str
    """Lichess's own, in lower case."""
    name: str
    ratings: tuple[Rating, ...]
    """By kind, in the order of `KINDS`; none of a kind they never played."""
    fetched: datetime
    """When Lichess was asked."""


class Mark(StrEnum):
    """How far a rating can be trusted."""

    ESTABLISHED = "established"
    UNESTABLISHED = "unestablished"
    """Lichess isn't sure of it yet: it is shown, but counts for nothing."""
    OWN = "own"
    """The player's own word, which the host allows."""


class SeatRating(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat's player is shown with in a room."""

    rating: int
    mark: Mark
    kind: str = ""
    """Of Lichess's kinds; empty for an own one."""

    @property
    def counts(self) -> bool:
        """Whether the campaign starts with it."""
        return self.mark is not Mark.UNESTABLISHED


def established(kinds: Iterable[str], user: LichessUser | None) -> Rating | None:
    """The first established rating of these kinds, which are in the order in which they count."""
    return _first(kinds, user, sure=True)


def seat_rating(kinds: tuple[str, ...], user: LichessUser | None, own: int, *, own_counts: bool) -> SeatRating | None:
    """What counts: an established rating of the best kind, else their own word if the host allows it.

    Else an unestablished rating is shown, where there is one.

    :param own: 0 if they gave none.
    """
    sure = established(kinds, user)
    if sure is not None:
        return SeatRating(rating=sure.rating, mark=Mark.ESTABLISHED, kind=sure.kind)
    if own and own_counts and kinds:
        return SeatRating(rating=own, mark=Mark.OWN)
    unsure = _first(kinds, user, sure=False)
    if unsure is not None:
        return SeatRating(rating=unsure.rating, mark=Mark.UNESTABLISHED, kind=unsure.kind)
    return None


def _first(kinds: Iterable[str], user: LichessUser | None, *, sure: bool) -> Rating | None:
    known = {} if user is None else {rating.kind: rating for rating in user.ratings if rating.established is sure}
    return next((known[kind] for kind in kinds if kind in known), None)
