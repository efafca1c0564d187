"""Who plays a seat: the bot that stands in for a person, and who comes next round the table."""

from chassis.bot_ratings import RATINGS
from services.engine.core.kernel import Table
from services.engine.core.values import Seat


def stand_in_level(rating: int | None) -> int:
    """Level of the bot that stands in for a person: the nearest to their rating, 3 if unrated (section 14)."""
    if rating is None:
        return 3
    return min(range(1, 9), key=lambda level: (abs(RATINGS[level - 1] - rating), level))


def next_person(table: Table, seat: Seat) -> Seat | None:
    """The next seat round the table that a person plays now, or None."""
    n = len(table.seats)
    for step in range(1, n):
        other = (seat + step) % n
        holder = table.seats[other]
        if table.simulated or (holder.person and holder.bot_level is None and not holder.left):
            return Seat(other)
    return None
