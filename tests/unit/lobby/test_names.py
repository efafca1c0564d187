"""What people may type."""

import pytest

from services.lobby.core.looks import look
from services.lobby.core.names import clean_language, clean_name, clean_password, folded, read_code, recovery_code
from services.lobby.core.refusals import Refused


@pytest.mark.parametrize(
    "name",
    ["Ann", "x" * 24, "می\u200cخواهم", "שָׁלוֹם", "王小明", "👩\u200d🚀", "Ann of York"],
)
def test_names_of_all_scripts_are_kept_as_they_are(name: str) -> None:
    assert clean_name(name) == name


def test_the_clean_form_is_composed_with_single_spaces() -> None:
    assert clean_name("  Zoe\u0308   of  York ") == "Zoë of York"


@pytest.mark.parametrize(
    "typed",
    [
        "", "   ", "x" * 25, "x" * 100_000, "a\nb", "a\tb", "a\x00b", "a\u202eb", "a\u2066b", "a\u200fb", "a\u200bb",
        "\u3164", "\u2800",
        "a\u00a0b", "\ufeffa", "\u0301a", "a" + "\u0301" * 6, "a\u200c", "\u200da", "a\u200c\u200cb",
        "\ue000", "a\ud800",
    ],
)  # fmt: skip
def test_what_is_invisible_too_long_or_reorders_text_is_no_name(typed: str) -> None:
    with pytest.raises(Refused, match="bad_name"):
        clean_name(typed)


@pytest.mark.parametrize(
    "typed", ["A\u200cnn", "A\u200dnn", "a\ufe01b", "ab\U000e0101", "1\u200c2", "می\u200ca", "Анн\u200cа"]
)
def test_a_joiner_that_shows_nothing_is_no_part_of_a_name(typed: str) -> None:
    with pytest.raises(Refused, match="bad_name"):
        clean_name(typed)


def test_what_keyboards_add_to_emoji_is_left_out() -> None:
    assert clean_name("Ann ❤\ufe0f") == "Ann ❤"


@pytest.mark.parametrize(
    "alike",
    [
        ("Anna", "ANNA", "Ａｎｎａ", "Аnnа", "𝐀𝐧𝐧𝐚", "Αnna", "Ⓐnna"),
        ("Boris", "Воris", "ВОRIS", "Bor1s", "BORlS", "B0ris"),
        ("paypal", "раураl", "PAYPAI", "рaypa|"),
        ("NIKOS", "ΝΙΚΟЅ", "nik0s"),
        ("Ali", "AlI", "A1i", "ALİ", "alı"),
        ("می\u200cخواهم", "میخواهم", "مي\u200cخواهم", "ميخواهـــم"),
        ("کیان", "كيان", "كىان"),
        ("شماره ۲", "شماره ٢"),
        ("d'Artagnan", "d’Artagnan"),
        ("Jean-Luc", "Jean–Luc", "Jean‐Luc"),
        ("Ёлка", "ёлка", "Е\u0308лка", "Ëлка"),
    ],
)
def test_names_that_look_alike_share_their_look(alike: tuple[str, ...]) -> None:
    assert {look(name) for name in alike} == {look(alike[0])}


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ann", "Anna"), ("Zoe", "Zoë"), ("Ann B", "AnnB"), ("آرش", "ارش"), ("رضا", "رصا"), ("王小明", "王小朋"),
     ("Борис", "Борид"), ("Ann", "Ann2"), ("علی", "عالی"), ("Ann", "Ann-")],
)  # fmt: skip
def test_names_that_look_different_have_different_looks(one: str, other: str) -> None:
    assert look(one) != look(other)


def test_names_that_differ_in_case_are_found_as_the_same() -> None:
    """Without regard to case, width and joiners."""
    assert folded("Straße") == folded("STRASSE")
    assert folded("Ａｎｎ") == folded("ann")
    assert folded("می\u200cخواهم") == folded("میخواهم")
    assert folded("Ann") != folded("Anna")


def test_passwords_have_8_to_128_characters_from_any_keyboard() -> None:
    assert clean_password("e\u0301" * 8) == "é" * 8
    assert clean_password("p" * 128)
    for wrong in ("p" * 7, "p" * 129, "", "p" * 100_000):
        with pytest.raises(Refused, match="bad_password"):
            clean_password(wrong)


def test_a_language_is_a_code() -> None:
    assert clean_language("") == "en"
    assert clean_language("zh-Hant-TW") == "zh-Hant-TW"
    for wrong in ("english please", "e", "en_", "../en", "en-" + "x" * 40):
        with pytest.raises(Refused, match="bad_language"):
            clean_language(wrong)


def test_a_recovery_code_is_read_however_it_was_written() -> None:
    code = recovery_code(bytes(range(200, 216)))
    assert len(code) == 29
    assert read_code(code) == code
    assert read_code(f"  {code.upper().replace('-', ' ')}\n") == code
    assert read_code("oil0u-00000-00000-00000-00000") == "0110v-00000-00000-00000-00000"
    for wrong in ("", code[:-1], code + "0", "é" * 25, "x" * 10_000):
        assert read_code(wrong) is None
