"""How a name looks: two accounts may not have names that a reader can't tell apart.

A small part of Unicode's confusables (UTS 39), for what people here type: letters that Latin shares with Cyrillic,
Greek and Armenian, Persian and Arabic forms of one letter, digits like letters, strokes and quotes.
"""

import unicodedata

JOINERS = "\u200c\u200d"
_STRETCHED = "\u0640"  # a letter pulled long, not another one

_TWINS = (
    # Cyrillic
    "АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ІI ЈJ ЅS ԚQ ԜW ҮY ҺH ӀI ЬB "
    "аa вb еe кk мm нh оo рp сc тt уy хx іi јj ѕs һh ԁd ԛq ԝw үy ӏl ѵv ьb "
    # Greek; its small nu is like a v, its capital one an N
    "ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX αa βb εe ιi κk νv οo ρp τt υu χx γy ϲc ϳj "
    # Armenian
    "ՕO ՍU ՏS օo սu ոn հh ցg զq յj "
    # Latin letters that pass for others
    "ıi ȷj ɑa ɡg ɩi ǀl ʟl ɪi ʀr ɴn ʙb ʜh ɢg ʏy ᴀa ᴄc ᴅd ᴇe ᴊj ᴋk ᴍm ᴏo ᴘp ᴛt ᴜu ᴠv ᴡw ᴢz ꜱs "
    # Arabic letters as Persian has them, and their digits
    "يی ىی كک ہه ەه ھه ٠۰ ١۱ ٢۲ ٣۳ ٤۴ ٥۵ ٦۶ ٧۷ ٨۸ ٩۹ "
    # quotes
    "’' ‘' ʼ' ʹ' ′' `' ´' ʻ'"
)
"""Pairs: a character, and the one it passes for."""
_LATIN = str.maketrans({pair[0]: pair[1] for pair in _TWINS.split(" ")})
_ALIKE = str.maketrans({"i": "l", "1": "l", "|": "l", "۱": "l", "0": "o"})
"""After case is gone: a capital i is a small l."""


def look(name: str) -> str:
    """What names that look the same have in common: a key to compare, not to show.

    Without regard to case, width, joiners and stretched letters; a mark over a letter makes it another.
    """
    apart = unicodedata.normalize("NFKD", name).translate(_LATIN).casefold()
    apart = unicodedata.normalize("NFKD", apart).translate(_LATIN).translate(_ALIKE)
    apart = apart.replace("l\u0307", "l")  # a dot over an i that has one
    seen = (_stroke(c) for c in apart if c not in JOINERS and c != _STRETCHED)
    return unicodedata.normalize("NFC", "".join(seen))


def joins(before: str, after: str) -> bool:
    """Whether a joiner between two characters shows: between letters of a script that joins, and within emoji."""
    return (_joining(before) and _joining(after)) or (_pictured(before) and _pictured(after))


def _stroke(character: str) -> str:
    return "-" if unicodedata.category(character) == "Pd" or character == "\u2212" else character


def _joining(character: str) -> bool:
    script = unicodedata.name(character, "").partition(" ")[0]
    return script in _JOINING and unicodedata.category(character) in {"Lo", "Lm", "Mn", "Mc"}


def _pictured(character: str) -> bool:
    return unicodedata.category(character) in {"So", "Sk"}


_JOINING = frozenset({
    "ARABIC", "SYRIAC", "MONGOLIAN", "NKO", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU",
    "KANNADA", "MALAYALAM", "SINHALA", "KHMER", "MYANMAR", "TIBETAN", "THAANA",
})  # fmt: skip
