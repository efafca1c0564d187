"""The command line, run in this process, without the platform."""

import json
import os
import re
import socket
import stat
import tomllib
from pathlib import Path
from typing import Any

import pytest
import typer
from rich.console import Console
from typer.testing import CliRunner
from warboard_pb.campaign.v1 import engine_pb2

from bench import balance
from services.engine.adapters import schemas
from services.engine.adapters.catalogue import Rules
from services.engine.adapters.maps import FOLDER
from warboard import VERSION, export, plan, simulate
from warboard.__main__ import app
from warboard.settings_command import settings_classes
from warboard.up import Output

RUN = CliRunner()


def test_simulate_plays_the_same_campaign_from_the_same_seed() -> None:
    """Two runs of a seed tell the same end, as one JSON line each."""
    words = ["simulate", "--seats", "2", "--seed", "7", "--json", "--options", '{"last_round": 3}']
    one, two = (RUN.invoke(app, words) for _ in range(2))
    assert one.exit_code == two.exit_code == 0, one.output
    first, second = (json.loads(result.stdout) for result in (one, two))
    assert first | {"seconds": 0} == second | {"seconds": 0}
    assert len(first["points"]) == 2
    assert first["rounds"] == 3
    assert {"wars", "claimed", "broken", "scored", "secrets"} <= set(first)
    assert sum(first["secrets"].values()) == 2


@pytest.mark.parametrize("ruleset", ["chess_wars", "provinces", "kingdoms"])
def test_simulations_are_told_in_whole_words_on_a_narrow_terminal(ruleset: str) -> None:
    """80 columns hold every head, and the points of four on one line."""
    result = RUN.invoke(app, ["simulate", "--ruleset", ruleset], env={"COLUMNS": "80"})
    assert result.exit_code == 0
    head, row = [line for line in result.stdout.splitlines() if line.strip()]
    assert "…" not in head
    assert re.search(r"( \d+){4} +\d+( \d+)* *$", row)


def test_the_page_of_balance_tells_of_every_mission() -> None:
    """Seats, length, and each mission of the world, scored or not."""
    rules = Rules().ruleset("chess_wars")
    assert rules is not None
    campaigns = [simulate.played(rules, seed, 4, {"last_round": 3}, level=3) for seed in (1, 2)]
    page = balance.page({"short ones": campaigns}, 60.0)
    assert "## 2 campaigns, short ones" in page
    assert "- Rounds: median 3, from 3 to 3" in page
    assert "the last round decided 100.0 %" in page
    for mission in ("Kingslayer", "Caspian", "SilkRoad", "Nemesis"):
        assert f"| {mission} |" in page


def test_a_simulation_that_does_not_end_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its exit status tells, and the other campaigns are still played."""
    monkeypatch.setattr(simulate, "MOST_STEPS", 5)
    result = RUN.invoke(app, ["simulate", "--seats", "2", "--campaigns", "2"])
    assert result.exit_code == 1
    assert "2 of 2 campaigns did not end" in result.output


@pytest.mark.parametrize(
    "words",
    [
        ["--ruleset", "draughts"],
        ["--options", "[]"],
        ["--options", "{"],
        ["--options", '{"nonsense": 1}'],
        ["--seats", "9"],
        ["--level", "9"],
        ["--ruleset", "provinces", "--level", "4"],
    ],
)
def test_simulate_refuses_what_it_can_not_play(words: list[str]) -> None:
    """Unknown games and options are the caller's fault: status 2."""
    assert RUN.invoke(app, ["simulate", *words]).exit_code == 2


def test_doctor_names_what_is_missing_and_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any program on PATH, Node is missing and the exit status tells."""
    monkeypatch.setenv("PATH", "/nowhere")
    result = RUN.invoke(app, ["doctor"])
    assert result.exit_code == 1
    assert "nodejs.org" in result.output


def test_doctor_looks_at_every_port_that_up_would_take() -> None:
    """With the same options: the address is needed, an internal port that is taken is replaced and only told."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        taken = RUN.invoke(app, ["doctor", "--port", str(port)])
        assert taken.exit_code == 1
        assert f"127.0.0.1:{port} is taken" in taken.output
        inner = RUN.invoke(app, ["doctor", "--base-port", str(port - 2), "--without", "gateway"])
        assert f"taken: {port} (engine)" in inner.output
        assert "address" not in inner.output
        assert "any free ones" in RUN.invoke(app, ["doctor", "--base-port", "0"]).output


def test_doctor_s_ports_are_those_of_the_plan(tmp_path: Path) -> None:
    """Whatever `up` takes where nothing is taken yet, and nothing else."""
    base = 41_000
    expected = {port for port in plan.internal_ports(base, plan.PARTS) if plan.is_free("127.0.0.1", port)}
    made = plan.make_plan(tmp_path, "127.0.0.1:8000", plan.kept_secrets(tmp_path), plan.PARTS, dict(os.environ), base)
    ports = {port for task in made.all for port in (task.port, task.grpc_port) if port}
    assert expected <= ports
    assert len(ports) == len(plan.internal_ports(base, plan.PARTS))


def test_the_version_is_that_of_the_project() -> None:
    """`--version` says it, and the packages of program and client agree."""
    result = RUN.invoke(app, ["--version"])
    assert (result.exit_code, result.output) == (0, f"warboard {VERSION}\n")
    assert tomllib.loads((plan.ROOT / "pyproject.toml").read_text())["project"]["version"] == VERSION
    assert json.loads((plan.ROOT / "web" / "package.json").read_text())["version"] == VERSION


