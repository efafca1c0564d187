"""Talk's refusals as problems for the wire: one table of kinds and sentences."""

from chassis.problems import Kind
from chassis.refusals import RefusalTable
from services.notify.core.talk import Refusal, Refused

SENTENCES: dict[Refusal, tuple[Kind, str]] = {
    Refusal.BAD_TEXT: (Kind.MALFORMED, "A message has 1 to {most} characters, and something to be seen."),
    Refusal.NO_SUCH_CHANNEL: (Kind.MISSING, "There is no such channel."),
    Refusal.NO_SUCH_MESSAGE: (Kind.MISSING, "There is no such message."),
    Refusal.NOBODY_LISTENS: (Kind.NOT_NOW, "This player has left for good."),
    Refusal.NO_SUCH_CAMPAIGN: (Kind.MISSING, "There is no such campaign."),
    Refusal.NOT_ALLOWED: (Kind.NOT_ALLOWED, "Only its players see this campaign."),
    Refusal.NOT_A_PLAYER: (Kind.NOT_ALLOWED, "Only players of the campaign may do this."),
    Refusal.NOT_YOUR_MESSAGE: (Kind.NOT_ALLOWED, "Only its author may erase a message."),
    Refusal.KEY_REUSED: (Kind.MALFORMED, "This key was used for another message; send a new one."),
    Refusal.SLOW_DOWN: (Kind.TOO_MANY, "That was too quick; slow down."),
}

_TABLE = RefusalTable(Refused, SENTENCES)
problem_of, telling = _TABLE.problem_of, _TABLE.telling
