"""Maps of one's own: uploaded, kept by their content, played on, exported with their campaigns."""

import asyncio
import hashlib
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete as sql_delete
from warboard_pb.campaign.v1 import engine_pb2

from chassis.bus import Bus
from chassis.ids import new_id, new_key
from services.engine.adapters.tables import MAP, MAP_OWNER
from services.engine.core.rulesets.registry import Registry
from tests.contract.engine.conftest import Engine, StartEngine
from tests.contract.engine.test_import import code, delete, export, pages, replayed
from tests.small_maps import grid
from warboard.checking import checked
from warboard.exports import BadExport

GRID = json.dumps(grid(shapes=True) | {"name": "Grid", "names": {"fa": "شبکه"}}).encode()
REGISTRY = Registry()


async def upload(engine: Engine, content: bytes = GRID, account: str = "ann") -> Any:
    return await engine.ask("UploadMap", engine_pb2.UploadMapRequest(account=account, file=content))


async def own(engine: Engine, account: str = "ann") -> list[str]:
    listed = await engine.ask("ListMaps", engine_pb2.ListMapsRequest(account=account))
    return [one.id for one in listed.maps if one.own]


async def get(engine: Engine, map_id: str) -> Any:
    return await engine.ask("GetMap", engine_pb2.GetMapRequest(map=map_id))


async def begun(engine: Engine, map_id: str, ruleset: str = "provinces") -> str:
    """A game of ann and bob: its id."""
    campaign, options = new_id(), msgspec.json.encode({"map": map_id})
    await engine.ask("Reserve", engine_pb2.ReserveRequest(campaign=campaign))
    asked = engine_pb2.CheckOptionsRequest(campaign=campaign, ruleset=ruleset, seats=2, options=options)
    checked_options = (await engine.ask("CheckOptions", asked)).options
    assert msgspec.json.decode(checked_options)["map"] == map_id
    seats = [engine_pb2.StartSeat(account=who, entropy=who.encode()) for who in ("ann", "bob")]
    create = engine_pb2.CreateCampaignRequest(
        campaign=campaign, room="room", name="Test", ruleset=ruleset, seats=seats, host=0, options=checked_options
    )
    reply = await engine.ask("CreateCampaign", create)
    assert reply.WhichOneof("answer") == "started", reply
    return campaign


async def placed(engine: Engine, campaign: str) -> None:
    """Ann places her new units on her first province."""
    game = (await engine.view(campaign))["game"]
    mine = next(place for place, it in game["provinces"].items() if it.get("owner") == 0)
    command = {"type": "Reinforce", "turn": game["turn"]["number"], "units": {mine: game["turn"]["to_place"]}}
    reply = await engine.play(campaign, "ann", command)
    assert not reply.HasField("problem"), reply.problem


async def leave(engine: Engine, campaign: str) -> None:
    """Bob leaves, and ann has won."""
    change = engine_pb2.ChangeSeatRequest.CHANGE_LEAVE
    asked = engine_pb2.ChangeSeatRequest(campaign=campaign, account="bob", key=new_key(), seat=1, change=change)
    await engine.ask("ChangeSeat", asked)
    assert (await engine.view(campaign))["campaign"]["status"] == "ended"


async def test_a_map_is_kept_by_its_content(start_engine: StartEngine) -> None:
    """The same file is the same map, whoever uploads it; each account lists its own."""
    engine = await start_engine()
    first = await upload(engine)
    sha256 = hashlib.sha256(GRID).hexdigest()
    assert (first.map.id, first.map.sha256, first.map.places) == (f"u{sha256[:20]}", sha256, 9)
    assert (first.map.name, dict(first.map.names), first.faults) == ("Grid", {"fa": "شبکه"}, b"[]")
    for account in ("ann", "bob"):
        assert (await upload(engine, account=account)).map.id == first.map.id
        assert await own(engine, account) == [first.map.id]
    assert await own(engine, "cid") == await own(engine, "") == []
    shipped = (await engine.ask("ListMaps", engine_pb2.ListMapsRequest())).maps
    assert [one.id for one in shipped] == ["iran21", "marches40", "world"]


async def test_a_map_is_read_by_whoever_knows_its_id(start_engine: StartEngine) -> None:
    """The board under its id here, its shapes apart; others that come with Warboard as they are."""
    engine = await start_engine()
    made = (await upload(engine)).map
    reply = await get(engine, made.id)
    board, shapes = msgspec.json.decode(reply.board), msgspec.json.decode(reply.shapes)
    plain = json.loads(GRID)
    assert shapes == plain.pop("shapes")
    assert (board, reply.sha256) == ({**plain, "id": made.id}, made.sha256)
    flat = (await upload(engine, json.dumps(grid()).encode())).map.id
    assert (await get(engine, flat)).shapes == (await get(engine, "iran21")).shapes == b""
    for nowhere in ("u" + "0" * 20, "moon"):
        assert await code(engine, "GetMap", engine_pb2.GetMapRequest(map=nowhere)) == "no_such_map"


async def test_a_map_with_faults_is_not_kept(start_engine: StartEngine) -> None:
    """All faults are told; warnings don't hinder."""
    engine = await start_engine()
    board = grid() | {"sea": [{"a": "a0", "b": "moon"}], "land": []}
    reply = await upload(engine, json.dumps(board).encode())
    assert [fault["code"] for fault in msgspec.json.decode(reply.faults)] == ["unknown_place", "not_connected"]
    assert not reply.HasField("map")
    assert await own(engine) == []
    kept = await upload(engine, json.dumps(grid()).encode())
    assert [warning["code"] for warning in msgspec.json.decode(kept.warnings)] == ["no_shapes"]


