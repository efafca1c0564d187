"""The documents hold every command and refusal, every reference leads somewhere, every call is described."""

import json
import re
from pathlib import Path
from typing import Any

from services.engine.adapters.schemas import command_schemas, info
from services.engine.core.rulesets.registry import RULESETS
from services.gateway.answers import ANSWERS, PLATFORM_CODES
from services.gateway.documents import API, asyncapi_document, openapi_document
from services.lobby.core.refusals import Refusal
from services.notify.core.talk import Refusal as TalkRefusal

ROOT = Path(__file__).resolve().parents[3]
RULESET = RULESETS[0]


def document() -> dict[str, Any]:
    return openapi_document([info(ruleset) for ruleset in RULESETS])


def references(document: object) -> set[str]:
    return set(re.findall(r'"(#/[^"]+)"', json.dumps(document)))


def leads_somewhere(document: object, place: str) -> bool:
    found: object = document
    for step in place.removeprefix("#/").split("/"):
        if not isinstance(found, dict) or step not in found:
            return False
        found = found[step]
    return True


def test_openapi_has_every_command_view_and_refusal() -> None:
    schemas = document()["components"]["schemas"]
    assert {f"{RULESET.name}.{command}" for command in command_schemas(RULESET)} <= set(schemas)
    assert {f"{RULESET.name}.PublicView", f"{RULESET.name}.PrivateView", f"{RULESET.name}.Actions"} <= set(schemas)
    assert {code.value for code in RULESET.refusals} | {"not_seated"} <= set(schemas["RulesetRefusal"]["enum"])


def test_every_reference_leads_somewhere() -> None:
    for each in (document(), asyncapi_document()):
        assert not [place for place in references(each) if not leads_somewhere(each, place)]


def test_every_call_says_what_it_answers() -> None:
    """A new call must be described, and a description must belong to a call."""
    calls = {
        f"{method.upper()} {path.removeprefix(API)}"
        for path, methods in document()["paths"].items()
        for method, call in methods.items()
        if "204" not in call["responses"] and "x-chess-pgn" not in json.dumps(call)
    }
    others = {
        "GET /maps/{board}",
        "GET /maps/{board}/shapes",
        "GET /games/{game}/pgn",
        "GET /campaigns/{campaign}/pgn",
        "GET /stream",
    }
    assert calls - others == set(ANSWERS)


def test_every_code_of_the_platform_is_listed() -> None:
    """Codes are closed: whatever a part says as a literal, or a part's list holds, clients can look up."""
    said: set[str] = {code.value for refusals in (Refusal, TalkRefusal) for code in refusals}
    for file in [*(ROOT / "services").rglob("*.py"), *(ROOT / "chassis").rglob("*.py")]:
        if "rulesets" not in file.parts:
            said |= set(re.findall(r'(?:Problem|Refused)\(\s*"([a-z_]+)"', file.read_text("utf-8")))
    assert said <= set(PLATFORM_CODES), sorted(said - set(PLATFORM_CODES))


def test_asyncapi_has_the_messages_of_the_socket() -> None:
    document = asyncapi_document()
    assert {"hello", "watch", "view", "patch", "problem"} <= set(document["components"]["messages"])
