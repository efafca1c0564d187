"""Terms of an accord in words, through the page alone, and nowhere in an export."""

from contextlib import AsyncExitStack
from pathlib import Path

from tests.e2e.browser import chromium, expect, person
from tests.e2e.test_access import breaches
from tests.e2e.test_export import command
from tests.e2e.test_talk import at_diplomacy, table_of_three
from tests.player import guest
from tests.running_platform import Platform

TERMS = "Neither of us touches Peru."


async def test_terms_are_the_twos_own_until_they_are_signed(running: Platform, tmp_path: Path) -> None:
    """Proposed, read, signed, seen by a stranger in the dispatches, erased by their author; verification holds."""
    async with (
        guest(running.url, "Ann") as ann, guest(running.url, "Bob") as bob, guest(running.url, "Eve") as eve,
        chromium() as browser, AsyncExitStack() as stack,
    ):  # fmt: skip
        campaign = await table_of_three(ann, bob, eve)
        bob.campaign = eve.campaign = campaign
        pages = [await at_diplomacy(stack, browser, running.url, each, campaign) for each in (ann, bob, eve)]
        for page in pages:
            await page.get_by_test_id("part-accords").click()
        anns, bobs, eves = pages
        await anns.get_by_test_id("accord-terms").fill(f"  {TERMS}\n")
        await anns.get_by_test_id(f"propose-{(await bob.view())['you']['seat']}").click()
        await expect(anns.get_by_test_id("accord-terms")).to_have_value("")
        for page in (anns, bobs):
            await expect(page.get_by_test_id("terms")).to_contain_text(TERMS)
            await expect(page.get_by_test_id("erase-terms")).to_have_count(int(page is anns))
        assert await breaches(bobs, "terms of a proposal") == []
        await expect(eves.get_by_test_id("terms")).to_have_count(0)
        text = next(iter((await bob.view())["mine"]["accord_offers"].values()))["terms"]
        await eve.call("GET", f"/campaigns/{campaign}/texts/{text}", status=404)
        await bobs.get_by_test_id("sign-accord").click()
        await expect(eves.get_by_test_id("terms")).to_have_text(TERMS)
        stranger = await stack.enter_async_context(person(browser, f"{running.url}/campaigns/{campaign}"))
        await stranger.locator("#tab-diplomacy").click()
        await stranger.get_by_test_id("part-dispatches").click()
        await expect(stranger.get_by_test_id("dispatches").get_by_test_id("terms")).to_have_text(TERMS)
        await anns.get_by_test_id("erase-terms").click()
        await anns.get_by_test_id("erase-terms-confirm").click()
        await expect(anns.get_by_test_id("terms")).to_have_text("Terms erased")
        await stranger.reload()
        await stranger.locator("#tab-diplomacy").click()
        await stranger.get_by_test_id("part-dispatches").click()
        await expect(stranger.get_by_test_id("dispatches").get_by_test_id("terms")).to_have_text("Terms erased")
        ann.campaign = campaign
        await ann.command(type="EndCampaign")
    file = tmp_path / "campaign.jsonl"
    assert (await command("export", campaign, "--out", str(file), "--data", str(running.data))).exit_code == 0
    written = file.read_text("utf-8")
    assert (TERMS in written, text in written) == (False, True)
    checked = await command("verify", str(file))
    assert (checked.exit_code, "add up" in checked.output) == (0, True), checked.output
