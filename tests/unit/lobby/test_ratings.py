"""Which of a player's ratings counts in a room."""

from datetime import UTC, datetime

from services.lobby.core.ratings import LichessUser, Rating, seat_rating

KINDS = ("rapid", "classical", "blitz", "correspondence", "bullet")


def user(**ratings: int) -> LichessUser:
    """Somebody with ratings by kind; negative ones are unestablished."""
    known = tuple(Rating(kind=k, rating=abs(r), games=9, established=r > 0) for k, r in ratings.items())
    return LichessUser(id="ann", name="Ann", ratings=known, fetched=datetime(2026, 1, 1, tzinfo=UTC))


def shown(user: LichessUser | None, own: int = 0, *, own_counts: bool = True) -> tuple[int, str, str, bool] | None:
    found = seat_rating(KINDS, user, own, own_counts=own_counts)
    return None if found is None else (found.rating, found.mark.value, found.kind, found.counts)


def test_the_nearest_established_kind_counts() -> None:
    """An unestablished rating of the very kind gives way to an established one further away."""
    assert shown(user(blitz=1500, rapid=1600)) == (1600, "established", "rapid", True)
    assert shown(user(rapid=-1900, bullet=1400, blitz=1500)) == (1500, "established", "blitz", True)


def test_an_own_rating_counts_only_without_an_established_one() -> None:
    """And only where the host allows it."""
    assert shown(user(bullet=1400), 2000) == (1400, "established", "bullet", True)
    assert shown(user(rapid=-1900), 2000) == (2000, "own", "", True)
    assert shown(None, 2000) == (2000, "own", "", True)
    assert shown(user(rapid=-1900), 2000, own_counts=False) == (1900, "unestablished", "rapid", False)


def test_an_unestablished_rating_is_shown_but_counts_for_nothing() -> None:
    """Of several the nearest kind's."""
    assert shown(user(bullet=-1400, blitz=-1500)) == (1500, "unestablished", "blitz", False)


def test_who_has_nothing_is_unrated() -> None:
    """So is everybody in a game without kinds of rating, whatever they say."""
    assert shown(None) is None
    assert shown(user()) is None
    assert seat_rating((), user(rapid=1600), 1500, own_counts=True) is None
