"""Kingdoms on a real engine: sealed orders tell nothing by any answer or message, and bots order by themselves."""

from typing import Any

from warboard_pb.campaign.v1 import engine_pb2, envelope_pb2
from warboard_pb.common.v1 import play_pb2

from chassis.bus import Bus, Message
from chassis.ids import new_id
from chassis.subjects import ANY, pattern
from services.engine.adapters.maps import load_board
from tests.contract.engine.conftest import Engine, StartEngine
from tests.contract.engine.test_engine import until

PLACES = load_board("marches40").places
NONCE = "7" * 64


async def started(engine: Engine, people: tuple[str, ...], bots: int = 0) -> str:
    campaign = new_id()
    await engine.ask("Reserve", engine_pb2.ReserveRequest(campaign=campaign))
    seats = [engine_pb2.StartSeat(account=who, entropy=who.encode()) for who in people]
    seats += [engine_pb2.StartSeat(bot_level=3) for _ in range(bots)]
    asked = engine_pb2.CreateCampaignRequest(
        campaign=campaign, room="room", name="Test", ruleset="kingdoms", seats=seats, host=0, options=b"{}"
    )
    assert (await engine.ask("CreateCampaign", asked)).WhichOneof("answer") == "started"
    return campaign


async def submitted(engine: Engine, campaign: str, who: str, places: tuple[str, ...]) -> Any:
    orders = {"kind": "preference", "places": places}
    return await engine.play(campaign, who, {"type": "Submit", "step": 1, "nonce": NONCE, "orders": orders})


async def wires(engine: Engine, heard: list[Message], places: tuple[str, ...]) -> dict[str, int]:
    """Bytes of every answer and message after Ann has ordered."""
    campaign = await started(engine, ("ann", "bob"))
    answer = await submitted(engine, campaign, "ann", places)
    assert answer.WhichOneof("answer") == "accepted", answer
    sizes = {"answer": len(answer.SerializeToString())}
    for who in ("ann", "bob", ""):
        view = await engine.ask("GetView", engine_pb2.GetViewRequest(campaign=campaign, account=who))
        assert (NONCE.encode() in view.view) == (who == "ann")
        sizes[f"view of {who}"] = len(view.view)
        after = play_pb2.Cursor(epoch=view.cursor.epoch, viewer=view.cursor.viewer, n=view.cursor.n - 1)
        missed = await engine.ask("GetMissed", engine_pb2.GetMissedRequest(campaign=campaign, account=who, after=after))
        sizes[f"missed by {who}"] = sum(len(update.body) for update in missed.updates)
        asked = engine_pb2.GetHistoryRequest(campaign=campaign, account=who, limit=100, **{"from": 1})
        history = await engine.ask("GetHistory", asked)
        assert (NONCE.encode() in b"".join(one.body for one in history.updates)) == (who == "ann")
        sizes[f"history of {who}"] = len(history.view) + sum(len(update.body) for update in history.updates)
        log = await engine.ask("GetLog", engine_pb2.GetLogRequest(campaign=campaign, account=who, before=0, limit=50))
        sizes[f"log of {who}"] = sum(len(update.body) for update in log.updates)
    for who in ("ann", "bob"):
        acts = await engine.ask("GetActions", engine_pb2.GetActionsRequest(campaign=campaign, account=who))
        sizes[f"actions of {who}"] = len(acts.actions)

    async def told() -> bool:
        return any(envelope_pb2.Envelope.FromString(one.data).campaign == campaign for one in heard)

    await until(told)
    mine = [one for one in heard if envelope_pb2.Envelope.FromString(one.data).campaign == campaign]
    sizes["messages"] = sum(
        len(update.body) for one in mine for update in envelope_pb2.Envelope.FromString(one.data).updates
    )
    return sizes


async def test_no_wire_tells_how_much_was_ordered(start_engine: StartEngine, bus: Bus) -> None:
    """One province or all forty: answers, views, patches, history, log and actions have as many bytes for everybody."""
    engine = await start_engine()
    heard: list[Message] = []

    async def hear(message: Message) -> None:
        heard.append(message)

    await bus.subscribe(pattern("campaign", ANY), hear)
    few = await wires(engine, heard, PLACES[:1])
    many = await wires(engine, heard, PLACES)
    assert few == many


async def test_bots_order_by_themselves_and_a_person_who_is_ready_goes_on(start_engine: StartEngine) -> None:
    """The step is carried out in the append of the last word."""
    engine = await start_engine()
    campaign = await started(engine, ("ann",), bots=2)

    async def all_ordered() -> bool:
        kingdoms = (await engine.view(campaign))["game"]["kingdoms"]
        return [seat for seat, one in kingdoms.items() if one.get("ready")] == ["1", "2"]

    await until(all_ordered)
    await submitted(engine, campaign, "ann", PLACES[3:9])
    await engine.play(campaign, "ann", {"type": "SetReady", "step": 1, "ready": True})
    game = (await engine.view(campaign))["game"]
    assert (game["step"]["kind"], game["adjudicated"]["revealed"]["1"]["by"]) == ("placement", "bot")
