"""What can't be read is refused in our own words."""

import msgspec
import pytest

from services.engine.core.unreadable import reason


class Inner(msgspec.Struct, forbid_unknown_fields=True):
    n: int


class Outer(msgspec.Struct, forbid_unknown_fields=True):
    war: str
    inner: list[Inner] = []


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"{}", "`war` is missing"),
        (b'{"war":"w","inner":[{}]}', "`n` is missing in `inner[0]`"),
        (b'{"war":"w","x":1}', "`x` is not known"),
        (b'{"war":3}', "`war` is not of the kind asked for"),
        (b"[]", "it must be a JSON object of the kind asked for"),
        (b"{", "it must be a JSON object of the kind asked for"),
    ],
)
def test_the_field_is_named_and_nothing_of_python(body: bytes, said: str) -> None:
    with pytest.raises((msgspec.ValidationError, msgspec.DecodeError)) as refusal:
        msgspec.json.decode(body, type=Outer)
    assert said == reason(refusal.value)


def test_what_came_from_outside_is_cut_short() -> None:
    """A field nobody knows may be called anything."""
    with pytest.raises(msgspec.ValidationError) as refusal:
        msgspec.json.decode(b'{"war":"w","%b":1}' % (b"x" * 10_000), type=Outer)
    assert reason(refusal.value) == f"`{'x' * 39}…` is not known"
