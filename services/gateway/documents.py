"""What the API promises, for machines: OpenAPI for the calls, AsyncAPI for the socket."""

import re
from collections.abc import Iterable
from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from warboard_pb.campaign.v1 import engine_pb2

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9._-]")

_TOPIC = {"type": "string", "pattern": "^(rooms|me|(campaign|game|room):[A-Za-z0-9_-]{1,64})$"}
_TEXT: dict[str, Any] = {"type": "string"}
_NUMBER: dict[str, Any] = {"type": "integer"}
_OBJECT: dict[str, Any] = {"type": "object"}
_CURSOR = {
    "type": "object",
    "properties": {"epoch": _NUMBER, "class": _NUMBER, "n": _NUMBER},
    "required": ["epoch", "n"],
}

# Each message: its required fields, then those that may be left out.
_FROM_CLIENT: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "hello": ({}, {"token": _TEXT}),
    "watch": ({"topic": _TOPIC}, {"cursor": _CURSOR, "invite": _TEXT}),
    "leave": ({"topic": _TOPIC}, {}),
    "command": ({"id": _NUMBER, "campaign": _TEXT, "key": _TEXT, "command": _OBJECT}, {}),
    "play": ({"id": _NUMBER, "game": _TEXT, "key": _TEXT, "command": _OBJECT}, {}),
    "ping": ({"id": _NUMBER}, {}),
}
_FROM_SERVER: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "welcome": ({"now_unix_ms": _NUMBER}, {"account": _OBJECT}),
    "view": ({"topic": _TOPIC, "class": _NUMBER, "epoch": _NUMBER, "n": _NUMBER, "view": _OBJECT}, {}),
    "patch": (
        {"topic": _TOPIC, "n": _NUMBER, "at_unix_ms": _NUMBER, "patch": _OBJECT, "lines": {"type": "array"}},
        {},
    ),
    "game": ({"topic": _TOPIC, "game": _OBJECT}, {}),
    "move": ({"topic": _TOPIC, "version": _NUMBER, "change": _OBJECT}, {}),
    "room": ({"topic": _TOPIC, "room": _OBJECT}, {}),
    "rooms": ({"topic": _TOPIC, "rooms": {"type": "array", "items": _OBJECT}}, {}),
    "me": ({"topic": _TOPIC, "inbox": _OBJECT}, {}),
    "ok": ({"id": _NUMBER}, {"cursor": _CURSOR}),
    "problem": (
        {"code": _TEXT, "kind": _TEXT, "sentence": _TEXT},
        {"id": _NUMBER, "topic": _TOPIC, "detail": _OBJECT, "cursor": _CURSOR},
    ),
    "pong": ({"id": _NUMBER, "now_unix_ms": _NUMBER}, {}),
}


def openapi_document(app: FastAPI, rulesets: Iterable[engine_pb2.RulesetInfo]) -> dict[str, Any]:
    """FastAPI's schema with every ruleset's commands, `components.schemas.<ruleset>.<Command>`, and refusal codes."""
    document = get_openapi(title=app.title, version=app.version, routes=app.routes)
    schemas: dict[str, Any] = document.setdefault("components", {}).setdefault("schemas", {})
    commands: list[dict[str, str]] = []
    refusals: set[str] = set()
    for ruleset in rulesets:
        refusals.update(ruleset.refusals)
        for command, schema in msgspec.json.decode(ruleset.command_schemas or b"{}").items():
            name = _component(ruleset.name, command)
            schemas.update(_lifted(name, schema))
            commands.append({"$ref": f"#/components/schemas/{name}"})
    if commands:
        schemas["Command"] = {"oneOf": commands}
    if refusals:
        schemas["RulesetRefusal"] = {"type": "string", "enum": sorted(refusals)}
    schemas["Problem"] = {
        "type": "object",
        "properties": {
            "type": _TEXT, "title": _TEXT, "status": _NUMBER, "code": _TEXT, "kind": _TEXT, "sentence": _TEXT,
            "detail": _OBJECT, "trace": _TEXT,
        },
        "required": ["type", "title", "status", "code", "kind", "sentence", "trace"],
    }  # fmt: skip
    return document


def asyncapi_document() -> dict[str, Any]:
    """The messages of the socket."""
    channel = {"address": "/ws", "messages": {}}
    operations: dict[str, Any] = {}
    messages: dict[str, Any] = {}
    for action, table in (("receive", _FROM_CLIENT), ("send", _FROM_SERVER)):
        for kind, (required, optional) in table.items():
            messages[kind] = {"name": kind, "payload": _payload(kind, required, optional)}
        operations[action] = {
            "action": action,
            "channel": {"$ref": "#/channels/socket"},
            "messages": [{"$ref": f"#/channels/socket/messages/{kind}"} for kind in table],
        }
    channel["messages"] = {kind: {"$ref": f"#/components/messages/{kind}"} for kind in messages}
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Warboard's socket", "version": "1"},
        "channels": {"socket": channel},
        "operations": operations,
        "components": {"messages": messages},
    }


def _payload(kind: str, required: dict[str, Any], optional: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"t": {"const": kind}, **required, **optional},
        "required": ["t", *required],
    }


def _component(*parts: str) -> str:
    return ".".join(_NOT_IN_NAMES.sub("_", part) for part in parts)


def _lifted(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """A JSON Schema as components: what it defines for itself becomes `<name>.<definition>`."""
    definitions: dict[str, Any] = schema.pop("$defs", {})
    places = {f"#/$defs/{key}": f"#/components/schemas/{_component(name, key)}" for key in definitions}
    lifted = {_component(name, key): _moved(value, places) for key, value in definitions.items()}
    lifted[name] = _moved(schema, places)
    return lifted


def _moved(value: Any, places: dict[str, str]) -> Any:
    if isinstance(value, list):
        return [_moved(entry, places) for entry in value]
    if isinstance(value, dict):
        return {
            key: places.get(entry, entry) if key == "$ref" and isinstance(entry, str) else _moved(entry, places)
            for key, entry in value.items()
        }
    return places.get(value, value) if isinstance(value, str) else value
