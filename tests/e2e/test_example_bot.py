"""The example of the bot API, `examples/bot.py`, against the whole platform."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.player import Player, guest

BOT = Path(__file__).parents[2] / "examples" / "bot.py"
MOVES = 3


@asynccontextmanager
async def played_by_the_example(url: str, token: str) -> AsyncIterator[None]:
    """The example bot runs meanwhile."""
    environ = {**os.environ, "WARBOARD_URL": url, "WARBOARD_TOKEN": token}
    process = await asyncio.create_subprocess_exec(sys.executable, str(BOT), env=environ)
    try:
        yield
        assert process.returncode is None, "the bot ended"
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGKILL)
        await process.wait()


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
    """Declare the first war that can be declared; its game's id.

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


async def play(player: Player, game: str) -> None:
    """White's first moves, each once the bot has answered the one before."""
    for number in range(MOVES):
        async with asyncio.timeout(30):
            while (seen := await _game(player, game)).get("ply") != 2 * number:  # noqa: ASYNC110 - the server is asked
                await asyncio.sleep(0.1)
        start, ends = next(iter(seen["legal"].items()))
        body = {"key": f"move-{number}", "command": {"type": "Move", "ply": 2 * number, "uci": start + ends[0]}}
        await player.call("POST", f"/games/{game}/commands", body)


async def _game(player: Player, game: str) -> dict[str, Any]:
    async with player.http.get(f"{player.base}/api/v1/games/{game}") as answer:
        seen: dict[str, Any] = (await answer.json())["game"] if answer.status == 200 else {}
        return seen


async def test_the_example_drafts_passes_accepts_wars_and_plays_chess(platform: str) -> None:
    async with guest(platform, "Ann") as ann, guest(platform, "Robot") as robot:
        made = await robot.call("POST", "/tokens", {"label": "bot", "scopes": ["read", "play"]})
        room = await ann.room("chess_wars", 2, {"draft": "connected", "theatre": ["South America"]})
        await robot.join(room)
        await ann.start(room)
        async with played_by_the_example(platform, made["token"]):
            game = await declare(ann)
            await play(ann, game)
            async with asyncio.timeout(30):
                while (await _game(ann, game))["ply"] < 2 * MOVES:  # noqa: ASYNC110 - the server is asked
                    await asyncio.sleep(0.1)
