"""The documents hold every command of the rulesets, and every reference in them leads somewhere."""

import json
import re
from types import SimpleNamespace

from chassis.metrics import Metrics
from services.engine.adapters.schemas import command_schemas, info
from services.engine.core.rulesets.registry import RULESETS
from services.gateway.documents import asyncapi_document, openapi_document
from services.gateway.web import create_app

RULESET = RULESETS[0]


def references(document: object) -> set[str]:
    return set(re.findall(r'"(#/[^"]+)"', json.dumps(document)))


def leads_somewhere(document: object, place: str) -> bool:
    found: object = document
    for step in place.removeprefix("#/").split("/"):
        if not isinstance(found, dict) or step not in found:
            return False
        found = found[step]
    return True


def test_openapi() -> None:
    hub = SimpleNamespace(service=SimpleNamespace(metrics=Metrics("gateway")), settings=SimpleNamespace(web_root="no"))
    document = openapi_document(create_app(hub), [info(RULESET)])  # type: ignore[arg-type]
    schemas = document["components"]["schemas"]
    assert {f"{RULESET.name}.{command}" for command in command_schemas(RULESET)} <= set(schemas)
    assert "not_seated" in schemas["RulesetRefusal"]["enum"]
    assert "/api/v1/campaigns/{campaign}/commands" in document["paths"]
    assert not [place for place in references(document) if not leads_somewhere(document, place)]


def test_asyncapi() -> None:
    document = asyncapi_document()
    assert {"hello", "watch", "view", "patch", "problem"} <= set(document["components"]["messages"])
    assert not [place for place in references(document) if not leads_somewhere(document, place)]
