"""The rules' refusals as problems for the wire: one table of kinds, one sentence a code."""

from chassis import problems
from chassis.problems import Problem
from services.engine.core.kernel import Kind, Rejected
from services.engine.core.refusing import MOST_LISTED, quoted

_MOST_SAID = 200
"""Letters of a detail in a sentence, which is for people; the detail itself may have more."""

KINDS = {
    Kind.MALFORMED: problems.Kind.MALFORMED,
    Kind.NOT_ALLOWED: problems.Kind.NOT_ALLOWED,
    Kind.NOT_NOW: problems.Kind.NOT_NOW,
}

SENTENCES = {
    "not_seated": "You don't hold a seat in this campaign.",
    "key_reused": "This key was used for another command; send a new one.",
    "parked": "This campaign stands still until somebody has looked at a fault in it.",
    "unknown_command": "There is no such command here.",
    "malformed": "The command can't be read: {reason}.",
    "over": "The campaign is over.",
    "bad_text": "A text has at most {most} characters, and something to be seen.",
    "not_allowed": "You may not do this here.",
    "not_host": "Only the host may.",
    "no_replacing": "Nobody can take another's place in this game.",
    "seat_played": "Its player plays this seat.",
    "seated_before": "You have, or had, a seat in this campaign.",
    "link_void": "This seat has been taken, or its player is back; ask the host for a new link.",
    "link_invalid": "This link isn't one of ours.",
    "link_expired": "This link has expired; ask for a new one.",
}


def problem_of(rejected: Rejected) -> Problem:
    """The problem a refusal becomes; clients translate by its code and detail."""
    template = SENTENCES.get(rejected.code.value)
    if template is None:
        words = rejected.code.value.replace("_", " ")
        numbers = ", ".join(f"{name} {_said(value)}" for name, value in rejected.detail.items())
        sentence = f"The rules refuse it: {words}{f' ({numbers})' if numbers else ''}."
    else:
        sentence = template.format_map({"reason": "", **rejected.detail})
    return Problem(
        rejected.code.value, KINDS[rejected.kind], sentence, detail=rejected.detail, rule=rejected.rule or None
    )


def _said(value: object) -> str:
    """A detail in words; of a long list the first, and of a list of what is wrong how long it is."""
    if not isinstance(value, list):
        return quoted(str(value), _MOST_SAID)
    if any(isinstance(one, dict) for one in value):
        return str(len(value))
    return quoted(" ".join(str(one) for one in value[:MOST_LISTED]), _MOST_SAID)
