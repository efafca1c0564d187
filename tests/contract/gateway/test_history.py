"""The history of a campaign over REST, as a client replays it."""

from typing import Any

from services.engine.core import patches
from tests.contract.gateway.conftest import Browser, key
from tests.contract.gateway.test_gateway import adder, view


async def replayed(browser: Browser, campaign: str) -> dict[str, Any]:
    """What a client shows at the end of all pages."""
    status, page = await browser.call("GET", f"/campaigns/{campaign}/history?limit=2")
    assert status == 200, page
    shown: dict[str, Any] = page["view"]
    while True:
        for entry in page["entries"]:
            shown = patches.apply(shown, entry["patch"])
        if "next" not in page:
            return {**page["newest"], "view": shown}
        _, page = await browser.call("GET", f"/campaigns/{campaign}/history?from={page['next']}&limit=2")


async def test_the_history_leads_to_the_present_view_with_its_names(browsers: list[Browser], campaign: str) -> None:
    """A player's own class and a stranger's."""
    for _ in range(4):
        first, _, command = await adder(browsers, campaign)
        status, answer = await first.call("POST", f"/campaigns/{campaign}/commands", {"key": key(), "command": command})
        assert status == 200, answer
    for browser in browsers:
        assert await replayed(browser, campaign) == await view(browser, campaign)


async def test_odd_pages_are_answered(browsers: list[Browser], campaign: str) -> None:
    """Numbers out of range are taken as the nearest that make sense; what is no number is refused."""
    nobody = browsers[2]
    for query, count in (("from=-5&limit=0", 1), ("from=99999999999999999999", 0), ("limit=100000", 1)):
        status, page = await nobody.call("GET", f"/campaigns/{campaign}/history?{query}")
        assert (status, len(page["entries"])) == (200, count), query
    assert (await nobody.call("GET", f"/campaigns/{campaign}/history?from=now"))[0] == 400
