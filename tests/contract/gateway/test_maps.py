"""Maps over HTTP: uploaded as a body of their own, listed, read by whoever knows the id, refused with all faults."""

import asyncio
import json
from typing import Any

import pytest

from tests.contract.gateway.conftest import HEADERS, Browser
from tests.small_maps import grid

GRID = grid(shapes=True) | {"name": "Grid"}


async def post(browser: Browser, body: bytes, **headers: str) -> tuple[int, Any]:
    async with browser.http.post("/api/v1/maps", data=body, headers={**HEADERS, **headers}) as answer:
        return answer.status, await answer.json(content_type=None)


async def test_a_map_is_uploaded_and_read(browsers: list[Browser]) -> None:
    """Also one far larger than other bodies; by the others, too, who know its id."""
    host, other = browsers[:2]
    body = json.dumps(GRID).encode() + b" " * 1_000_000
    status, made = await post(host, body)
    assert (status, made["name"], made["places"], made["warnings"]) == (201, "Grid", 9, [])
    path = f"/maps/{made['id']}"
    status, board = await other.call("GET", path)
    assert (status, board["id"], len(board["places"]), "shapes" in board) == (200, made["id"], 9, False)
    assert (await other.call("GET", f"{path}/shapes"))[1] == json.loads(json.dumps(GRID["shapes"]))
    own = {key: made[key] for key in ("id", "sha256", "name", "names", "places")} | {"own": True}
    assert (await host.call("GET", "/maps"))[1]["maps"][-1] == own
    assert {one["id"] for one in (await other.call("GET", "/maps"))[1]["maps"]} == {"iran21", "marches40", "world"}
    async with other.http.get(f"/api/v1{path}/shapes") as answer:
        tag = answer.headers["ETag"]
    async with other.http.get(f"/api/v1{path}/shapes", headers={"If-None-Match": tag}) as answer:
        assert answer.status == 304


async def test_every_fault_is_told(browsers: list[Browser]) -> None:
    """With 422, a code and a sentence each."""
    board = grid() | {"id": "Grid", "sea": [{"a": "a0", "b": "moon"}]}
    status, problem = await post(browsers[0], json.dumps(board).encode())
    assert (status, problem["code"], problem["detail"]["more"]) == (422, "bad_map", 0)
    faults = problem["detail"]["faults"]
    assert [fault["code"] for fault in faults] == ["bad_map_id", "unknown_place"]
    assert faults[1]["sentence"] == "`sea` a0-moon names a place that isn't there."
    assert faults[1]["detail"] == {"part": "sea", "a": "a0", "b": "moon"}


@pytest.mark.parametrize("body", [b"", b"\xff", b"[" * 100_000, b"null", b'{"id":1,"id":2}'])
async def test_what_is_no_map_is_refused(browsers: list[Browser], body: bytes) -> None:
    """Never a fault of ours."""
    status, problem = await post(browsers[0], body)
    assert (status, problem["code"], len(problem["detail"]["faults"])) == (422, "bad_map", 1)


async def test_too_large_a_file_is_not_read(browsers: list[Browser]) -> None:
    """Elsewhere bodies stay as small as they were."""
    url = browsers[0].http._base_url
    assert url is not None
    for path, size in (("maps", 2_000_001), ("campaigns/a/battles/b/log", 2_000_001), ("rooms", 65_537)):
        reader, writer = await asyncio.open_connection(url.host, url.port)
        head = f"POST /api/v1/{path} HTTP/1.1\r\nHost: x\r\nX-Warboard: 1\r\nContent-Length: {size}\r\n\r\n"
        writer.write(head.encode() + b"{")
        assert b" 413 " in await reader.readline()
        writer.close()


async def test_who_may_not_upload(browsers: list[Browser]) -> None:
    """Strangers, and pages of other sites."""
    body = json.dumps(GRID).encode()
    async with browsers[0].http.post("/api/v1/maps", data=body) as answer:
        assert (answer.status, (await answer.json(content_type=None))["code"]) == (403, "header_missing")
    stranger, account = browsers[2], browsers[2].account
    if account:
        await stranger.call("DELETE", "/sessions/current")
    assert (await post(stranger, body))[0] == 401


async def test_where_there_is_nothing(browsers: list[Browser]) -> None:
    """An unknown map, and a map without shapes."""
    _, made = await post(browsers[0], json.dumps(grid()).encode())
    assert [warning["code"] for warning in made["warnings"]] == ["no_shapes"]
    for path, code in (
        (f"/maps/{made['id']}/shapes", "no_shapes"), ("/maps/iran21/shapes", "no_shapes"),
        ("/maps/u00000000000000000000", "no_such_map"), ("/maps/moon/shapes", "no_such_map"),
    ):  # fmt: skip
        status, problem = await browsers[0].call("GET", path)
        assert (status, problem["code"]) == (404, code)


async def test_many_uploads_are_slowed_down(browsers: list[Browser]) -> None:
    """Each may take a second of the processor."""
    answers = [(await post(browsers[1], b"{"))[1]["code"] for _ in range(22)]
    assert (answers[:20], answers[-1]) == (["bad_map"] * 20, "slow_down")
