"""Kingdoms over HTTP: a server's log fills in the report of a battle, for its captains alone."""

from typing import Any

import pytest

from services.engine.adapters.maps import load_board
from tests.contract.gateway.conftest import HEADERS, Browser, key, started
from tests.contract.gateway.test_gateway import view

LOG = b" 20:15:51 - Swadia won the round\r\n 20:18:02 - Rhodoks won the round\r\n 20:21:40 - The round was a draw\r\n"
SAID = {
    "sides": [{"name": "Swadia", "wins": 1}, {"name": "Rhodoks", "wins": 1}],
    "drawn": 1, "unclear": 0, "from_kills": False, "lines": 3, "used": 3,
}  # fmt: skip


async def battle(players: list[Browser], mode: str) -> str:
    """A campaign with a battle over Flanders: Ann owns the first half of the map, and attacks."""
    places = load_board("marches40").places
    owners = {place: int(position >= len(places) // 2) for position, place in enumerate(places)} | {"flanders": 1}
    position = {"owners": owners, "units": dict.fromkeys(places, 5), "turn": 3, "stage": "attacks"}
    campaign = await started(players, {"battles": mode, "position": position}, "kingdoms")
    seats = (await view(players[0], campaign))["view"]["campaign"]["seats"]
    for player in players:
        mine = next(int(seat) for seat, held in seats.items() if held.get("account") == player.account)
        attack = {"origin": "normandy", "target": "flanders", "units": 4}
        orders = {"kind": "attacks", "attacks": [attack] if mine == 0 else []}
        await command(player, campaign, type="Submit", step=1, nonce="ab" * 32, orders=orders)
        await command(player, campaign, type="SetReady", step=1, ready=True)
    assert list((await view(players[0], campaign))["view"]["game"]["battles"]) == ["b3-flanders"]
    return campaign


async def command(player: Browser, campaign: str, **said: Any) -> None:
    status, answer = await player.call("POST", f"/campaigns/{campaign}/commands", {"key": key(), "command": said})
    assert status == 200, answer


async def post(player: Browser, campaign: str, log: bytes, name: str = "b3-flanders") -> tuple[int, Any]:
    url = f"/api/v1/campaigns/{campaign}/battles/{name}/log"
    async with player.http.post(url, data=log, headers={**HEADERS, "Content-Type": "text/plain"}) as answer:
        return answer.status, await answer.json(content_type=None)


async def test_a_log_fills_in_a_report(browsers: list[Browser]) -> None:
    """Also a long one; nothing changes by it, and who isn't a captain is told so."""
    ann, bob, nobody = browsers
    campaign = await battle([ann, bob], "game_log")
    before = await view(ann, campaign)
    for captain in (ann, bob):
        assert await post(captain, campaign, LOG + b"x\n" * 40_000) == (200, SAID | {"lines": 40_003})
    assert await view(ann, campaign) == before
    assert (await post(nobody, campaign, LOG))[1]["code"] == "not_signed_in"
    await nobody.be_guest("Eve")
    assert (await post(nobody, campaign, LOG))[1]["code"] == "not_seated"


@pytest.mark.parametrize(
    ("log", "name", "status", "code"),
    [
        (b"nothing of the kind", "b3-flanders", 400, "bad_log"),
        (b"\xff\x00" * 1000, "b3-flanders", 400, "bad_log"),
        (LOG, "b3-brabant", 403, "no_such_battle"),
    ],
)
async def test_what_tells_no_rounds_is_refused(
    browsers: list[Browser], log: bytes, name: str, status: int, code: str
) -> None:
    """With a reason."""
    campaign = await battle(browsers[:2], "game_log")
    answered, problem = await post(browsers[0], campaign, log, name)
    assert (answered, problem["code"]) == (status, code)


async def test_logs_are_read_only_where_the_room_has_them(browsers: list[Browser]) -> None:
    """Elsewhere captains report what they saw."""
    campaign = await battle(browsers[:2], "reported")
    assert (await post(browsers[0], campaign, LOG))[1]["code"] == "no_logs"
