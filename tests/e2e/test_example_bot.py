"""The example of the bot API, `examples/bot.py`, against the whole platform."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.at_war import declare, game_of
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


async def play(player: Player, game: str) -> None:
    """White's first moves, each once the bot has answered the one before."""
    for number in range(MOVES):
        async with asyncio.timeout(30):
            while (seen := await game_of(player, game)).get("ply") != 2 * number:  # noqa: ASYNC110 - the server is asked
                await asyncio.sleep(0.1)
        start, ends = next(iter(seen["legal"].items()))
        body = {"key": f"move-{number}", "command": {"type": "Move", "ply": 2 * number, "uci": start + ends[0]}}
        await player.call("POST", f"/games/{game}/commands", body)


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
                while (await game_of(ann, game))["ply"] < 2 * MOVES:  # noqa: ASYNC110 - the server is asked
                    await asyncio.sleep(0.1)
