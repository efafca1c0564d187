"""`warboard unpark` says what came of it."""

import asyncio
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from chassis.ids import new_id
from tests.contract.engine.conftest import Engine, StartEngine
from tests.contract.engine.test_engine import until
from warboard.__main__ import app


@pytest.fixture
async def engine(start_engine: StartEngine, tmp_path: Path) -> Engine:
    """A running engine, noted where the command line looks for it."""
    engine = await start_engine()
    (tmp_path / "up.json").write_text(json.dumps({"parts": {"engine": {"grpc_port": engine.service.grpc_port}}}))
    return engine


async def unpark(campaign: str, data: Path) -> Result:
    words = ["unpark", campaign, "--data", str(data)]
    return await asyncio.to_thread(CliRunner().invoke, app, words)


async def crash(engine: Engine, campaign: str) -> None:
    """Let the rules fail, as soon as the campaign is in play."""

    async def in_play() -> bool:
        return bool((await engine.view(campaign))["campaign"]["status"] == "playing")

    await until(in_play)
    reply = await engine.play(campaign, "ann", {"type": "Crash"})
    assert reply.problem.code == "parked"


async def test_a_parked_campaign_goes_on(engine: Engine, tmp_path: Path) -> None:
    campaign = await engine.started()
    await crash(engine, campaign)
    result = await unpark(campaign, tmp_path)
    assert (result.exit_code, result.output) == (0, "It was parked, and is in play again.\n")
    assert (await engine.view(campaign))["campaign"]["status"] == "playing"


async def test_a_campaign_that_was_not_parked_stays_as_it_is(engine: Engine, tmp_path: Path) -> None:
    result = await unpark(await engine.started(), tmp_path)
    assert (result.exit_code, result.output) == (0, "It wasn't parked; it is in play.\n")


async def test_a_campaign_that_parks_again_is_told(engine: Engine, tmp_path: Path) -> None:
    campaign = await engine.started()
    await crash(engine, campaign)
    result, _ = await asyncio.gather(unpark(campaign, tmp_path), crash(engine, campaign))
    assert result.exit_code == 1
    assert "parked again" in result.output


async def test_an_unknown_campaign_is_told(engine: Engine, tmp_path: Path) -> None:
    result = await unpark(new_id(), tmp_path)
    assert result.exit_code == 1
    assert "There is no such campaign." in result.output
