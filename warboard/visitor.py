"""Somebody who plays a campaign over the client's own calls, to bring it to a state worth a picture."""

import hashlib
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import APIRequestContext, Browser

PATIENCE_S = 90
OPENINGS = ("e2e4", "d2d4", "g1f3", "b1c3", "f1c4", "e7e5", "d7d5", "g8f6", "b8c6", "f8c5")


class Person:
    """Somebody who plays over the same calls as the client."""

    def __init__(self, browser: "Browser", url: str, name: str) -> None:
        self.context = browser.new_context(extra_http_headers={"X-Warboard": "1"})
        self._http: APIRequestContext = self.context.request
        self._url = f"{url}/api/v1"
        self._keys = 0
        self.post("/guests", {"name": name, "language": "en"})

    def get(self, path: str) -> Any:
        """The answer to a question."""
        return self._http.get(self._url + path).json()

    def post(self, path: str, body: Any = None) -> Any:
        """The answer to a change; refusals are answers too."""
        return self._http.post(self._url + path, data=body or {}).json()

    def table(self, name: str, bots: int, **options: Any) -> str:
        """A room with the person and some bots; its id."""
        body = {"ruleset": "chess_wars", "name": name, "seats": 4, "options": options, "public": True}
        room: str = self.post("/rooms", {**body, "entropy": hashlib.sha256(name.encode()).hexdigest()})["room"]["id"]
        for level in range(1, bots + 1):
            self.post(f"/rooms/{room}/bots", {"level": level})
        return room

    def campaign(self, name: str, **options: Any) -> str:
        """A started campaign with three bots; its id."""
        room = self.table(name, 3, **options)
        self.post(f"/rooms/{room}/start")
        started: str = until(lambda: self.get(f"/rooms/{room}")["room"].get("campaign"))
        return started

    def command(self, place: str, **command: Any) -> Any:
        """Give a command to `/campaigns/<id>` or `/games/<id>`."""
        self._keys += 1
        return self.post(f"{place}/commands", {"key": f"screens-{self._keys}", "command": command})

    def play_until(self, campaign: str, wanted: Callable[[dict[str, Any], int], Any]) -> Any:
        """Take turns and answers until the view holds what is wanted; that."""

        def step() -> Any:
            view = self.get(f"/campaigns/{campaign}")["view"]
            me = view["you"]["seat"]
            found = wanted(view["game"], me)
            if not found:
                self._act(f"/campaigns/{campaign}", view["game"], me)
            return found

        return until(step)

    def look_on(self, campaign: str, rounds: int) -> None:
        """As the host, let others play for some rounds: pass, lose every game, move on when all wars are over."""
        for _ in range(rounds):
            self._look_on(campaign)

    def _look_on(self, campaign: str) -> None:
        place = f"/campaigns/{campaign}"
        before = self.get(place)["view"]["game"]["round"]

        def step() -> bool:
            view = self.get(place)["view"]
            game, me = view["game"], view["you"]["seat"]
            underway = any("awaiting" in war for war in game.get("wars", {}).values())
            for war in self.get(f"{place}/actions")["actions"].get("AcceptWar", {}):
                self.command(place, type="AcceptWar", war=war)
            for war in game.get("wars", {}).values():
                if war["state"] == "playing" and me in (war["attacker"], war["defender"]):
                    self.command(f"/games/{campaign}-{war['game']}", type="Resign")
            if game.get("turn", {}).get("seat") == me:
                self.command(place, type="PassTurn", turn=game["turn"]["number"])
            if game.get("declaring_over") and not underway:
                self.command(place, type="AdvanceRound", round=game["round"])
            return bool(game["phase"] == "ended" or game["round"] > before)

        until(step)

    def _act(self, place: str, game: dict[str, Any], me: int) -> None:
        actions = self.get(f"{place}/actions")["actions"]
        if "ChooseSecret" in actions:
            self.command(place, type="ChooseSecret", option=0)
        for war in actions.get("AcceptWar", {}):
            self.command(place, type="AcceptWar", war=war)
        for war in actions.get("FightRedirect", {}):
            self.command(place, type="FightRedirect", war=war)
        for war, choice in actions.get("MeetRaise", {}).items():
            countries = choice.get("cheapest", [])
            self.command(place, type="MeetRaise", war=war, number=choice["number"], countries=countries)
        if game.get("turn", {}).get("seat") != me:
            return
        turn = game["turn"]["number"]
        targets = actions.get("DeclareWar", {}).get("targets", {})
        if not targets:
            self.command(place, type="PassTurn", turn=turn)
            return
        target = max(targets, key=lambda each: targets[each]["need"])
        origin = targets[target]["best"]
        stake = targets[target]["origins"][origin]["cheapest"]
        self.command(place, type="DeclareWar", turn=turn, target=target, origin=origin, stake=stake, reserves=[])

    def play_chess(self, game: str, moves: int) -> None:
        """Make sensible opening moves while there are any, and wait for the opponent's."""
        for _ in range(moves):
            state = until(lambda: self._to_move(game))
            legal = [origin + target for origin, targets in state["legal"].items() for target in targets]
            move = next((each for each in OPENINGS if each in legal), legal[0])
            self.command(f"/games/{game}", type="Move", ply=state["ply"], uci=move)
        until(lambda: self._to_move(game))

    def _to_move(self, game: str) -> Any:
        state = self.get(f"/games/{game}")["game"]
        return state if "legal" in state or state["state"] == "over" else None


def until(step: Callable[[], Any]) -> Any:
    """The first answer of a step that is something.

    :raises TimeoutError: it never was.
    """
    ends = time.monotonic() + PATIENCE_S  # noqa: TID251 - a limit on a person's patience, not the game's time
    while time.monotonic() < ends:  # noqa: TID251
        if found := step():
            return found
        time.sleep(0.1)
    raise TimeoutError("the campaign never came to what was to be shown")
