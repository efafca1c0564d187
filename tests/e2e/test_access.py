"""Every page, light and dark, without a breach of WCAG 2.2 AA that axe can find."""

from pathlib import Path

from playwright.async_api import Page

from tests.e2e.browser import chromium, expect, person
from tests.player import Player, guest

AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
# Names beside a country stand on a halo of paper, which axe takes for the country's own colour; names of countries
# that can't be chosen now are inactive.
RUN = """async () => {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const exclude = [[".callout"], ["g[data-id] > .dim"]];
    const found = await axe.run({ exclude }, { runOnly: tags, resultTypes: ['violations'] });
    return found.violations.map(each => [each.id, each.impact, each.nodes.map(node =>
        [node.target.join(' '), node.failureSummary])]);
}"""


async def breaches(page: Page, name: str) -> list[str]:
    """What axe finds on the page as it stands, light and then dark."""
    found: list[str] = []
    if not await page.evaluate("typeof axe !== 'undefined'"):
        await page.evaluate(AXE.read_text("utf-8") + "; null")
    for theme in ("light", "dark"):
        await page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        for rule, impact, nodes in await page.evaluate(RUN):
            found += [f"{name} {theme} {rule} ({impact}): {where}: {what}" for where, what in nodes[:4]]
    return found


async def signed_in(page: Page, player: Player) -> None:
    """Let the page be the player's."""
    cookies = [{"name": cookie.key, "value": cookie.value, "url": player.base} for cookie in player.http.cookie_jar]
    await page.context.add_cookies(cookies)  # type: ignore[arg-type]


async def until_turn(player: Player) -> None:
    """Wait for the player's turn to declare."""
    while (view := await player.view())["game"].get("turn", {}).get("seat") != view["you"]["seat"]:
        pass


async def test_pages_of_a_stranger(platform: str) -> None:
    async with chromium() as browser, person(browser, platform) as page:
        found: list[str] = []
        for path in ("/", "/rules", "/sign-in", "/inbox", "/nowhere"):
            await page.goto(platform + path)
            await page.locator("h1").first.wait_for()
            found += await breaches(page, path)
        await page.goto(platform)
        await page.get_by_test_id("play-bots-chess_wars").click()
        found += await breaches(page, "play bots")
        await page.goto(platform)
        await page.get_by_test_id("create-chess_wars").click()
        await page.get_by_test_id("settings").click()
        found += await breaches(page, "create")
        assert not found, "\n".join(found)


async def test_pages_of_a_player(platform: str) -> None:
    async with guest(platform) as player, chromium() as browser, person(browser, platform) as page:
        await signed_in(page, player)
        found: list[str] = []
        room = await player.room("chess_wars", 3, {"draft": "connected"})
        for level in (1, 2):
            await player.call("POST", f"/rooms/{room}/bots", {"level": level})
        await page.goto(f"{platform}/rooms/{room}")
        await page.get_by_test_id("start").wait_for()
        found += await breaches(page, "room")
        await page.goto(f"{platform}/campaigns/{await player.start(room)}")
        await page.get_by_test_id("draft-for-me").wait_for()
        found += await breaches(page, "draft")
        room = await player.room("chess_wars", 2, {"draft": "dealt"})
        await player.call("POST", f"/rooms/{room}/bots", {"level": 1})
        await page.goto(f"{platform}/campaigns/{await player.start(room)}")
        await page.get_by_test_id("secret-card").first.click()
        found += await breaches(page, "secrets")
        await player.choose_secret()
        await until_turn(player)
        await page.locator("button.target").first.wait_for()
        found += await breaches(page, "war room")
        for tab in ("missions", "standings", "diplomacy", "log"):
            await page.locator(f"#tab-{tab}").click()
            found += await breaches(page, tab)
            if tab == "diplomacy":
                await page.locator("[data-channel=all]").click()
                await page.get_by_test_id("compose").fill("Good luck, everyone")
                await page.get_by_test_id("say").click()
                await page.get_by_test_id("messages").locator("[data-n]").wait_for()
                found += await breaches(page, "talk")
                for part in ("accords", "dispatches"):
                    await page.get_by_test_id(f"part-{part}").click()
                    found += await breaches(page, part)
        await page.get_by_test_id("table").click()
        found += await breaches(page, "table")
        await page.get_by_test_id("table").click()
        await page.locator("#tab-war").click()
        await page.locator("button.target").first.click()
        await page.get_by_test_id("declare").wait_for()
        found += await breaches(page, "declare")
        await page.goto(platform)
        await page.get_by_test_id("inbox-link").click()
        await page.get_by_test_id("inbox").wait_for()
        await expect(page.get_by_test_id("inbox").locator("a").first).to_be_visible()
        found += await breaches(page, "inbox")
        await page.goto(platform)
        await page.locator(".first").wait_for()
        found += await breaches(page, "lobby")
        assert not found, "\n".join(found)
