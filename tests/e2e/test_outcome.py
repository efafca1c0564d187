"""The outcome: a guest plays bots, wages war, plays the game of chess, and countries change hands."""

import asyncio
import uuid
from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.at_war import game_of
from tests.player import Player, guest


async def started(player: Player, **options: Any) -> None:
    """A campaign of the player and three bots."""
    room = await player.room("chess_wars", 4, options)
    for level in (1, 2, 3):
        await player.call("POST", f"/rooms/{room}/bots", {"level": level})
    await player.start(room)
    await player.choose_secret()


async def take_turn(player: Player, game: dict[str, Any], actions: dict[str, Any], me: int) -> None:
    """Answer what is owed; declare a war on turn."""
    for war, entry in game.get("wars", {}).items():
        awaiting = entry.get("awaiting", {})
        if awaiting.get("seat") != me:
            continue
        if awaiting["what"] == "answer":
            await player.command(type="AcceptWar", war=war)
        elif awaiting["what"] == "redirect":
            await player.command(type="FightRedirect", war=war)
        elif "Withdraw" in actions and war in actions["Withdraw"]:
            await player.command(type="Withdraw", war=war, **actions["Withdraw"][war])
    turn = game.get("turn", {})
    if turn.get("seat") != me:
        return
    targets = actions.get("DeclareWar", {}).get("targets", {})
    if not targets:
        await player.command(type="PassTurn", turn=turn["number"])
        return
    target, choice = next(iter(targets.items()))
    origin = choice["best"]
    stake = choice["origins"][origin]["cheapest"]
    await player.command(type="DeclareWar", turn=turn["number"], target=target, origin=origin, stake=stake, reserves=[])


@pytest.fixture
async def player(platform: str) -> AsyncIterator[Player]:
    async with guest(platform) as player:
        yield player


async def test_a_war_is_settled_by_a_game_of_chess_and_countries_change_hands(player: Player) -> None:
    """Declare, play moves against a bot, resign: the stake is the defender's (or the target the attacker's)."""
    await started(player, draft="dealt")
    async with asyncio.timeout(90):
        while True:
            view = await player.view()
            me, game = view["you"]["seat"], view["game"]
            mine = {w: e for w, e in game.get("wars", {}).items() if me in (e["attacker"], e["defender"])}
            playing = next((w for w, e in mine.items() if e["state"] == "playing"), None)
            if playing is not None:
                break
            actions = (await player.call("GET", f"/campaigns/{player.campaign}/actions"))["actions"]
            await take_turn(player, game, actions, me)
            await asyncio.sleep(0.1)
        war = mine[playing]
        played = f"{player.campaign}-{war['game']}"
        chess = f"/games/{played}"
        moved = 0
        while moved < 2:
            state = await game_of(player, played)  # chessgate begins it a moment after the war's state says so
            assert state.get("state") != "over"
            if "legal" not in state:
                await asyncio.sleep(0.1)
                continue
            origin, targets = next(iter(state["legal"].items()))
            move = {"type": "Move", "ply": state["ply"], "uci": origin + targets[0]}
            await player.call("POST", f"{chess}/commands", {"key": str(uuid.uuid4()), "command": move})
            moved += 1
        stale = {"key": str(uuid.uuid4()), "command": {"type": "Move", "ply": 0, "uci": "e2e4"}}
        assert (await player.call("POST", f"{chess}/commands", stale, status=409))["code"] in ("wrong_ply",)
        resign = {"key": str(uuid.uuid4()), "command": {"type": "Resign"}}
        over = (await player.call("POST", f"{chess}/commands", resign))["game"]
        assert (over["state"], over["reason"]) == ("over", "resignation")
        lost = war["stake"] if war["attacker"] == me else [war["target"]]
        winner = war["defender"] if war["attacker"] == me else war["attacker"]
        while True:
            countries = (await player.view())["game"]["countries"]
            if {countries[place]["owner"] for place in lost} == {winner}:
                break
            await asyncio.sleep(0.1)


async def test_requests_from_another_site_are_refused(player: Player) -> None:
    """A cookie alone changes nothing: the header must be there and the origin ours."""
    for headers in ({"X-Warboard": "0"}, {"Origin": "https://evil.example"}, {"Origin": "null"}):
        url = f"{player.base}/api/v1/me"
        async with player.http.patch(url, json={"name": "Eve"}, headers=headers) as answer:
            assert answer.status == 403, headers
    assert (await player.call("GET", "/me"))["account"]["name"] == "Mara"


async def test_an_address_longer_than_any_file_is_not_found(player: Player) -> None:
    """Whatever the file system says of it, the answer is a 404 with a code."""
    async with player.http.get(f"{player.base}/{'a' * 300}") as answer:
        assert answer.status == 404
        assert (await answer.json(content_type=None))["code"] == "not_found"
