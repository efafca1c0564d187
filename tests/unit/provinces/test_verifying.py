"""A finished game of the provinces is checked by anybody: draws, dice with their keys and seals, commands, a file."""

import hashlib
import hmac
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from chassis.timekeeping import EPOCH
from services.engine.core.fairness import FairChance, salt_of, secret_hash
from services.engine.core.kernel import SeatHolder, Seen
from services.engine.core.patches import apply
from services.engine.core.rulesets.provinces.facts import Attacked, Dealt
from services.engine.core.steps import Step, change_seat, open_campaign, player_command
from services.engine.core.storage import Codec, encode_facts
from services.engine.core.values import Seat
from services.engine.core.verifying import Recorded, faults
from tests.unit.provinces.table import BOARD, RULES, START
from warboard.__main__ import app
from warboard.exports import FORMAT, FORMAT_VERSION, Head, read, written
from warboard.imports import requests

NAME, SECRET, SALT = "c1", b"\7" * 32, salt_of([b"\1" * 32, b"\2" * 32, b"\3" * 32])
CODEC = Codec(RULES)
HEAD = Head(
    format=FORMAT, format_version=FORMAT_VERSION, campaign=NAME, room="r1", name="Evening", ruleset="provinces",
    version=1, map="iran21", status="ended", secret=SECRET.hex(),
)  # fmt: skip


def thought(step: Step, seat: Seat) -> Any:
    seen = Seen(board=BOARD, seat=seat, level=3, public=RULES.view(step.after.game, None), mine={})
    return RULES.bot(seen, FairChance(SECRET, NAME, SALT, {"bot": step.after.seq << 20}))


@pytest.fixture(scope="module")
def game() -> list[Recorded]:
    """Three people play as bots would, one leaves by the way, and somebody wins."""
    holders = tuple(SeatHolder() for _ in range(3))
    options = RULES.options({"assault": "blitz"}, 3, BOARD, FairChance(SECRET, NAME, b"", {}))
    step = open_campaign(
        RULES, BOARD, campaign=NAME, seats=holders, host=0, options=options,
        secret=SECRET, secret_hash=secret_hash(SECRET), salt=SALT, at=START,
    )  # fmt: skip
    appends = [Recorded(seq=1, at=START, seat=None, command=b"", facts=encode_facts(step.facts))]

    def keep(after: Step, seat: Seat, command: Any) -> Step:
        said = msgspec.json.encode(command)
        appends.append(
            Recorded(seq=after.after.seq, at=START, seat=seat, command=said, facts=encode_facts(after.facts))
        )
        return after

    while step.after.outcome is None:
        seat = step.after.game.turn.seat
        if step.after.seq == 30:
            left = change_seat(RULES, step.after, SECRET, seat, seat, "leave", START)
            step = keep(left, seat, {"seat": seat, "change": "leave"})
            continue
        command = thought(step, seat)
        step = keep(player_command(RULES, step.after, SECRET, seat, command, START), seat, command)
    return appends


def found(appends: list[Recorded]) -> list[str]:
    return list(faults(RULES, BOARD, SECRET, appends))


def test_an_honest_game_adds_up(game: list[Recorded]) -> None:
    """Every throw follows from the sealed secret, and every command leads to the same bytes."""
    assert found(game) == []


def _digits(value: int, number: int) -> list[int]:
    return [value // 6**place % 6 + 1 for place in range(number)]


def test_throws_are_checked_by_hand(game: list[Recorded]) -> None:
    """With SHA-256 and HMAC alone, as docs/fairness.md says: an attack's first key has the seal that was shown before
    it, the others follow."""
    facts = [fact for append in game for fact in CODEC.facts(append.facts)]
    seal = next(fact.seal for fact in facts if isinstance(fact, Dealt))
    thrown, before = 0, b""
    head = b"".join(len(part).to_bytes(4, "big") + part for part in (NAME.encode(), SALT, b"dice"))
    for attack in (fact for fact in facts if isinstance(fact, Attacked)):
        for place, throw in enumerate(attack.throws):
            key = bytes.fromhex(throw.key)
            if place == 0:
                assert hashlib.sha256(key).hexdigest() == seal
            else:
                assert key == hmac.digest(before, b"next", "sha256")
            before = key
            number = len(throw.attack) + len(throw.defence)
            told = head + thrown.to_bytes(8, "big") + (0).to_bytes(4, "big")
            drawn = int.from_bytes(hmac.digest(key, told, "sha256")[:8], "big")
            assert drawn < (1 << 64) - (1 << 64) % 6**number  # else the next attempt would count
            assert throw.n == thrown
            assert [*throw.attack, *throw.defence] == _digits(drawn % 6**number, number)
            thrown += 1
        seal = attack.seal
    assert thrown > 20


def _other(hexadecimal: str) -> str:
    return ("0" if hexadecimal[0] != "0" else "1") + hexadecimal[1:]


FORGERIES: dict[str, Callable[[dict[str, Any]], None]] = {
    "a die": lambda fact: fact["throws"][0]["attack"].__setitem__(0, fact["throws"][0]["attack"][0] % 6 + 1),
    "a key": lambda fact: fact["throws"][0].update(key=_other(fact["throws"][0]["key"])),
    "a seal": lambda fact: fact.update(seal=_other(fact["seal"])),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_what_was_changed_about_a_throw_is_noticed(game: list[Recorded], what: str) -> None:
    place = next(place for place, append in enumerate(game) if b'"Attacked"' in append.facts)
    facts = msgspec.json.decode(game[place].facts)
    FORGERIES[what](next(fact for fact in facts if fact["type"] == "Attacked"))
    forged = msgspec.structs.replace(game[place], facts=msgspec.json.encode(facts))
    assert f"append {place + 1}: the command leads to other facts" in found([*game[:place], forged, *game[place + 1 :]])


def test_a_draw_that_was_bent_is_noticed(game: list[Recorded]) -> None:
    """A recorded draw of the dice that its key doesn't give."""
    place = next(place for place, append in enumerate(game) if b'"keyed":true' in append.facts)
    facts = msgspec.json.decode(game[place].facts)
    made = next(fact for fact in facts if fact["type"] == "kernel.DrawsMade")["draws"][0]
    made["value"] = (made["value"] + 1) % made["bound"]
    forged = msgspec.structs.replace(game[place], facts=msgspec.json.encode(facts))
    lines = found([*game[:place], forged, *game[place + 1 :]])
    assert any("of dice was" in line and "the secret gives" in line for line in lines)


def test_a_file_is_verified_and_told_again(game: list[Recorded], tmp_path: Path) -> None:
    """Through the file: `verify` says yes, and an import shows the public what it saw, up to the end."""
    exported = [
        SimpleNamespace(
            seq=one.seq, at_unix_us=int((one.at - EPOCH).total_seconds() * 1e6),
            seat=-1 if one.seat is None else one.seat, command=one.command, facts=one.facts,
        )
        for one in game
    ]  # fmt: skip
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"".join(written(HEAD, exported)))
    checked = CliRunner().invoke(app, ["verify", str(file)])
    assert (checked.exit_code, f"all {len(game)} appends add up" in checked.output) == (0, True), checked.output
    head, appends = read(file)
    view: Any = {}
    seen = 0
    for request in requests(head, RULES, BOARD, list(appends), ""):
        for one in request.appends:
            seen += bool(one.shown)
            view = apply(view, msgspec.json.decode(b"{%s}" % one.shown)["patch"])
    assert seen == len(game)
    assert view["game"]["ended"] in ("target", "last_standing")
