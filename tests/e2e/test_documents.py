"""What the platform really answers is what docs/openapi.json says."""

import json
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from tests.player import guest

DOCUMENT = json.loads((Path(__file__).resolve().parents[2] / "docs" / "openapi.json").read_text("utf-8"))


def fits(schema: Any, value: Any) -> list[str]:
    """Where a value breaks a schema of the document."""
    whole = {"components": DOCUMENT["components"], **schema}
    return [f"{list(error.path)}: {error.message[:200]}" for error in Draft202012Validator(whole).iter_errors(value)]


def answer_of(call: str, path: str) -> Any:
    """The schema of a call's answer."""
    responses = DOCUMENT["paths"][f"/api/v1{path}"][call]["responses"]
    good = next(response for status, response in responses.items() if status.startswith("2"))
    return good["content"]["application/json"]["schema"]


async def test_answers_fit_their_schemas(platform: str) -> None:
    async with guest(platform) as player:
        room = await player.room("chess_wars", 2, {"draft": "dealt"})
        await player.call("POST", f"/rooms/{room}/bots", {"level": 1})
        campaign = await player.start(room)
        said = {"key": "k1", "text": "hello"}
        await player.call("POST", f"/campaigns/{campaign}/channels/all/messages", said)
        wrong: dict[str, list[str]] = {}
        for path in (
            "/me", "/rulesets", "/rooms", "/rooms/{room}", "/campaigns", "/campaigns/{campaign}",
            "/campaigns/{campaign}/actions", "/campaigns/{campaign}/log", "/campaigns/{campaign}/history", "/inbox",
            "/tokens", "/campaigns/{campaign}/channels", "/campaigns/{campaign}/channels/{channel}/messages",
        ):  # fmt: skip
            got = await player.call("GET", path.format(room=room, campaign=campaign, channel="all"))
            if found := fits(answer_of("get", path), got):
                wrong[path] = found[:5]
        view = (await player.call("GET", f"/campaigns/{campaign}"))["view"]
        actions = (await player.call("GET", f"/campaigns/{campaign}/actions"))["actions"]
        for name, value in (("PublicView", view["game"]), ("PrivateView", view["mine"]), ("Actions", actions)):
            if found := fits({"$ref": f"#/components/schemas/chess_wars.{name}"}, value):
                wrong[name] = found[:5]
        assert not wrong
