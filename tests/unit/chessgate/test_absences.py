"""Silent parts: what their silence gives back before the clock has told of it."""

from services.chessgate.core.absences import Absences
from services.chessgate.core.spans import Spans


def test_silence_counts_once_it_is_long_and_while_it_lasts() -> None:
    heard = Absences()
    assert heard.heard("gateway", 1_000) == 0
    assert heard.with_known(Spans(), 4_000).overlap(0, 4_000) == 0
    assert heard.with_known(Spans(), 9_000).overlap(2_000, 9_000) == 7_000
    assert heard.heard("gateway", 10_000) == 9_000, "told to the log"
    assert heard.with_known(Spans(), 12_000).overlap(0, 12_000) == 9_000
    known = Spans(((900, 10_100),))
    assert heard.with_known(known, 12_000).overlap(0, 12_000) == 9_200


def test_nothing_is_decided_while_a_part_is_silent() -> None:
    heard = Absences()
    assert heard.all_there(5_000)  # nobody was ever heard of
    heard.heard("gateway", 5_000)
    heard.heard("chessgate", 6_000)
    assert heard.all_there(6_500)
    assert not heard.all_there(6_501)


def test_what_somebody_else_heard_is_no_absence_of_ours() -> None:
    heard = Absences()
    heard.noted("chessgate", 1_000)
    heard.noted("chessgate", 8_000)
    heard.noted("chessgate", 7_000)
    assert heard.last == {"chessgate": 8_000}
    heard.heard("chessgate", 9_000)
    assert heard.with_known(Spans(), 9_000).overlap(0, 9_000) == 0