async def test_an_account_has_twenty_maps(start_engine: StartEngine) -> None:
    """One more is refused, also at once; one it has already isn't one more."""
    engine = await start_engine()
    files = [json.dumps(grid() | {"version": n}).encode() for n in range(22)]
    for content in files[:19]:
        await upload(engine, content)
    asked = [engine_pb2.UploadMapRequest(account="ann", file=content) for content in files[19:]]
    codes = await asyncio.gather(*(code(engine, "UploadMap", one) for one in asked))
    assert sorted(codes) == ["", "too_many_maps", "too_many_maps"]
    assert (await upload(engine, files[0])).map.id
    assert len(await own(engine)) == 20
    assert await code(engine, "UploadMap", engine_pb2.UploadMapRequest(account="bob", file=files[21])) == ""


async def test_a_game_is_played_on_an_uploaded_map(start_engine: StartEngine) -> None:
    """Also through an engine that has never seen the map."""
    engine = await start_engine()
    made = (await upload(engine)).map
    campaign = await begun(engine, made.id)
    seen = await engine.view(campaign)
    assert seen["campaign"]["map"] == {"id": made.id, "sha256": made.sha256}
    assert (len(seen["game"]["provinces"]), seen["game"]["to_win"]) == (9, 5)
    await engine.service.stop()
    other = await start_engine()
    await placed(other, campaign)
    assert (await other.view(campaign))["game"]["turn"]["step"] == "attack"
    assert await replayed(other, campaign) == await other.view(campaign)


@pytest.mark.parametrize(("ruleset", "map_id", "refusal"), [
    ("provinces", "u" + "0" * 20, "unknown_map"),
    ("provinces", "moon", "unknown_map"),
    ("chess_wars", "", "no_own_maps"),
])  # fmt: skip
async def test_where_a_map_does_not_serve(start_engine: StartEngine, ruleset: str, map_id: str, refusal: str) -> None:
    """One that isn't there, and a game that is played on its own."""
    engine = await start_engine()
    map_id = map_id or (await upload(engine)).map.id
    campaign = new_id()
    await engine.ask("Reserve", engine_pb2.ReserveRequest(campaign=campaign))
    options = msgspec.json.encode({"map": map_id})
    asked = engine_pb2.CheckOptionsRequest(campaign=campaign, ruleset=ruleset, seats=2, options=options)
    assert await code(engine, "CheckOptions", asked) == refusal


async def test_a_small_map_has_few_seats(start_engine: StartEngine) -> None:
    """Three places a seat, as on every map."""
    engine = await start_engine()
    made = (await upload(engine, json.dumps(grid(2, 2)).encode())).map
    campaign = new_id()
    await engine.ask("Reserve", engine_pb2.ReserveRequest(campaign=campaign))
    options = msgspec.json.encode({"map": made.id})
    asked = engine_pb2.CheckOptionsRequest(campaign=campaign, ruleset="provinces", seats=2, options=options)
    assert await code(engine, "CheckOptions", asked) == "map_too_small"


async def test_an_export_carries_its_map(start_engine: StartEngine, bus: Bus, tmp_path: Path) -> None:
    """It is checked without the server, comes in where nobody knows the map, and goes out the same again."""
    engine, file, again = await start_engine(), tmp_path / "c.jsonl", tmp_path / "again.jsonl"
    made = (await upload(engine)).map
    campaign = await begun(engine, made.id)
    await placed(engine, campaign)
    await leave(engine, campaign)
    await export(engine, campaign, file)
    found = checked(file, REGISTRY)
    assert (found.faults, found.board.sha256) == ([], made.sha256)

    before = await engine.view(campaign)
    await delete(engine, bus, campaign)
    async with engine.service.database.write() as connection:
        for table in (MAP, MAP_OWNER):
            await connection.execute(sql_delete(table))
    await engine.service.stop()
    other = await start_engine()
    requests = pages(found, file)
    assert await code(other, "Import", requests[-1]) == "unknown_map"
    for request in requests:
        await other.ask("Import", request)
    assert (await other.view(campaign))["game"] == before["game"]
    await export(other, campaign, again)
    assert again.read_bytes() == file.read_bytes()
    assert await own(other) == []


async def test_an_export_with_another_map_is_refused(start_engine: StartEngine, tmp_path: Path) -> None:
    """Its id is its content, and the first fact knows its SHA-256."""
    engine, file = await start_engine(), tmp_path / "c.jsonl"
    campaign = await begun(engine, (await upload(engine)).map.id)
    await leave(engine, campaign)
    await export(engine, campaign, file)
    head, _, rest = file.read_bytes().partition(b"\n")
    for change, sentence in (
        ({"map_file": json.dumps(grid())}, "another than its map"),
        ({"map_file": "{}"}, "can't be read"),
        ({"map_file": ""}, "has no map"),
    ):
        file.write_bytes(json.dumps(json.loads(head) | change).encode() + b"\n" + rest)
        with pytest.raises(BadExport, match=sentence):
            checked(file, REGISTRY)
    strange = json.dumps(grid()).encode()
    swapped = {"map_file": strange.decode(), "map": f"u{hashlib.sha256(strange).hexdigest()[:20]}"}
    file.write_bytes(json.dumps(json.loads(head) | swapped).encode() + b"\n" + rest)
    assert "it was played on another map" in checked(file, REGISTRY).faults
