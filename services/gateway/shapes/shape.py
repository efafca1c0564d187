"""What all answers are made of."""

from typing import Annotated

import msgspec

UnixMs = Annotated[int, msgspec.Meta(description="Milliseconds since 1970 UTC.")]


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all answers; UNSET means left out."""
