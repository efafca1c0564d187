"""What people write to others, of one line or several: one form, and nothing in it that acts on the text around it."""

import unicodedata

_NEVER = {"Cc", "Cs", "Co", "Cn"}
_SHOWS_NOTHING = {"Cc", "Cf", "Zs", "Zl", "Zp", "Mn", "Me"}
_BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and marks that show nothing
_REORDERING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # could make one text look like another
_MARKS = {"Mn", "Me"}
_MARKS_IN_A_ROW = 4


class BadText(Exception):  # noqa: N818 - says what was met
    """A text that is too long, or shows nothing.

    :param most: characters it may have.
    """

    def __init__(self, most: int) -> None:
        super().__init__(f"a text has 1 to {most} characters, one of them visible")
        self.most = most


def cleaned(text: str, most: int) -> str:
    """A text as it is kept: NFC, without what controls or reorders the text around it, no walls of empty lines.

    :raises BadText: unless 1 to `most` characters are left, one of them visible.
    """
    if len(text) > 4 * most:
        raise BadText(most)
    kept = _few_empty_lines(_formed(text)).strip()
    if len(kept) > most or not any(map(_is_visible, kept)):
        raise BadText(most)
    return kept


def harmless(text: str, most: int) -> str:
    """A name that comes from outside, as it is shown to others: as `cleaned`, but on one line, and cut if it is long.

    :returns: 0 to `most` characters; "" if it shows nothing.
    """
    line = _formed(text[: 4 * most]).replace("\n", " ").strip()
    if not any(map(_is_visible, line)):
        return ""
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


def _formed(text: str) -> str:
    """In NFC, lines end with a line feed, and without what is never kept."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n")
    kept = "".join(c for c in plain.replace("\t", " ") if _is_kept(c))  # first: letters and marks it parted join
    return _few_marks(unicodedata.normalize("NFC", kept))


def _few_empty_lines(text: str) -> str:
    """Without lines that show nothing, but for one between two that do."""
    kept: list[str] = []
    for line in text.split("\n"):
        shown = line if any(map(_is_visible, line)) else ""
        if shown or (kept and kept[-1]):
            kept.append(shown)
    return "\n".join(kept)


def _few_marks(text: str) -> str:
    """Without the marks that would pile up over other lines."""
    kept: list[str] = []
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character) in _MARKS else 0
        if marks <= _MARKS_IN_A_ROW:
            kept.append(character)
    return "".join(kept)


def _is_kept(character: str) -> bool:
    return character == "\n" or (character not in _REORDERING and unicodedata.category(character) not in _NEVER)


def _is_visible(character: str) -> bool:
    return character not in _BLANKS and unicodedata.category(character) not in _SHOWS_NOTHING
