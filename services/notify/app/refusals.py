"""Talk's refusals as problems for the wire: one table of kinds and sentences."""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from chassis.problems import Kind, Problem
from services.notify.core.talk import Refusal, Refused

P = ParamSpec("P")
T = TypeVar("T")

SENTENCES: dict[Refusal, tuple[Kind, str]] = {
    Refusal.BAD_TEXT: (Kind.MALFORMED, "A message has 1 to {most} characters, and something to be seen."),
    Refusal.NO_SUCH_CHANNEL: (Kind.MISSING, "There is no such channel."),
    Refusal.NO_SUCH_MESSAGE: (Kind.MISSING, "There is no such message."),
    Refusal.NO_SUCH_CAMPAIGN: (Kind.MISSING, "There is no such campaign."),
    Refusal.NOT_ALLOWED: (Kind.NOT_ALLOWED, "Only its players see this campaign."),
    Refusal.NOT_A_PLAYER: (Kind.NOT_ALLOWED, "Only players of the campaign may do this."),
    Refusal.NOT_YOUR_MESSAGE: (Kind.NOT_ALLOWED, "Only its author may erase a message."),
    Refusal.KEY_REUSED: (Kind.MALFORMED, "This key was used for another message; send a new one."),
    Refusal.SLOW_DOWN: (Kind.TOO_MANY, "That was too quick; slow down."),
}


def problem_of(refused: Refused) -> Problem:
    """The problem a refusal becomes; clients translate by its code and detail."""
    kind, sentence = SENTENCES[refused.code]
    return Problem(refused.code.value, kind, sentence.format_map(refused.detail), detail=refused.detail)


def telling(use_case: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """A use case that tells its refusals as problems."""

    @wraps(use_case)
    async def told(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await use_case(*args, **kwargs)
        except Refused as refused:
            raise problem_of(refused) from refused

    return told
