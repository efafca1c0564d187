"""The base of all facts."""

from datetime import datetime

import msgspec


class Happened(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Base of all facts."""

    at: datetime
