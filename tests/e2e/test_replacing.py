"""The host finds a new player for a seat that was left: through every part, to the verified export."""

from pathlib import Path

from chassis.ids import new_key
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
