"""`tally` as an older release knew it: it has never heard of the fact `Added`."""

from tests import tally


class OldTally(tally.Tally):
    facts = tally.Opened


TALLY = OldTally()
