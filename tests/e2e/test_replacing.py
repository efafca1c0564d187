"""The host finds a new player for a seat that was left: through every part, to the verified export."""

from pathlib import Path

from chassis.ids import new_key
from tests.e2e.browser import chromium, expect, person
from tests.e2e.test_access import signed_in
from tests.e2e.test_export import command
from tests.player import guest
from tests.running_platform import Platform


async def test_a_campaign_goes_on_with_a_new_player(running: Platform, tmp_path: Path) -> None:
    """Who takes the seat plays on from what it sees; the campaign counts for no rating, and verifies."""
    file, data = tmp_path / "campaign.jsonl", str(running.data)
    async with guest(running.url, "Ann") as ann, guest(running.url, "Bob") as bob, guest(running.url, "Eve") as eve:
        room = await ann.room("chess_wars", 2, {"draft": "dealt", "spectators": "none"})
        await bob.join(room)
        campaign = await ann.start(room)
        seat = (await bob.call("GET", f"/campaigns/{campaign}"))["class"]
        path = f"/campaigns/{campaign}/seats/{seat}"
        await bob.call("POST", path, {"key": new_key(), "change": "leave"}, status=200)
        made = await ann.call("POST", f"{path}/links", {}, status=201)
        await eve.call("GET", f"/campaigns/{campaign}", status=403)
        offered = await eve.call("GET", f"/campaigns/{campaign}?link={made['link']}", status=200)
        assert str(seat) in offered["view"]["game"]["seats"]
        taking = {"key": new_key(), "change": "take_over", "link": made["link"]}
        first = await eve.call("POST", path, taking, status=200)
        assert await eve.call("POST", path, taking, status=200) == first
        assert (await eve.call("GET", f"/campaigns/{campaign}", status=200))["class"] == seat
        await eve.call("GET", f"/campaigns/{campaign}/actions", status=200)
        await bob.call("GET", f"/campaigns/{campaign}", status=403)
        ann.campaign = campaign
        await ann.command(type="EndCampaign")
    assert (await command("export", campaign, "--out", str(file), "--data", data)).exit_code == 0
    written = file.read_text("utf-8")
    assert "kernel.SeatReplaced" in written
    assert made["link"] not in written
    checked = await command("verify", str(file))
    assert (checked.exit_code, "add up" in checked.output) == (0, True), checked.output
    file.write_text(written.replace("take_over", "take_back"), "utf-8")
    assert (await command("verify", str(file))).exit_code == 1


async def test_the_hosts_page_finds_a_player_and_the_link_has_one_button(platform: str) -> None:
    """The host makes the link on the desk; who opens it on a phone sees what stands there, and plays on."""
    async with guest(platform, "Ann") as ann, guest(platform, "Bob") as bob, chromium() as browser:
        room = await ann.room("chess_wars", 2, {"draft": "dealt"})
        await bob.join(room)
        campaign = await ann.start(room)
        seat = (await bob.call("GET", f"/campaigns/{campaign}"))["class"]
        left = {"key": new_key(), "change": "leave"}
        await bob.call("POST", f"/campaigns/{campaign}/seats/{seat}", left, status=200)
        phone = {"viewport": {"width": 390, "height": 844}}
        async with person(browser, platform) as desk, person(browser, platform, **phone) as hand:
            await signed_in(desk, ann)
            await desk.goto(f"{platform}/campaigns/{campaign}")
            await desk.locator("#tab-standings").click()
            await desk.get_by_test_id(f"find-player-{seat}").click()
            link = await desk.get_by_test_id("seat-link").input_value()
            await hand.goto(link)
            offer = hand.get_by_test_id("take-over")
            await expect(offer).to_contain_text("Bob")
            assert not await hand.evaluate("() => document.documentElement.scrollWidth > innerWidth")
            await hand.get_by_test_id("guest-name").fill("Eve")
            await hand.get_by_test_id("take-over-confirm").click()
            await expect(offer).to_have_count(0)
            await expect(hand).to_have_url(f"{platform}/campaigns/{campaign}")
            await expect(desk.get_by_test_id("new-players")).to_have_count(0)
            await hand.goto(link)
            await hand.locator("path.country[data-seat]").first.wait_for(state="attached")
            await expect(offer).to_have_count(0)
