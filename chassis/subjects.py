"""The only builder of subjects: every token is an id or a fixed word, so no outside text can reach further."""

from typing import NewType

from chassis.ids import parse_id

Subject = NewType("Subject", str)
"""A subject of one stream of messages, such as `campaign.a123`; made by `subject()` only."""

Pattern = NewType("Pattern", str)
"""A subject to listen to, in which `*` stands for one token and a last `>` for one or more; made by `pattern()`."""

ANY = "*"
"""One token, whatever it is."""
REST = ">"
"""All further tokens, at least one; only as the last."""


def subject(*tokens: str) -> Subject:
    """The subject of these tokens: `subject("campaign", campaign)`.

    :raises BadId: if a token is anything but an id; `*`, `>`, `.`, white space and empty tokens are refused.
    """
    return Subject(".".join(parse_id(token) for token in tokens))


def pattern(*tokens: str) -> Pattern:
    """What to listen to: `pattern("campaign", ANY)`, `pattern("beat", REST)`, or one whole subject.

    :raises BadId: as for `subject`, apart from `ANY` and a last `REST`.
    """
    last = len(tokens) - 1
    return Pattern(
        ".".join(
            token if token == ANY or (token == REST and place == last > 0) else parse_id(token)
            for place, token in enumerate(tokens)
        )
    )


def last_token(text: str) -> str:
    """The last token of a subject that was received: the campaign, game or room it speaks of."""
    return text.rpartition(".")[2]
