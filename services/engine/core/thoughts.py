"""A bot's thought: what a seat owes while a bot plays it.

The engine thinks at once; the clock's deadline of the thought is the net under it.
"""

from datetime import timedelta

from services.engine.core.kernel import Owed

_MARK = "bot:"
NET = timedelta(seconds=2)
"""After this the deadline that backs a thought up fires."""


def thought(due: Owed) -> Owed:
    """The thought about something that a bot's seat owes."""
    begins = due.since if due.bot_waits_until is None else max(due.since, due.bot_waits_until)
    return Owed(
        seat=due.seat,
        what=f"{_MARK}{due.seat}:{due.what}",
        since=due.since,
        due=begins + NET,
        reply=False,
        bot_waits_until=due.bot_waits_until,
    )


def is_thought(what: str) -> bool:
    """Whether something owed or due, by its `what`, is a bot's thought."""
    return what.startswith(_MARK)
