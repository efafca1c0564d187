"""What a refusal of the rules says in its own sentence, for clients without a translation."""

from enum import StrEnum

from services.engine.app.refusals import problem_of
from services.engine.core.kernel import Kind, Rejected


class Code(StrEnum):
    """Of some ruleset."""

    NOT_POSSIBLE = "not_possible"


def test_numbers_and_names_are_in_the_sentence() -> None:
    """Every detail is said by its name; a list without the signs of a programming language."""
    told = problem_of(Rejected(Code.NOT_POSSIBLE, Kind.NOT_ALLOWED, "10", need=3, missions=["Expansion", "TwoFronts"]))
    assert told.sentence == "The rules refuse it: not possible (need 3, missions Expansion TwoFronts)."
    assert told.detail == {"need": 3, "missions": ["Expansion", "TwoFronts"]}


def test_a_sentence_stays_short() -> None:
    """Of a list of what is wrong it says how long it is, and of anything long the beginning; the detail has it all."""
    told = problem_of(
        Rejected(Code.NOT_POSSIBLE, Kind.NOT_ALLOWED, "10", orders=[{"at": 0}] * 100, more=7, names=["x" * 40] * 100)
    )
    assert told.sentence.startswith("The rules refuse it: not possible (orders 100, more 7, names xxx")
    assert len(told.sentence) < 300
    assert len(told.detail["names"]) == 100
