"""A campaign that was played on one installation is looked at on another."""

from pathlib import Path
from typing import Any

from services.engine.core import patches
from tests.e2e.test_export import command
from tests.player import Player, guest
from tests.running_platform import Platform, running_platform

OWNERS = ("countries", "seats", "outcome")


async def looked_at(player: Player, path: str) -> Any:
    """The view, which the history leads to."""
    whole = await player.call("GET", path)
    page = await player.call("GET", path.replace("?", "/history?") if "?" in path else f"{path}/history")
    shown = page["view"]
    while True:
        for entry in page["entries"]:
            shown = patches.apply(shown, entry["patch"])
        if "next" not in page:
            assert shown == whole["view"]
            return shown
        page = await player.call("GET", f"{path}/history?from={page['next']}")


async def test_a_campaign_is_looked_at_elsewhere(running: Platform, tmp_path: Path) -> None:
    """View, log and history through the gateway; not before its end, not forged, not twice; and removed again."""
    file, forged, old = tmp_path / "campaign.jsonl", tmp_path / "forged.jsonl", str(running.data)
    async with guest(running.url, "Ann") as player:
        room = await player.room("chess_wars", 3, {"draft": "dealt", "colours": "random"})
        for _ in range(2):
            await player.call("POST", f"/rooms/{room}/bots", {"level": 1})
        campaign = await player.start(room)
        assert (await command("export", campaign, "--out", str(file), "--data", old)).exit_code == 0
        sealed = await command("import", str(file), "--data", old)
        assert (sealed.exit_code, "still_sealed" in sealed.output) == (1, True)
        await player.command(type="EndCampaign")
        then = await player.view()
    assert (await command("export", campaign, "--out", str(file), "--data", old)).exit_code == 0
    taken = await command("import", str(file), "--data", old)
    assert (taken.exit_code, "campaign_exists" in taken.output) == (1, True)
    forged.write_text(file.read_text("utf-8").replace('"rated":false', '"rated":true'), "utf-8")
    with running_platform(tmp_path / "elsewhere") as elsewhere:
        new = str(elsewhere.data)
        refused = await command("import", str(forged), "--data", new)
        assert (refused.exit_code, "does_not_add_up" in refused.output) == (1, True)
        async with guest(elsewhere.url, "Eve") as eve:
            await eve.call("GET", f"/campaigns/{campaign}", status=404)
            done = await command("import", str(file), "--data", new)
            assert (done.exit_code, f"{elsewhere.url}/campaigns/{campaign}" in done.output) == (0, True), done.output
            seen = await looked_at(eve, f"/campaigns/{campaign}")
            assert {key: seen["game"].get(key) for key in OWNERS} == {key: then["game"].get(key) for key in OWNERS}
            assert seen["campaign"]["imported"]
            assert not any("account" in seat or "name" in seat for seat in seen["campaign"]["seats"].values())
            assert (await eve.call("GET", f"/campaigns/{campaign}/log"))["entries"]
            assert (await eve.call("GET", "/campaigns"))["campaigns"] == []
            assert (await eve.call("GET", "/rooms"))["rooms"] == []
            async with eve.socket() as socket:
                topic = f"campaign:{campaign}"
                await socket.send(t="watch", topic=topic)
                shown = await socket.until("view")
                assert shown["view"] == seen
                cursor = {"epoch": shown["epoch"], "class": shown["class"], "n": shown["n"] - 1}
                await socket.send(t="watch", topic=topic, cursor=cursor)  # as after a broken line
                assert (await socket.until("patch", "problem")).get("n") == shown["n"]
            assert (await command("import", "--remove", campaign, "--data", new)).exit_code == 0
            await eve.call("GET", f"/campaigns/{campaign}", status=404)
            done = await command("import", str(file), "--spectators", "link", "--data", new)
            assert done.exit_code == 0, done.output
            await eve.call("GET", f"/campaigns/{campaign}", status=403)
            way_in = done.output.split()[-1]
            assert way_in.startswith(elsewhere.url)
            assert await looked_at(eve, way_in.removeprefix(elsewhere.url)) == seen
        assert (await command("import", "--data", new)).exit_code == 1
