"""Players' words are taken out of their commands: the rules, and whatever is stored for good, see an id instead."""

from typing import Any

import msgspec

from chassis.ids import new_id
from chassis.plain_text import BadText, cleaned
from services.engine.app.appends import Text
from services.engine.app.loading import Loaded
from services.engine.core.campaign import Refusal
from services.engine.core.kernel import Kind, Rejected

MOST_CHARACTERS = 500
"""Of a text."""


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """A command as the rules see it and as it is stored: with ids in the place of words."""

    command: Any
    body: bytes
    texts: tuple[Text, ...] = ()


def said(loaded: Loaded, body: bytes, author: str) -> Said:
    """What a player commands.

    Whatever stands in the place of words is words: nobody can name the id of a text.

    :param author: the account, which may erase the words later.
    :raises Rejected: `malformed`, `unknown_command`, `bad_text`.
    """
    command = loaded.codec.command(body)
    field = loaded.ruleset.words.get(command.__struct_config__.tag)
    words = "" if field is None else getattr(command, field)
    if field is None or not words:
        return Said(command=command, body=body)
    if not words.strip():
        command = msgspec.structs.replace(command, **{field: ""})
        return Said(command=command, body=msgspec.json.encode(command))
    try:
        kept = cleaned(words, MOST_CHARACTERS)
    except BadText as error:
        raise Rejected(Refusal.BAD_TEXT, Kind.MALFORMED, "platform", most=error.most) from error
    text = Text(id=new_id(), seq=loaded.head.seq + 1, author=author, words=kept)
    command = msgspec.structs.replace(command, **{field: text.id})
    return Said(command=command, body=msgspec.json.encode(command), texts=(text,))
