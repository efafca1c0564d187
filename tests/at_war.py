"""What players of chess wars do over REST until a war is fought at the board."""

import asyncio
from typing import Any

from tests.player import Player


async def acts(player: Player, wanted: str, within_s: float = 60) -> dict[str, Any]:
    """Do what the player's seat owes until it may give a command of this kind; what that may be."""
    async with asyncio.timeout(within_s):
        while True:
            may = (await player.call("GET", f"/campaigns/{player.campaign}/actions"))["actions"]
            view = await player.view()
            if wanted in may and "turn" in view["game"] and "PassTurn" in may:
                return {**may[wanted], "turn": view["game"]["turn"]["number"]}
            if "PickCountry" in may:
                pick = may["PickCountry"]
                await player.command(type="PickCountry", pick=pick["pick"], country=pick["countries"][-1])
            elif "ChooseSecret" in may:
                await player.command(type="ChooseSecret", option=0)
            else:
                await asyncio.sleep(0.1)


async def declare(player: Player, *, equal: bool = False) -> str:
    """Declare the first war that can be declared, and wait until it is fought; its game's id.

    :param equal: the first one with equal clocks.
    """
    may = await acts(player, "DeclareWar")
    target, choice = next(
        (target, choice)
        for target, choice in may["targets"].items()
        if "clocks" in choice
        and (not equal or choice["clocks"]["attacker"]["initial_s"] == choice["clocks"]["defender"]["initial_s"])
    )
    origin = choice["best"]
    stake = choice["origins"][origin]["cheapest"]
    await player.command(type="DeclareWar", turn=may["turn"], target=target, origin=origin, stake=stake, reserves=[])
    async with asyncio.timeout(30):
        while True:
            war = (await player.view())["game"]["wars"]["w1"]
            if "game" in war:
                return f"{player.campaign}-w1"
            await asyncio.sleep(0.1)


async def on_turn(player: Player) -> bool:
    """Wait until somebody is on turn; whether it is this player."""
    async with asyncio.timeout(20):
        while True:
            view = await player.view()
            if "turn" in view["game"]:
                return bool(view["game"]["turn"]["seat"] == view["you"]["seat"])
            await asyncio.sleep(0.1)


async def accept(player: Player) -> None:
    """Accept the first war once it is declared."""
    async with asyncio.timeout(30):
        while (await player.view())["game"].get("wars", {}).get("w1", {}).get("state") != "declared":  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    await player.command(type="AcceptWar", war="w1")


async def game_of(player: Player, game: str) -> dict[str, Any]:
    """A game; empty while there is none yet."""
    async with player.http.get(f"{player.base}/api/v1/games/{game}") as answer:
        seen: dict[str, Any] = (await answer.json())["game"] if answer.status == 200 else {}
        return seen
