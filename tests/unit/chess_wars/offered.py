"""Commands made from what `actions` lists: each must be accepted."""

from collections.abc import Callable, Iterator
from typing import Any

from services.engine.core.rulesets.chess_wars import commands as c
from services.engine.core.values import Seat

Pick = Callable[[int], int]
"""A number in [0, n)."""

KEYED = {
    "CallOff": (c.CallOff, "war"),
    "AcceptWar": (c.AcceptWar, "war"),
    "FightRedirect": (c.FightRedirect, "war"),
    "Withdraw": (c.Withdraw, "war"),
    "AcceptPeace": (c.AcceptPeace, "offer"),
    "DeclinePeace": (c.DeclinePeace, "offer"),
    "SignAccord": (c.SignAccord, "offer"),
    "DeclineAccord": (c.DeclineAccord, "offer"),
}


def offered(actions: dict[str, Any], pick: Pick) -> Iterator[Any]:
    """A command for everything that is listed; where there is a choice, one is picked."""
    for name, found in actions.items():
        if name in KEYED:
            kind, field = KEYED[name]
            yield from (kind(**{field: key}) for key in found)
        else:
            yield from MAKERS[name](found, pick)


def _one(items: list[Any], pick: Pick) -> Any:
    return items[pick(len(items))]


def _some(items: list[Any], pick: Pick) -> tuple[Any, ...]:
    return tuple(item for item in items if pick(3) == 0)


def _pick(found: Any, pick: Pick) -> Iterator[Any]:
    yield c.PickCountry(pick=found["pick"], country=_one(found["countries"], pick))


def _preferences(found: Any, pick: Pick) -> Iterator[Any]:
    yield c.SetPreferences(countries=())


def _choose(found: Any, pick: Pick) -> Iterator[Any]:
    yield c.ChooseSecret(option=pick(found["options"]))


def _declare(found: Any, pick: Pick) -> Iterator[Any]:
    if "not_now" in found or not found.get("targets"):
        return
    target = _one(sorted(found["targets"]), pick)
    choice = found["targets"][target]
    origin = _one(sorted(choice["origins"]), pick)
    yield c.DeclareWar(
        turn=found["turn"], target=target, origin=origin, stake=tuple(choice["origins"][origin]["cheapest"])
    )


def _fortify(found: Any, pick: Pick) -> Iterator[Any]:
    yield c.Fortify(turn=found["turn"], country=_one(found["countries"], pick))


def _raise(found: Any, pick: Pick) -> Iterator[Any]:
    for war, choice in found.items():
        yield c.RaiseStakes(war=war, number=choice["number"], countries=tuple(choice["cheapest"]))


def _meet(found: Any, pick: Pick) -> Iterator[Any]:
    for war, choice in found.items():
        yield c.MeetRaise(war=war, number=choice["number"], countries=tuple(choice.get("cheapest", ())))


def _redirect(found: Any, pick: Pick) -> Iterator[Any]:
    for war, choice in found.items():
        yield c.RedirectWar(war=war, country=_one(choice["countries"], pick))


def _peace(found: Any, pick: Pick) -> Iterator[Any]:
    for war, choice in found.items():
        given: tuple[Any, ...] = ()
        way = pick(3)
        if way == 1:
            given = (choice["target"], *_some(choice.get("put_ins", []), pick))
        elif way == 2 and choice.get("others"):
            given = (_one(choice["others"], pick),)
        least, most = choice.get("tokens_least", 0), choice.get("tokens_most", 0)
        tokens = max(least, min(most, pick(5) - 2))
        accord = choice.get("accord_least", 0)
        yield c.OfferPeace(
            war=war,
            from_attacker=_some(choice["from_attacker"], pick),
            from_defender=given,
            tokens=tokens,
            accord_rounds=accord if accord <= 10 and pick(2) else 0,
        )


def _accord(found: Any, pick: Pick) -> Iterator[Any]:
    for partner, choice in found.items():
        yield c.ProposeAccord(partner=Seat(int(partner)), rounds=choice.get("rounds_least", 1))


MAKERS: dict[str, Callable[[Any, Pick], Iterator[Any]]] = {
    "PickCountry": _pick,
    "SetPreferences": _preferences,
    "ChooseSecret": _choose,
    "DeclareWar": _declare,
    "Fortify": _fortify,
    "PassTurn": lambda found, _: iter((c.PassTurn(turn=found["turn"]),)),
    "PassTurnFor": lambda _, __: iter(()),
    "RaiseStakes": _raise,
    "MeetRaise": _meet,
    "BackDown": lambda found, _: (c.BackDown(war=war, number=one["number"]) for war, one in found.items()),
    "RedirectWar": _redirect,
    "OfferPeace": _peace,
    "ProposeAccord": _accord,
    "RenounceAccord": lambda found, _: (c.RenounceAccord(partner=Seat(int(one))) for one in found),
    "AdvanceRound": lambda found, _: iter((c.AdvanceRound(round=found["round"]),)),
    "GoOnWithout": lambda _, __: iter((c.GoOnWithout(),)),
    "EndCampaign": lambda _, __: iter((c.EndCampaign(),)),
}
