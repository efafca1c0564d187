"""Whether what `actions` answers allows a command: what a client can know without knowing the rules."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from services.engine.core.board import Board
from services.engine.core.rulesets.chess_wars import commands as c
from services.engine.core.values import unix_ms
from tests.unit.chess_wars.offered import KEYED


class Listing:
    """What a seat was told that it may do.

    :param actions: the answer to "actions".
    :param mine: the seat's own countries, from the public view.
    """

    def __init__(self, actions: dict[str, Any], board: Board, mine: Iterable[str], at: datetime) -> None:
        self.actions = actions
        self.board = board
        self.mine = set(mine)
        self.at = at

    def allows(self, command: Any) -> bool:
        """Whether the command is among what is listed."""
        name = type(command).__name__
        if name in KEYED:
            return getattr(command, KEYED[name][1]) in self.actions.get(name, {})
        found = self.actions.get(name)
        return found is not None and CHECKS[name](self, found, command)

    def value(self, places: Iterable[str]) -> int:
        """Total value of countries, each counted once."""
        return sum(self.board.figures["value"][self.board.index[place]] for place in set(places))  # type: ignore[index]

    def joined(self, start: Iterable[str]) -> set[str]:
        """Own countries joined to any of these by a chain of own ones."""
        seen = set(start) & self.mine
        queue = list(seen)
        while queue:
            around = self.board.ids(self.board.neighbours[self.board.index[queue.pop()]])  # type: ignore[index]
            queue += (fresh := set(around) & self.mine - seen)
            seen |= fresh
        return seen

    def knows(self, places: Iterable[str]) -> bool:
        """Whether all are on the map and in play."""
        return all(place in self.board.index for place in places)


def _pick(listing: Listing, found: Any, command: c.PickCountry) -> bool:
    return bool(command.pick == found["pick"] and command.country in found["countries"])


def _preferences(listing: Listing, found: Any, command: c.SetPreferences) -> bool:
    return listing.knows(command.countries)


def _choose(listing: Listing, found: Any, command: c.ChooseSecret) -> bool:
    return bool(0 <= command.option < found["options"])


def _declare(listing: Listing, found: Any, command: c.DeclareWar) -> bool:
    if "not_now" in found or command.turn != found.get("turn") or command.target not in found.get("targets", {}):
        return False
    choice = found["targets"][command.target]
    stake, free = {*command.stake, command.origin}, set(found.get("stakeable", ()))
    return (
        command.origin in choice["origins"]
        and stake <= free & listing.joined([command.origin])
        and listing.value(stake) >= choice["need"]
        and not stake & set(command.reserves)
        and set(command.reserves) <= free & listing.joined(stake)
    )


def _fortify(listing: Listing, found: Any, command: c.Fortify) -> bool:
    return bool(command.turn == found["turn"] and command.country in found["countries"])


def _turn(listing: Listing, found: Any, command: c.PassTurn) -> bool:
    return bool(command.turn == found["turn"])


def _pass_for(listing: Listing, found: Any, command: c.PassTurnFor) -> bool:
    return bool(command.turn == found["turn"] and unix_ms(listing.at) >= found["from_unix_ms"])


def _raise(listing: Listing, found: Any, command: c.RaiseStakes | c.MeetRaise) -> bool:
    if command.war not in found or command.number != found[command.war]["number"]:
        return False
    choice, named = found[command.war], set(command.countries)
    if "have" in choice:
        return named <= set(choice["countries"]) and choice["have"] + listing.value(named) >= choice["need"]
    if not choice["need"]:
        return not named
    return len(named) == 1 and named <= set(choice["countries"])


def _back_down(listing: Listing, found: Any, command: c.BackDown) -> bool:
    return bool(command.war in found and command.number == found[command.war]["number"])


def _redirect(listing: Listing, found: Any, command: c.RedirectWar) -> bool:
    return command.war in found and command.country in found[command.war]["countries"]


def _peace(listing: Listing, found: Any, command: c.OfferPeace) -> bool:
    if command.war not in found:
        return False
    choice, given = found[command.war], set(command.from_defender)
    whole = choice["target"] in given and given <= {choice["target"], *choice.get("put_ins", ())}
    one = len(given) == 1 and given <= set(choice.get("others", ()))
    return bool(
        set(command.from_attacker) <= set(choice["from_attacker"])
        and (not given or whole or one)
        and choice.get("tokens_least", 0) <= command.tokens <= choice.get("tokens_most", 0)
        and (not command.accord_rounds or command.accord_rounds >= choice.get("accord_least", 0))
    )


def _propose(listing: Listing, found: Any, command: c.ProposeAccord) -> bool:
    choice = found.get(str(command.partner))
    return choice is not None and choice.get("rounds_least", 1) <= command.rounds <= choice.get("rounds_most", 10)


def _renounce(listing: Listing, found: Any, command: c.RenounceAccord) -> bool:
    return str(command.partner) in found


def _advance(listing: Listing, found: Any, command: c.AdvanceRound) -> bool:
    return bool(command.round == found["round"])


CHECKS: dict[str, Callable[[Listing, Any, Any], bool]] = {
    "PickCountry": _pick,
    "SetPreferences": _preferences,
    "ChooseSecret": _choose,
    "DeclareWar": _declare,
    "Fortify": _fortify,
    "PassTurn": _turn,
    "PassTurnFor": _pass_for,
    "RaiseStakes": _raise,
    "MeetRaise": _raise,
    "BackDown": _back_down,
    "RedirectWar": _redirect,
    "OfferPeace": _peace,
    "ProposeAccord": _propose,
    "RenounceAccord": _renounce,
    "AdvanceRound": _advance,
    "GoOnWithout": lambda *_: True,
    "EndCampaign": lambda *_: True,
}
