"""The rules' refusals as problems for the wire: one table of kinds, one sentence a code."""

from chassis import problems
from chassis.problems import Problem
from services.engine.core.kernel import Kind, Rejected

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
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
