"""Players' words over REST: sent in a command, read by the id that the view has, erased by their author."""

import msgspec

from tests.contract.gateway.conftest import Browser, key
from tests.contract.gateway.test_gateway import view

WORDS = "Not a word to\nanybody: می\u200cروم"


async def test_words_go_to_those_who_were_shown_their_id(browsers: list[Browser], campaign: str) -> None:
    """A private text is nowhere in what a stranger can ask for; once public, the stranger reads it too."""
    ann, bob, nobody = browsers

    async def command(**command: str) -> None:
        status, answer = await ann.call("POST", f"/campaigns/{campaign}/commands", {"key": key(), "command": command})
        assert status == 200, answer

    await command(type="Whisper", words=f" {WORDS}\u202e ")
    text = (await view(bob, campaign))["view"]["mine"]["whisper"]
    path = f"/campaigns/{campaign}/texts/{text}"
    assert await ann.call("GET", path) == (200, {"text": WORDS, "yours": True})
    assert await bob.call("GET", path) == (200, {"text": WORDS, "yours": False})
    status, refused = await nobody.call("GET", path)
    assert (status, refused["code"]) == (404, "no_such_text")
    for what in ("", "/log", "/history"):
        status, shown = await nobody.call("GET", f"/campaigns/{campaign}{what}")
        assert (status, text.encode() in msgspec.json.encode(shown)) == (200, False)
    await command(type="Repeat")
    assert await nobody.call("GET", path) == (200, {"text": WORDS, "yours": False})
    assert (await nobody.call("DELETE", path))[0] == 401
    status, refused = await bob.call("DELETE", path)
    assert (status, refused["code"]) == (403, "not_your_text")
    for _ in range(2):
        assert (await ann.call("DELETE", path))[0] == 204
    assert await nobody.call("GET", path) == (200, {"erased": True, "yours": False})


async def test_odd_ids_are_refused(browsers: list[Browser], campaign: str) -> None:
    for text, code in (("a%2Fb", "not_found"), ("x" * 65, "bad_id"), ("%25", "bad_id"), ("none", "no_such_text")):
        status, refused = await browsers[0].call("GET", f"/campaigns/{campaign}/texts/{text}")
        assert (status in (400, 404), refused["code"]) == (True, code)
