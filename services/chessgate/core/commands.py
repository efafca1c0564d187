"""What players may do at the board, and the refusal of it."""

from typing import TypeAlias

import msgspec


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """A command that the game's state doesn't allow."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


class MakeMove(msgspec.Struct, frozen=True, tag="Move", forbid_unknown_fields=True):
    """A move, with the number of half-moves before it."""

    ply: int
    uci: str


class Resign(msgspec.Struct, frozen=True, tag="Resign", forbid_unknown_fields=True):
    """Give the game up."""


class OfferDraw(msgspec.Struct, frozen=True, tag="OfferDraw", forbid_unknown_fields=True):
    """Offer a draw, or take the one on offer."""


class AcceptDraw(msgspec.Struct, frozen=True, tag="AcceptDraw", forbid_unknown_fields=True):
    """Take the draw offered at this point of the game."""

    ply: int


class DeclineDraw(msgspec.Struct, frozen=True, tag="DeclineDraw", forbid_unknown_fields=True):
    """Decline it."""

    ply: int


Command: TypeAlias = MakeMove | Resign | OfferDraw | AcceptDraw | DeclineDraw
