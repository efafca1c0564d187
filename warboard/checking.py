"""Checking an exported campaign, for `warboard verify` and `warboard import` alike (docs/fairness.md)."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from services.engine.adapters.maps import known, load_board
from services.engine.core.board import Board
from services.engine.core.kernel_facts import Ended, Started
from services.engine.core.maps.checks import check
from services.engine.core.maps.form import read_board, uploaded_id
from services.engine.core.ruleset import Ruleset
from services.engine.core.rulesets.registry import Registry
from services.engine.core.storage import Codec, UnknownFact
from services.engine.core.verifying import Recorded, faults
from warboard.exports import BadExport, Head, read


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """What was found."""

    head: Head
    ruleset: Ruleset
    board: Board
    appends: int
    faults: list[str]
    """What doesn't add up, one line each."""


def checked(file: Path, registry: Registry) -> Checked:
    """Compute every draw again and decide every command again.

    :raises BadExport: it can't be read or checked: `bad_export`, `still_sealed`, `unknown_map`, `unknown_ruleset`.
    """
    head, appends = read(file)
    if not head.secret:
        raise BadExport(
            "the campaign hasn't ended, so its secret is still sealed; export it again after the end", "still_sealed"
        )
    board = _board(head)
    try:
        ruleset = registry.find(head.ruleset, head.version)
    except KeyError as error:
        raise BadExport(f"this version doesn't know {head.ruleset} {head.version}", "unknown_ruleset") from error
    count = 0
    ends: dict[str, Recorded] = {}

    def counted() -> Iterator[Recorded]:
        nonlocal count
        for append in appends:
            count += 1
            ends.setdefault("first", append)
            ends["last"] = append
            yield append

    try:
        found = list(faults(ruleset, board, bytes.fromhex(head.secret), counted()))
        if not found:
            _check_ends(head, Codec(ruleset), **ends)
    except BadExport:
        raise
    except (UnknownFact, ValueError) as error:
        raise BadExport(str(error)) from error
    except Exception as error:
        raise BadExport(f"the rules can't follow append {count}: {type(error).__name__} {error}") from error
    return Checked(head=head, ruleset=ruleset, board=board, appends=count, faults=found)


def _board(head: Head) -> Board:
    """The map it says it was played on; whether it was is told by the first fact.

    :raises BadExport: `unknown_map`, or the map file in it doesn't hold.
    """
    if not head.map_file:
        if head.map not in known():
            raise BadExport(f"this version has no map {head.map}", "unknown_map")
        return load_board(head.map)
    content = head.map_file.encode()
    wrong = check(content).faults
    if wrong or uploaded_id(content) != head.map:
        raise BadExport(wrong[0].sentence if wrong else "the map file in it is another than its map")
    return read_board(content, head.map)


def _check_ends(head: Head, codec: Codec, first: Recorded, last: Recorded) -> None:
    """The first line tells of the campaign that follows, and the file goes on to its end.

    :raises BadExport: it doesn't, though every append that is there adds up.
    """
    started = codec.facts(first.facts)[0]
    assert isinstance(started, Started)
    said = (head.campaign, head.ruleset, head.version, head.map)
    if said != (started.campaign, started.ruleset, started.version, started.map_id):
        raise BadExport("its first line tells of another campaign than the rest")
    if not any(isinstance(fact, Ended) for fact in codec.facts(last.facts)):
        raise BadExport("it breaks off before the campaign's end")
