"""How facts, commands and snapshots are written: JSON of the structs themselves, decoded strictly."""

from typing import Any, Union

import msgspec

from services.engine.core.board import Board
from services.engine.core.campaign import Campaign, Refusal
from services.engine.core.kernel import Kind, Rejected
from services.engine.core.kernel_facts import KernelFact
from services.engine.core.ruleset import Ruleset
from services.engine.core.unreadable import reason


class UnknownFact(Exception):  # noqa: N818 - names what was met, and who serves it is no error
    """A stored fact this replica's vocabulary does not know: another version must serve the campaign."""


class Codec:
    """Decoders of one ruleset, built once."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._facts: msgspec.json.Decoder[Any] = msgspec.json.Decoder(
            tuple[Union[KernelFact, ruleset.facts], ...]  # type: ignore[name-defined]  # noqa: UP007 - a union made at run time
        )
        self._commands: msgspec.json.Decoder[Any] = msgspec.json.Decoder(ruleset.commands)
        self._state: msgspec.json.Decoder[Any] = msgspec.json.Decoder(ruleset.state)
        self._options: type[Any] = ruleset.options_type

    def facts(self, stored: bytes) -> tuple[Any, ...]:
        """The facts of one append.

        :raises UnknownFact: a kind or field this version does not know.
        """
        try:
            return tuple(self._facts.decode(stored))
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            raise UnknownFact(str(error)) from error

    def command(self, received: bytes) -> Any:
        """A player's command.

        :raises Rejected: `malformed` or `unknown_command`, with the field and what was expected.
        """
        try:
            return self._commands.decode(received)
        except msgspec.ValidationError as error:
            code = Refusal.UNKNOWN_COMMAND if "$.type" in str(error) else Refusal.MALFORMED
            raise Rejected(code, Kind.MALFORMED, "platform", reason=reason(error)) from error
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Rejected(Refusal.MALFORMED, Kind.MALFORMED, "platform", reason=reason(error)) from error

    def options(self, plain: dict[str, Any]) -> Any:
        """The ruleset's options from their stored form."""
        return msgspec.convert(plain, self._options)

    def freeze(self, campaign: Campaign) -> bytes:
        """A snapshot of a campaign; it only speeds up loading."""
        game = msgspec.structs.replace(campaign.game, board=None, table=None)
        head = msgspec.structs.replace(campaign, game=None)
        return msgspec.json.encode([msgspec.Raw(msgspec.json.encode(head)), msgspec.Raw(msgspec.json.encode(game))])

    def thaw(self, snapshot: bytes, board: Board) -> Campaign:
        """The campaign of a snapshot.

        :raises UnknownFact: it was written by a version this replica does not know.
        """
        try:
            head, game = msgspec.json.decode(snapshot, type=tuple[msgspec.Raw, msgspec.Raw])
            campaign = msgspec.json.decode(head, type=Campaign)
            state = self._state.decode(game)
        except msgspec.MsgspecError as error:
            raise UnknownFact(str(error)) from error
        state = msgspec.structs.replace(state, board=board, table=campaign.table)
        return msgspec.structs.replace(campaign, game=state)


def encode_facts(facts: tuple[Any, ...]) -> bytes:
    """The facts of one append as they are stored."""
    return msgspec.json.encode(facts)
