"""What people may type: names, passwords, languages, labels, recovery codes. Each function answers the clean form."""

import re
import unicodedata
from collections.abc import Iterable

from services.lobby.core.looks import JOINERS, joins
from services.lobby.core.refusals import Refusal, Refused

NAME_CHARACTERS = 24
ROOM_NAME_CHARACTERS = 60
LABEL_CHARACTERS = 40
PASSWORD_CHARACTERS = range(8, 129)
ROOM_PASSWORD_CHARACTERS = range(4, 129)
SCOPES = ("read", "play", "rooms")
CODE_CHARACTERS = 25
"""Of base32: 125 random bits, so a plain hash of the code is safe."""

_MARKS = {"Mn", "Me"}
_MARKS_IN_A_ROW = 4
_FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"}
_BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and marks that show nothing
_CHOOSERS = "\ufe0e\ufe0f"  # of a character's look, which keyboards add to emoji
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}", re.ASCII)
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_MISREAD = str.maketrans({"o": "0", "i": "1", "l": "1", "u": "v"})


def clean_name(text: str, most: int = NAME_CHARACTERS) -> str:
    """A name as it is kept: NFC, single spaces, 1 to `most` visible characters.

    Marks over a letter don't count, but there are at most four in a row; what is invisible, reorders the text around
    it, or is no character at all is refused.

    :raises Refused: `bad_name`.
    """
    return _clean(text, most, Refusal.BAD_NAME)


def clean_label(text: str) -> str:
    """A token's label.

    :raises Refused: `bad_label`.
    """
    return _clean(text, LABEL_CHARACTERS, Refusal.BAD_LABEL)


def folded(name: str) -> str:
    """How an account is found: its name without regard to case, width and joiners."""
    wide = unicodedata.normalize("NFKC", name).casefold()
    return "".join(c for c in unicodedata.normalize("NFKC", wide) if c not in JOINERS)


def clean_password(text: str, lengths: range = PASSWORD_CHARACTERS) -> str:
    """A password as it is hashed: NFC, so that every keyboard types the same.

    :raises Refused: `bad_password`.
    """
    password = unicodedata.normalize("NFC", text) if len(text) <= 2 * lengths.stop else text
    if len(password) not in lengths:
        raise Refused(Refusal.BAD_PASSWORD, least=lengths.start, most=lengths.stop - 1)
    return password


def clean_language(text: str) -> str:
    """A BCP 47 language; English if none is given.

    :raises Refused: `bad_language`.
    """
    if not text:
        return "en"
    if len(text) > 35 or not _LANGUAGE.fullmatch(text):
        raise Refused(Refusal.BAD_LANGUAGE)
    return text


def clean_scopes(scopes: Iterable[str]) -> tuple[str, ...]:
    """A token's scopes in their usual order; at least one.

    :raises Refused: `bad_scopes`.
    """
    asked = set(scopes)
    if not asked or not asked <= set(SCOPES):
        raise Refused(Refusal.BAD_SCOPES, known=list(SCOPES))
    return tuple(scope for scope in SCOPES if scope in asked)


def recovery_code(random: bytes) -> str:
    """The code in groups of five that a person copies from 16 random bytes: `k7m2p-...`."""
    value = int.from_bytes(random[:16], "big")
    characters = "".join(_ALPHABET[(value >> 5 * place) & 31] for place in range(CODE_CHARACTERS))
    return "-".join(characters[start : start + 5] for start in range(0, CODE_CHARACTERS, 5))


def read_code(text: str) -> str | None:
    """The code somebody typed, however they grouped it and misread its letters; None if it can't be one."""
    characters = re.sub(r"[\s\-–—_.]", "", text[:200].lower()).translate(_MISREAD)
    if len(characters) != CODE_CHARACTERS or not set(characters) <= set(_ALPHABET):
        return None
    return "-".join(characters[start : start + 5] for start in range(0, CODE_CHARACTERS, 5))


def _clean(text: str, most: int, code: Refusal) -> str:
    refused = Refused(code, most=most)
    if len(text) > 8 * most:
        raise refused
    shown = "".join(c for c in unicodedata.normalize("NFC", text) if c not in _CHOOSERS)
    name = re.sub(" {2,}", " ", shown).strip(" ")
    visible = marks = 0
    for place, character in enumerate(name):
        category = unicodedata.category(character)
        if character in JOINERS:
            if place in {0, len(name) - 1} or not joins(name[place - 1], name[place + 1]):
                raise refused
            continue
        if character in _BLANKS or _chooses(character) or (category in _FORBIDDEN and character != " "):
            raise refused
        if category in _MARKS:
            marks += 1
            if marks > _MARKS_IN_A_ROW or not visible:
                raise refused
            continue
        marks = 0
        visible += 1
    if not 1 <= visible <= most or len(name) > 3 * most:
        raise refused
    return name


def _chooses(character: str) -> bool:
    """Whether it only chooses another's form."""
    return "VARIATION SELECTOR" in unicodedata.name(character, "")
