"""Who should hear of a fact. Turns last a minute, so that only what asks or ends reaches an inbox, and of turns one."""

from services.engine.core.kernel import Notice
from services.engine.core.rulesets.provinces import facts as f


def notices(fact: f.Fact) -> tuple[Notice, ...]:
    """Who should hear of a fact."""
    match fact:
        case f.TurnBegan():
            parameters = {"turn": fact.number}
            told = Notice(seats=(fact.seat,), key="notice.your_turn", parameters=parameters, owes=True, latest=True)
            return (told,)
        case f.PlayerOut(how="removed"):
            return (Notice(seats=(fact.seat,), key="notice.removed", parameters={"offline_s": fact.offline_s}),)
        case f.PlayerOut(how="eliminated"):
            return (Notice(seats=(fact.seat,), key="notice.eliminated", parameters={}),)
        case _:
            return ()
