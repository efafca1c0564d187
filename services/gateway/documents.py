"""What the API promises, for machines: OpenAPI for the calls, AsyncAPI for the socket."""

import copy
import re
from collections.abc import Iterable
from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from warboard_pb.campaign.v1 import engine_pb2

from chassis.problems import Kind
from services.gateway import answers
from services.gateway.away import PARTS
from services.gateway.routers import accounts, campaigns, games, lichess, maps, rooms, streams, talk, texts
from services.gateway.socket_messages import CLOSE_CODES

API = "/api/v1"
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9._-]")

_TOPIC = {"type": "string", "pattern": "^(rooms|me|(campaign|game|room|talk):[A-Za-z0-9_-]{1,64})$"}
_TEXT: dict[str, Any] = {"type": "string"}
_NUMBER: dict[str, Any] = {"type": "integer"}
_FLAG: dict[str, Any] = {"type": "boolean"}
_OBJECT: dict[str, Any] = {"type": "object"}
_CURSOR = {
    "type": "object",
    "properties": {"epoch": _NUMBER, "class": _NUMBER, "n": _NUMBER},
    "required": ["epoch", "class", "n"],
}

_AWAY = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {"part": {"enum": list(PARTS)}, "since_unix_ms": _NUMBER},
        "required": ["part", "since_unix_ms"],
    },
}

# Each message: its required fields, then those that may be left out.
_FROM_CLIENT: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "hello": ({}, {"token": _TEXT}),
    "watch": ({"topic": _TOPIC}, {"cursor": _CURSOR, "invite": _TEXT, "link": _TEXT}),
    "leave": ({"topic": _TOPIC}, {}),
    "command": ({"id": _NUMBER, "campaign": _TEXT, "key": _TEXT, "command": _OBJECT}, {}),
    "play": ({"id": _NUMBER, "game": _TEXT, "key": _TEXT, "command": _OBJECT}, {}),
    "ping": ({"id": _NUMBER}, {}),
    "back": ({"id": _NUMBER}, {}),
}
_FROM_SERVER: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "welcome": ({"now_unix_ms": _NUMBER, "away": _AWAY}, {"account": _OBJECT}),
    "status": ({"away": _AWAY}, {}),
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
    "channels": ({"topic": _TOPIC, "channels": {"type": "array", "items": _OBJECT}}, {}),
    "talk": ({"topic": _TOPIC, "channel": _TEXT, "message": _OBJECT}, {}),
    "talk_read": ({"topic": _TOPIC, "channel": _TEXT, "read": _NUMBER, "unread": _NUMBER, "muted": _FLAG}, {}),
    "ok": ({"id": _NUMBER}, {"cursor": _CURSOR}),
    "problem": (
        {"code": _TEXT, "kind": _TEXT, "sentence": _TEXT},
        {"id": _NUMBER, "topic": _TOPIC, "detail": _OBJECT, "cursor": _CURSOR},
    ),
    "pong": ({"id": _NUMBER, "now_unix_ms": _NUMBER}, {}),
}


def routed(app: FastAPI) -> FastAPI:
    """The application with every call of the API."""
    for module in (accounts, lichess, rooms, maps, campaigns, texts, talk, games, streams):
        app.include_router(module.router, prefix=API)
    return app


def openapi_document(rulesets: Iterable[engine_pb2.RulesetInfo]) -> dict[str, Any]:
    """FastAPI's schema with what it can't see.

    That is the answers, the problems, and of every ruleset its commands (`components.schemas.<ruleset>.<Command>`),
    views and refusal codes.
    """
    app = routed(FastAPI(title="Warboard", version="1"))
    document = get_openapi(title=app.title, version=app.version, routes=app.routes)
    components: dict[str, Any] = document.setdefault("components", {}).setdefault("schemas", {})
    components.update(answers.schemas())
    commands: list[dict[str, str]] = []
    refusals: set[str] = set()
    for ruleset in rulesets:
        refusals.update(ruleset.refusals)
        for command, schema in msgspec.json.decode(ruleset.command_schemas or b"{}").items():
            components.update(_lifted(ruleset.name, command, schema))
            commands.append({"$ref": f"#/components/schemas/{_component(ruleset.name, command)}"})
        for view, schema in msgspec.json.decode(ruleset.view_schemas or b"{}").items():
            components.update(_lifted(ruleset.name, view, schema))
    if commands:
        components["Command"] = {"oneOf": commands}
        _command_bodies(document, components)
    if refusals:
        components["RulesetRefusal"] = {"type": "string", "enum": sorted(refusals)}
    components["PlatformRefusal"] = {"type": "string", "enum": sorted(answers.PLATFORM_CODES)}
    components["Problem"] = _problem([name for name in ("PlatformRefusal", "RulesetRefusal") if name in components])
    for path, calls in document["paths"].items():
        for method, call in calls.items():
            _answered(call, answers.ANSWERS.get(f"{method.upper()} {path.removeprefix(API)}"))
    components.pop("HTTPValidationError", None)
    components.pop("ValidationError", None)
    return document


def _problem(codes: list[str]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "type": _TEXT, "title": _TEXT, "status": _NUMBER,
            "code": {"anyOf": [{"$ref": f"#/components/schemas/{name}"} for name in codes]},
            "kind": {"type": "string", "enum": [kind.value for kind in Kind]}, "sentence": _TEXT,
            "detail": _OBJECT, "trace": _TEXT,
        },
        "required": ["type", "title", "status", "code", "kind", "sentence", "trace"],
    }  # fmt: skip


def _command_bodies(document: dict[str, Any], components: dict[str, Any]) -> None:
    """The two bodies that carry a command say which commands there are."""
    bodies = {f"{API}/campaigns/{{campaign}}/commands": "Command", f"{API}/games/{{game}}/commands": "GameCommand"}
    for path, name in bodies.items():
        body = copy.deepcopy(components["CommandBody"])
        body["properties"]["command"] = {"$ref": f"#/components/schemas/{name}"}
        document["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"] = body


def _answered(call: dict[str, Any], fields: dict[str, Any] | None) -> None:
    """Give a call the schema of its answer, and the problem as its other one."""
    responses = call["responses"]
    for status, response in responses.items():
        if fields is not None and status.startswith("2"):
            response["content"] = {"application/json": {"schema": answers.fields_schema(fields)}}
    responses.pop("422", None)
    schema = {"$ref": "#/components/schemas/Problem"}
    responses["default"] = {
        "description": "Refused; nothing changed",
        "content": {"application/problem+json": {"schema": schema}},
    }


def asyncapi_document() -> dict[str, Any]:
    """The messages of the socket."""
    codes = "; ".join(f"{code} {words}" for code, words in CLOSE_CODES.items())
    channel: dict[str, Any] = {"address": "/ws", "description": f"Close codes: {codes}.", "messages": {}}
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


def _lifted(scope: str, name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """A JSON Schema as components `<scope>.<name>`, with all that it defines for itself beside it."""
    definitions: dict[str, Any] = schema.pop("$defs", {})
    places = {f"#/$defs/{key}": f"#/components/schemas/{_component(scope, key)}" for key in definitions}
    return {_component(scope, key): _moved(value, places) for key, value in {name: schema, **definitions}.items()}


def _moved(value: Any, places: dict[str, str]) -> Any:
    if isinstance(value, list):
        return [_moved(entry, places) for entry in value]
    if isinstance(value, dict):
        return {
            key: places.get(entry, entry) if key == "$ref" and isinstance(entry, str) else _moved(entry, places)
            for key, entry in value.items()
        }
    return places.get(value, value) if isinstance(value, str) else value