def test_map_check(tmp_path: Path) -> None:
    """The world passes; a map that isn't connected, or isn't JSON, doesn't."""
    assert RUN.invoke(app, ["map", "check", str(FOLDER / "world.json")]).exit_code == 0
    board = json.loads((FOLDER / "world.json").read_text())
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(board | {"sea": []}))
    result = RUN.invoke(app, ["map", "check", str(bad)])
    assert result.exit_code == 1
    assert "Not connected" in result.output
    assert RUN.invoke(app, ["map", "check", str(tmp_path / "none.json")]).exit_code == 1
    bad.write_text("{")
    assert RUN.invoke(app, ["map", "check", str(bad)]).exit_code == 1


def test_the_page_of_settings_is_the_code_s() -> None:
    """`docs/settings.md` was written after the last change of a setting."""
    assert set(settings_classes()) >= {"engine", "lobby", "clock", "notify", "gateway"}
    assert RUN.invoke(app, ["settings", "--check"]).exit_code == 0


def test_operators_commands_say_that_nothing_runs(tmp_path: Path) -> None:
    """Without a running platform they end with a sentence, not a traceback."""
    for words in (["unpark", "c1"], ["account", "reset", "anna"]):
        result = RUN.invoke(app, [*words, "--data", str(tmp_path)])
        assert result.exit_code == 1
        assert "make run" in result.output


def test_secrets_are_kept_private_and_completed(tmp_path: Path) -> None:
    """They stay the same from start to start; a part that is new since gets its password."""
    made = plan.kept_secrets(tmp_path)
    file = tmp_path / "secrets.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert plan.kept_secrets(tmp_path) == made
    older = {**made, "nats": {name: word for name, word in made["nats"].items() if name != "notify"}}
    file.write_text(json.dumps(older))
    newer = plan.kept_secrets(tmp_path)
    assert newer["secret_key"] == made["secret_key"]
    assert newer["nats"]["engine"] == made["nats"]["engine"]
    assert newer["nats"]["notify"]


def test_each_part_gets_its_own_user_and_database(tmp_path: Path) -> None:
    """No part learns another's password, and ports never meet."""
    kept = plan.kept_secrets(tmp_path)
    made = plan.make_plan(tmp_path, "127.0.0.1:8000", kept, plan.PARTS, dict(os.environ), 0)
    for task in made.parts:
        others = {word for name, word in kept["nats"].items() if name != task.name}
        assert not others & set(task.environ.values())
        assert task.environ["WARBOARD_NATS_USER"] == task.name
    ports = [port for task in made.all for port in (task.port, task.grpc_port) if port]
    assert len(ports) == len(set(ports))
    assert len({task.environ["WARBOARD_DATABASE_URL"] for task in made.parts}) == len(made.parts)


def test_up_does_not_wipe_a_strange_folder(tmp_path: Path) -> None:
    """`--fresh` on a folder that isn't Warboard's deletes nothing."""
    (tmp_path / "letter.txt").write_text("dear")
    result = RUN.invoke(app, ["up", "--fresh", "--yes", "--data", str(tmp_path)])
    assert result.exit_code == 1
    assert (tmp_path / "letter.txt").read_text() == "dear"


def test_up_refuses_a_part_that_does_not_exist(tmp_path: Path) -> None:
    """A misspelt part is named together with those there are."""
    result = RUN.invoke(app, ["up", "--only", "motor", "--data", str(tmp_path)])
    assert result.exit_code == 2
    assert "chessgate" in result.output


def test_a_quiet_up_still_tells_trouble(capsys: pytest.CaptureFixture[str]) -> None:
    """In both forms of log lines; whatever is no log line, such as a traceback, is said too."""
    trouble = [
        "[warning  ] an outage is over",
        '{"level": "error", "event": "x"}',
        "Traceback (most recent call last):",
    ]
    routine = [
        "[info     ] ready",
        "[debug    ] asked",
        '{"level": "info", "event": "ready"}',
        "2026/01/01 [INF] ready",
    ]
    out = Output(Console(), quiet=True)
    for line in [*routine, *trouble]:
        out.show("lobby", line)
    assert capsys.readouterr().out.splitlines() == [f"    lobby {line}" for line in trouble]


def test_an_export_that_breaks_off_leaves_the_old_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The whole new file or none, also where there is no such folder."""
    file = tmp_path / "campaign.jsonl"
    file.write_text("old")
    append = engine_pb2.ExportedAppend(seq=1, facts=b"[]")

    def ask(*words: Any) -> Any:
        if words[-1].after_seq:
            raise typer.Exit(1)  # stopped between two pages
        return engine_pb2.ExportReply(ruleset="chess_wars", appends=[append], more=True)

    monkeypatch.setattr(export, "ask", ask)
    assert RUN.invoke(app, ["export", "a1", "--out", str(file)]).exit_code == 1
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("campaign.jsonl", "old")]
    missing = RUN.invoke(app, ["export", "a1", "--out", str(tmp_path / "no" / "c.jsonl")])
    assert (missing.exit_code, "can't be written" in missing.output) == (1, True), missing.output


def test_no_refusal_of_a_ruleset_is_published_twice() -> None:
    """The ruleset may name one of the platform's."""
    for ruleset in Rules().rulesets():
        refusals = list(schemas.info(ruleset).refusals)
        assert len(refusals) == len(set(refusals))
