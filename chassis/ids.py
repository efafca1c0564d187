"""Ids and keys: how they are made, and the one expression that every id from outside must match."""

import re
import secrets
import uuid

from chassis.problems import Kind, Problem

MAX_ID_LENGTH = 64

_ID = re.compile(rf"[A-Za-z0-9_-]{{1,{MAX_ID_LENGTH}}}", re.ASCII)
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base32: no i, l, o or u to be misread
_RANDOM_BITS = 128
_CHARACTERS = 26


class BadId(Problem):
    """A text that can't be an id; it is not quoted back, since it may be anything."""

    def __init__(self) -> None:
        super().__init__(
            "bad_id",
            Kind.MALFORMED,
            f"An id has 1 to {MAX_ID_LENGTH} letters, digits, hyphens or underscores.",
        )


def new_id(shard: str = "a") -> str:
    """A fresh id: the shard's letter, then 128 random bits as 26 characters of lower-case Crockford base32."""
    value = secrets.randbits(_RANDOM_BITS)
    characters = []
    for _ in range(_CHARACTERS):
        characters.append(_ALPHABET[value & 31])
        value >>= 5
    return shard + "".join(reversed(characters))


def new_key() -> str:
    """A fresh idempotency key: a random UUID as text; one a click."""
    return str(uuid.uuid4())


def new_trace() -> str:
    """A fresh trace id of 32 hexadecimal digits; it follows a request from click to fact."""
    return secrets.token_hex(16)


def parse_id(text: object) -> str:
    """The id in `text`, unchanged.

    :raises BadId: if it isn't text of 1 to 64 ASCII letters, digits, `-` or `_` (so it can never hold `.`, `*`, `>`
        or white space, which mean something in a subject).
    """
    if isinstance(text, str) and _ID.fullmatch(text):
        return text
    raise BadId


def is_id(text: object) -> bool:
    """Whether `text` could be an id."""
    return isinstance(text, str) and _ID.fullmatch(text) is not None
