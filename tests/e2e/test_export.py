"""A finished campaign as a file, and what anybody can check in it."""

import asyncio
from pathlib import Path

from typer.testing import CliRunner, Result

from tests.player import guest
from tests.running_platform import Platform
from warboard.__main__ import app


async def command(*words: str) -> Result:
    """The command line, beside the event loop: some commands have one of their own."""
    return await asyncio.to_thread(CliRunner().invoke, app, list(words))


async def test_a_finished_campaign_can_be_verified_and_a_forged_one_is_noticed(
    running: Platform, tmp_path: Path
) -> None:
    """Before the end the secret stays sealed; after it every draw and every command of the file adds up."""
    file, data = tmp_path / "campaign.jsonl", str(running.data)
    async with guest(running.url) as player:
        room = await player.room("chess_wars", 3, {"draft": "dealt", "colours": "random"})
        for _ in range(2):
            await player.call("POST", f"/rooms/{room}/bots", {"level": 1})
        campaign = await player.start(room)
        assert (await command("export", campaign, "--out", str(file), "--data", data)).exit_code == 0
        early = await command("verify", str(file))
        assert early.exit_code == 1
        assert "still sealed" in early.output
        await player.command(type="EndCampaign")
    assert (await command("export", campaign, "--out", str(file), "--data", data)).exit_code == 0
    checked = await command("verify", str(file))
    assert (checked.exit_code, "add up" in checked.output) == (0, True), checked.output
    written = file.read_text("utf-8")
    forged = written.replace('"rated":false', '"rated":true')
    assert forged != written
    file.write_text(forged, "utf-8")
    assert (await command("verify", str(file))).exit_code == 1
    assert (await command("export", "nowhere", "--data", data)).exit_code == 1
