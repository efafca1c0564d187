"""Who may watch: everybody, whoever has a signed link, or nobody but the players."""

import pytest

from tests.player import Player, guest


async def campaign_with(host: Player, spectators: str) -> str:
    room = await host.room("chess_wars", 3, {"draft": "dealt", "spectators": spectators})
    for _ in range(2):
        await host.call("POST", f"/rooms/{room}/bots", {"level": 1})
    return await host.start(room)


async def test_a_signed_link_opens_a_campaign_that_is_watched_by_link(platform: str) -> None:
    """With it a stranger sees the public view, live; without, with a bent one or with another's, nothing."""
    async with guest(platform, "Ann") as ann, guest(platform, "Eve") as eve:
        campaign = await campaign_with(ann, "link")
        made = await ann.call("POST", f"/campaigns/{campaign}/links", {}, status=201)
        link = made["link"]
        assert made["url"].endswith(f"/campaigns/{campaign}?link={link}")
        assert (await eve.call("GET", f"/campaigns/{campaign}", status=403))["code"] == "not_allowed"
        seen = await eve.call("GET", f"/campaigns/{campaign}?link={link}")
        assert (seen["class"], "mine" in seen["view"]) == (-1, False)
        await eve.call("GET", f"/campaigns/{campaign}/log?link={link}")
        await eve.call("GET", f"/campaigns/{campaign}/log", status=403)
        bent = ("A" if link[0] != "A" else "B") + link[1:]
        assert (await eve.call("GET", f"/campaigns/{campaign}?link={bent}", status=403))["code"] == "link_invalid"
        other = await campaign_with(ann, "link")
        await eve.call("GET", f"/campaigns/{other}?link={link}", status=403)
        await eve.call("POST", f"/campaigns/{campaign}/links", {}, status=404)
        async with eve.socket() as socket:
            await socket.send(t="watch", topic=f"campaign:{campaign}")
            assert (await socket.until("problem", "view"))["code"] == "not_allowed"
            await socket.send(t="watch", topic=f"campaign:{campaign}", link=link)
            shown = await socket.until("view")
            ann.campaign = campaign
            await ann.command(type="EndCampaign")
            while (patch := await socket.until("patch"))["patch"].get("campaign", {}).get("status") != "ended":
                pass
            assert patch["n"] > shown["n"]


@pytest.mark.parametrize(("spectators", "status"), [("public", 200), ("none", 403)])
async def test_other_campaigns_need_no_link_or_take_none(platform: str, spectators: str, status: int) -> None:
    """A public campaign is open to all; of one without spectators no link can be made."""
    async with guest(platform, "Ann") as ann, guest(platform, "Eve") as eve:
        campaign = await campaign_with(ann, spectators)
        made = await ann.call("POST", f"/campaigns/{campaign}/links", {}, status=201 if status == 200 else 409)
        await eve.call("GET", f"/campaigns/{campaign}", status=status)
        if status == 200:
            await eve.call("GET", f"/campaigns/{campaign}?link={made['link']}")
        else:
            assert made["code"] == "spectators_none"
