"""What players may do at the board, and the refusal of it."""

from typing import Literal, TypeAlias

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


class OfferTakeback(msgspec.Struct, frozen=True, tag="OfferTakeback", forbid_unknown_fields=True):
    """Ask to take back one's last move, or agree to the opponent's wish."""


class AcceptTakeback(msgspec.Struct, frozen=True, tag="AcceptTakeback", forbid_unknown_fields=True):
    """Let the opponent take back, as asked for at this point of the game."""

    ply: int


class DeclineTakeback(msgspec.Struct, frozen=True, tag="DeclineTakeback", forbid_unknown_fields=True):
    """Don't."""

    ply: int


class OfferBoard(msgspec.Struct, frozen=True, tag="OfferBoard", forbid_unknown_fields=True):
    """Offer to play on over the board, or take the opponent's offer."""


class AcceptBoard(msgspec.Struct, frozen=True, tag="AcceptBoard", forbid_unknown_fields=True):
    """Play on over the board."""

    offer: int
    """Number of the offer."""


class DeclineBoard(msgspec.Struct, frozen=True, tag="DeclineBoard", forbid_unknown_fields=True):
    """Stay online; the offerer takes their offer back by it."""

    offer: int


class ReportResult(msgspec.Struct, frozen=True, tag="ReportResult", forbid_unknown_fields=True):
    """Tell how the game over the board ended, for oneself."""

    result: Literal["won", "lost", "draw"]


class ConfirmReport(msgspec.Struct, frozen=True, tag="ConfirmReport", forbid_unknown_fields=True):
    """The opponent's report is true."""

    report: int
    """Its number."""


class DisputeReport(msgspec.Struct, frozen=True, tag="DisputeReport", forbid_unknown_fields=True):
    """It isn't; the game stays on the real board."""

    report: int


class TakeOnline(msgspec.Struct, frozen=True, tag="TakeOnline", forbid_unknown_fields=True):
    """Take the game back online, with the clocks as they were."""


class OfferLichess(msgspec.Struct, frozen=True, tag="OfferLichess", forbid_unknown_fields=True):
    """Offer to play the game on Lichess, or take the opponent's offer."""


class AcceptLichess(msgspec.Struct, frozen=True, tag="AcceptLichess", forbid_unknown_fields=True):
    """Play it on Lichess."""

    offer: int
    """Number of the offer."""


class DeclineLichess(msgspec.Struct, frozen=True, tag="DeclineLichess", forbid_unknown_fields=True):
    """Stay here; the offerer takes their offer back by it."""

    offer: int


class LeaveLichess(msgspec.Struct, frozen=True, tag="LeaveLichess", forbid_unknown_fields=True):
    """Play here after all, while the game has not begun there."""


Command: TypeAlias = (
    MakeMove
    | Resign
    | OfferDraw
    | AcceptDraw
    | DeclineDraw
    | OfferTakeback
    | AcceptTakeback
    | DeclineTakeback
    | OfferBoard
    | AcceptBoard
    | DeclineBoard
    | ReportResult
    | ConfirmReport
    | DisputeReport
    | TakeOnline
    | OfferLichess
    | AcceptLichess
    | DeclineLichess
    | LeaveLichess
)
