"""At the front door: wrong ids on every route and every message, and fifty people who want one seat."""

import asyncio
import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from yarl import URL

from tests.faults.cluster import Cluster
from tests.faults.front import Front, Person, Refused, people

WRONG = ["*", ">", ".", "..", "a.b", "a b", "x" * 10_000, "\x00", "é", "nowhere"]
"""The last could be an id, but nobody has it."""
PARAMETER = re.compile(r"\{(\w+)\}")


def sample(schema: dict[str, Any], document: dict[str, Any]) -> Any:
    """A small value that a JSON schema allows."""
    if "$ref" in schema:
        return sample(document["components"]["schemas"][schema["$ref"].rpartition("/")[2]], document)
    if "anyOf" in schema:
        return sample(schema["anyOf"][0], document)
    match schema.get("type"):
        case "object":
            properties = schema.get("properties", {})
            return {name: sample(properties[name], document) for name in schema.get("required", [])}
        case "array":
            return []
        case "integer":
            return schema.get("minimum", 1)
        case "boolean":
            return True
    pattern = schema.get("pattern", "")
    if choice := re.fullmatch(r"\^\((\w+)\|.*\)\$", pattern):
        return choice[1]
    return "0" * 64 if "{64}" in pattern else "k"


def requests(document: dict[str, Any], wrong: str) -> Iterator[tuple[str, str, Any]]:
    """Every route that has an id in its path, once for each, with the wrong one there: method, path and body."""
    for path, methods in document["paths"].items():
        for parameter in PARAMETER.findall(path):
            filled = path.replace(f"{{{parameter}}}", quote(wrong, safe="").replace(".", "%2E"))
            for method, operation in methods.items():
                body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
                yield method.upper(), PARAMETER.sub("1", filled), None if body is None else sample(body, document)


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: ascii(wrong[:8]))
async def test_wrong_ids_get_a_clear_answer_on_every_route(solo: Cluster, wrong: str) -> None:
    """Whatever is put where an id belongs, the answer is a 4xx with a code, and nothing breaks."""
    before = len(solo.errors())
    async with people(Front(solo.gateways), 1) as (person,):
        document = await person.call("GET", "/openapi.json")
        routes = list(requests(document, wrong))
        with_ids = {path for path in document["paths"] if "{" in path}
        assert len(routes) >= len(with_ids) > 10
        for method, path, body in routes:
            url = URL(f"{solo.gateways[0]}{path}", encoded=True)
            async with person.http.request(method, url, json=body) as answer:
                told = await answer.text()
                if answer.status == 204 and method == "DELETE" and wrong == "nowhere":
                    continue  # it isn't there afterwards, as was asked
                assert 400 <= answer.status < 500, (method, path[:100], answer.status, told)
                assert json.loads(told)["code"], (method, path[:100])
    assert len(solo.errors()) == before, solo.errors()[before:]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: ascii(wrong[:8]))
async def test_wrong_ids_get_a_clear_answer_on_the_socket(solo: Cluster, wrong: str) -> None:
    """Every topic and every act with a wrong id is answered by a problem, and the socket stays open."""
    messages: list[dict[str, Any]] = [{"t": "watch", "topic": f"{kind}:{wrong}"} for kind in ("campaign", "game")]
    for place, (kind, field) in enumerate((("command", "campaign"), ("play", "game"))):
        act = {"t": kind, "key": "k", "command": {"type": "Resign"}}
        messages += [{**act, "id": place, field: wrong}, {**act, "id": place + 2, field: "nowhere", "key": wrong}]
    messages.append({"t": "watch", "topic": wrong})
    async with people(Front(solo.gateways), 1) as (person,), person.socket() as socket:
        for message in messages:
            await socket.send(**message)
            assert (await socket.until("problem", "ok"))["t"] == "problem", message
        await socket.send(t="watch", topic=f"room:{wrong}")  # a room may also be shown as closed
        assert (await socket.until("problem", "room"))["t"] == "problem"
        await socket.send(t="ping", id=1)
        await socket.until("pong")


async def test_fifty_join_for_one_seat(solo: Cluster) -> None:
    """One gets it, forty-nine are told why not, and the room has one more person in it."""
    async with people(Front(solo.gateways), 51) as (host, *guests):
        room = await host.room("tally", 2)

        async def join(guest: Person) -> str:
            try:
                await guest.join(room)
            except Refused as refused:
                return f"{refused.status} {refused.code}"
            return "seated"

        answers = Counter(await asyncio.gather(*(join(guest) for guest in guests)))
        assert answers == {"seated": 1, "409 room_full": 49}
        seats = (await host.call("GET", f"/rooms/{room}"))["room"]["seats"]
        assert len(seats) == 2
