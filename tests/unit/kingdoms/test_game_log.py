"""Reading a server's log: tolerant of what it doesn't know, and certain of what it says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.engine.core.rulesets.kingdoms.game_log import MOST_LINES, GameLog, Unread, read_log


def log(*lines: str, end: str = "\r\n") -> bytes:
    return end.join(f" 20:15:{number % 60:02} - {line}" for number, line in enumerate(lines)).encode()


def wins(found: GameLog) -> dict[str, int]:
    return {side.name: side.wins for side in found.sides}


def test_lines_that_say_who_won_count() -> None:
    """Rounds won and drawn are counted whatever stands between them."""
    found = read_log(
        log(
            "Server started",
            "Ann has joined the game with ID: 12",
            "Kingdom of Swadia won the round",
            "Ann <img=ico_swordone> Bob",
            "The Kingdom of Rhodoks wins the round!",
            "the round was a draw",
            "Round 4: kingdom of swadia won the round.",
        )
    )
    assert (wins(found), found.drawn, found.from_kills) == ({"Kingdom of Swadia": 2, "Kingdom of Rhodoks": 1}, 1, False)
    assert (found.lines, found.used) == (7, 4)


def test_names_of_sides_are_plain_and_short() -> None:
    """A log comes from outside and its names are shown to others."""
    long, odd = "X" * 60, "\u202eswadia\x1b[2J" + "\u0334" * 20
    found = read_log(log(f"{long} won the round", f"{long} won the round", f"{odd} won the round"))
    assert wins(found) == {"X" * 39 + "…": 2, "swadia[2J" + "\u0334" * 4: 1}
    found = read_log(log("\x07\u202e <img=ico_bow> \u200b\u2800"))
    assert [side.name for side in found.sides] == ["side 1"]


@pytest.mark.parametrize(
    "chat",
    ["[Ann] Rhodoks won the round", "*DEAD* [Ann] Rhodoks won the round", "[Ann]: the round was a draw"],
)
def test_what_players_write_says_nothing(chat: str) -> None:
    """Anybody may write that they have won."""
    found = read_log(log("Swadia won the round", chat))
    assert (wins(found), found.drawn) == ({"Swadia": 1}, 0)


def test_rounds_are_told_by_kills() -> None:
    """Without results: a round ends where a dead player lives again, and is won by the side that has somebody left."""
    found = read_log(
        log(
            "Ann <img=ico_swordone> Xen", "Yve <img=ico_bow> Bob", "Ann <img=ico_spear> Yve",
            "Xen <img=ico_headshot> Ann", "Yve <img=ico_swordtwo> Bob",
            "Bob <img=ico_crossbow> Yve", "Bob <img=ico_crossbow> Xen",
        )
    )  # fmt: skip
    assert found.from_kills
    assert (sorted(side.wins for side in found.sides), found.unclear) == ([1, 2], 0)
    assert wins(found)["Ann"] == 2 or wins(found)["Bob"] == 2


def test_a_round_with_somebody_left_on_both_sides_is_unclear() -> None:
    """A round that ended by time is for the captains to say."""
    found = read_log(
        log("Ann <img=ico_bow> Xen", "Yve <img=ico_bow> Bob", "Xen <img=ico_bow> Ann", "Xen <img=ico_bow> Bob")
    )
    assert (found.unclear, sum(side.wins for side in found.sides)) == (1, 1)


def test_a_fall_and_a_kill_of_a_friend_change_no_side() -> None:
    """Who dies by nobody's hand, or a friend's once, is still on their side."""
    found = read_log(
        log(
            "Ann <img=ico_bow> Xen", "Ann <img=ico_bow> Yve",
            "Bob <img=ico_bow> Xen", "Bob <img=ico_bow> Yve", "<img=ico_fall> Ann",
            "Ann <img=ico_bow> Bob", "Ann <img=ico_bow> Xen", "Ann <img=ico_bow> Yve",
        )
    )  # fmt: skip
    assert (found.unclear, wins(found)) == (0, {"Ann": 3})


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "no_rounds"),
        (b"nothing\nof\nthe kind", "no_rounds"),
        (log("A won the round", "B won the round", "C won the round"), "too_many_sides"),
        (log(*["A won the round"] * 101), "too_many_rounds"),
        (b"\n" * (MOST_LINES + 1), "too_many_lines"),
        (b"\x00\xff" * 1000, "no_rounds"),
    ],
)
def test_a_log_that_tells_no_rounds_says_why(content: bytes, reason: str) -> None:
    """The captain reads what is wrong with it."""
    with pytest.raises(Unread) as refused:
        read_log(content)
    assert refused.value.reason == reason


def test_windows_letters_are_read() -> None:
    """Servers write what Windows writes, or UTF-8 with a mark at the beginning."""
    assert wins(read_log("Königreich won the round".encode("cp1252"))) == {"Königreich": 1}
    assert wins(read_log("﻿Königreich won the round".encode())) == {"Königreich": 1}


@given(st.binary(max_size=2000) | st.text(max_size=2000).map(lambda text: text.encode("utf-8", "replace")))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    """Nothing a stranger hands in is an error of ours."""
    try:
        found = read_log(content)
    except Unread:
        return
    assert found.drawn + found.unclear + sum(side.wins for side in found.sides) > 0
