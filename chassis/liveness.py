"""When a part counts as there, and when time runs out: what clock, chessgate and the beat itself must agree on.

See the architecture, "Time". Durations only, so that pure code may read them.
"""

from datetime import timedelta

PERIOD = timedelta(seconds=1)
"""A part beats so often while all is well with it."""
FRESH = timedelta(seconds=1.5)
"""A part that has beaten this recently is there."""
SILENCE = timedelta(seconds=3)
"""Silence for longer than this is an outage, from the last beat before it to the next."""
GRACE = timedelta(milliseconds=100)
"""An expiry is decided no earlier than this after its due time."""
