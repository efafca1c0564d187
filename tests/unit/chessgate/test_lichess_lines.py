"""What Lichess writes about games, as its documentation has it: taken for what it is, and nothing that isn't."""

import json
from typing import Any

import pytest

from services.chessgate.adapters.lichess import _seen
from services.chessgate.core.on_lichess import Seen, Tempo

WHOLE: dict[str, Any] = {
    "id": "q7ZvsdUF", "rated": False, "variant": "standard", "speed": "blitz", "perf": "blitz", "status": "resign",
    "createdAt": 1_514_505_150_384, "lastMoveAt": 1_514_505_592_843, "source": "friend", "winner": "white",
    "players": {
        "white": {"user": {"name": "Lance5500", "title": "LM", "id": "lance5500"}, "rating": 2389},
        "black": {"user": {"name": "TryingHard87", "id": "tryinghard87"}, "rating": 2498, "provisional": True},
    },
    "moves": "d4 d5 c4", "clocks": [30_003, 30_003, 29_900],
    "clock": {"initial": 300, "increment": 3, "totalTime": 420},
}  # fmt: skip
TOLD: dict[str, Any] = {
    "id": "q7ZvsdUF", "rated": False, "variant": "standard", "speed": "blitz", "perf": "blitz",
    "createdAt": 1_514_505_150_384, "status": 20, "statusName": "started",
    "players": {"white": {"userId": "lance5500", "rating": 2389}, "black": {"userId": "tryinghard87", "rating": 2498}},
}  # fmt: skip


def read(line: dict[str, Any], *, whole: bool = True, **changed: Any) -> Seen:
    seen = _seen(json.dumps({**line, **changed}).encode(), whole=whole)
    assert seen is not None
    return seen


def test_a_whole_game() -> None:
    assert read(WHOLE) == Seen(
        id="q7ZvsdUF", status="resign", white="lance5500", black="tryinghard87", winner="white",
        tempo=Tempo(limit_s=300, increment_s=3), moves=("d4", "d5", "c4"), clocks_ms=(300_030, 300_030, 299_000),
        last_ms=1_514_505_592_843,
    )  # fmt: skip
    days = {key: value for key, value in WHOLE.items() if key not in {"clock", "clocks"}}
    assert read(days, daysPerTurn=3).tempo == Tempo(days=3)
    assert read(days).tempo == Tempo()


def test_what_the_stream_tells() -> None:
    """Neither moves nor always a clock."""
    seen = read(TOLD, whole=False)
    assert (seen.status, seen.white, seen.black) == ("started", "lance5500", "tryinghard87")
    assert (seen.moves, seen.tempo) == (None, None)
    clocked = read(TOLD, whole=False, clock={"initial": 60, "increment": 0, "totalTime": 60})
    assert clocked.tempo == Tempo(limit_s=60)


@pytest.mark.parametrize(
    "changed",
    [{"rated": True}, {"variant": "chess960"}, {"variant": "fromPosition", "initialFen": "8/8/8/8 w"}],
)
def test_other_kinds_of_game_are_none_of_ours(changed: dict[str, Any]) -> None:
    assert not read(WHOLE, **changed).standard


@pytest.mark.parametrize("player", [{}, {"aiLevel": 3}, {"name": "Somebody"}])
def test_players_without_an_account_are_nobody(player: dict[str, Any]) -> None:
    assert read(WHOLE, players={**WHOLE["players"], "black": player}).black == ""


@pytest.mark.parametrize(
    "line",
    [b"<html>", b"[]", b"{}", b'{"error": "No such game"}', b"\xff", json.dumps({**WHOLE, "winner": "both"}).encode(),
     json.dumps({**WHOLE, "clocks": "fast"}).encode()],
)  # fmt: skip
def test_nonsense_is_nothing(line: bytes) -> None:
    assert _seen(line, whole=True) is None
