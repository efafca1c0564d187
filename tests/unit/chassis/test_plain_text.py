"""What people write to others, as it is kept."""

import pytest

from chassis.plain_text import BadText, cleaned

MOST = 2_000


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("  hello \n", "hello"),
        ("one\r\ntwo\n\n\n\n\nthree", "one\ntwo\n\nthree"),
        ("a\x00b\x1b[31mc\x7f\td", "ab[31mc d"),
        ("می\u200cروم", "می\u200cروم"),
        ("\u202egnp.exe", "gnp.exe"),
        ("e\u0301", "\u00e9"),
        ("z" + "\u0334" * 40, "z" + "\u0334" * 4),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("x" * 2_000, "x" * 2_000),
    ],
)
def test_a_text_is_cleaned(text: str, kept: str) -> None:
    """Joiners stay, since Persian and emoji need them; what controls or reorders the text goes."""
    assert cleaned(text, MOST) == kept


@pytest.mark.parametrize("text", ["", "  \n ", "\u200b\u200d", "\u2800", "\u0301", "\x00", "x" * 2_001, "\n" * 9_000])
def test_a_text_shows_something_and_is_not_too_long(text: str) -> None:
    with pytest.raises(BadText):
        cleaned(text, MOST)
