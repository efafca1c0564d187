"""The base of all parts of a view."""

import msgspec


class Part(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Base of all parts of a view."""
