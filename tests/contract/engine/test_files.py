"""Files that players hand in: read by the rules of their campaign, for who sits in it, and without consequence."""

from typing import Any

import msgspec
import pytest
from warboard_pb.campaign.v1 import engine_pb2

from chassis.problems import Problem
from services.engine.app.reading import FILE_BYTES
from tests.contract.engine.conftest import Engine, StartEngine


async def read(engine: Engine, campaign: str, account: str, content: bytes, kind: str = "slip") -> Any:
    """What it says, or the code of the refusal."""
    request = engine_pb2.ReadFileRequest(campaign=campaign, account=account, kind=kind, about="now", content=content)
    try:
        reply = await engine.ask("ReadFile", request)
    except Problem as problem:
        return problem.code
    return msgspec.json.decode(reply.said)


async def test_a_file_is_read_for_who_sits_there(start_engine: StartEngine) -> None:
    """It fills in a command, and changes nothing."""
    engine = await start_engine()
    campaign = await engine.started()
    before = await engine.view(campaign)
    assert await read(engine, campaign, "ann", b"2") == {"type": "Add", "turn": 0, "amount": 2}
    assert await engine.view(campaign) == before


@pytest.mark.parametrize(
    ("account", "content", "kind", "code"),
    [
        ("ann", b"two", "slip", "too_much"),
        ("ann", b"2", "leaflet", "no_such_file"),
        ("eve", b"2", "slip", "not_seated"),
        ("", b"2", "slip", "not_seated"),
        ("ann", b"2" * (FILE_BYTES + 1), "slip", "too_large"),
    ],
)
async def test_what_cannot_be_read_says_why(
    start_engine: StartEngine, account: str, content: bytes, kind: str, code: str
) -> None:
    """Strangers, other kinds, files without sense and large ones."""
    engine = await start_engine()
    campaign = await engine.started()
    assert await read(engine, campaign, account, content, kind) == code
