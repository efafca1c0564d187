"""What people write to others, as it is kept."""

import random
import unicodedata
from contextlib import suppress

import pytest

from chassis.plain_text import BadText, cleaned, harmless

MOST = 2_000


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("  hello \n", "hello"),
        ("one\r\ntwo\n\n\n\n\nthree", "one\ntwo\n\nthree"),
        ("a\x00b\x1b[31mc\x7f\td", "ab[31mc d"),
        ("می\u200cروم", "می\u200cروم"),
        ("\u202egnp.exe", "gnp.exe"),
        ("one\n \n\u200b\n\t\n\u2800\n\u00a0\ntwo", "one\n\ntwo"),
        ("e\u0301", "\u00e9"),
        ("e\u202e\u0301", "\u00e9"),
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


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (" Swadia ", "Swadia"),
        ("Swa\ndia\r\n\u2028x", "Swa dia  x"),
        ("\u202eaidawS\x1b[31m\x00", "aidawS[31m"),
        ("S" + "\u0334" * 40, "S" + "\u0334" * 4),
        ("e\u0301" * 12, "\u00e9" * 12),
        ("x" * 13, "x" * 11 + "…"),
        ("x" * 10 + " x" * 50_000, "x" * 10 + "…"),
        ("می\u200cروم", "می\u200cروم"),
        ("\u200b\u2800 \x07", ""),
        ("", ""),
    ],
)
def test_a_name_from_outside_is_shown_on_one_short_line(name: str, shown: str) -> None:
    """Whatever it was, it acts on nothing around it; one that shows nothing is none."""
    assert harmless(name, 12) == shown


def test_a_clean_text_is_clean() -> None:
    """Whatever it was made of: once more changes nothing."""
    chosen = random.Random(1)
    pieces = [*"ae \n\r\t\x00\x07م한\u0301\u0308\u202e\u2028\u200b\u200d\u064b\u11a8"]
    pieces += "\ufe0f\u0344\u2800\u00a0\ue000\u0378"
    for _ in range(5_000):
        text = "".join(chosen.choices(pieces, k=chosen.randrange(1, 14)))
        with suppress(BadText):
            kept = cleaned(text, MOST)
            assert cleaned(kept, MOST) == kept
            assert harmless(harmless(kept, 8), 8) == harmless(kept, 8)
            assert unicodedata.normalize("NFC", kept) == kept
