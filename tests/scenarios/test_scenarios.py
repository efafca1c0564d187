"""Every scenario file holds; what files may say, and what is said of a wrong one."""

from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from warboard.__main__ import app
from warboard.scenario import SCHEMA, scenarios_in, schema_text
from warboard.scenarios.playing import faults
from warboard.scenarios.table import filled_in, sentences, shown, table_of

HERE = Path(__file__).parent
FILES = scenarios_in(HERE)
EXAMPLE = HERE / "chess_wars" / "stakes" / "least_stake.yaml"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HERE))[:-5])
def test_scenario(path: Path) -> None:
    """The file's sentence holds."""
    assert faults(path) == []


@pytest.mark.parametrize("ruleset", sorted(path.name for path in HERE.iterdir() if (path / "maps").is_dir()))
def test_every_sentence_has_a_file_and_a_scenario(ruleset: str) -> None:
    """docs/rules/<ruleset>.md: files exist, each sentence is shown, and the table says by what (`make docs`)."""
    listed, scenarios = sentences(ruleset), shown(HERE / ruleset)
    assert [str(file) for file in listed.values() if not file.exists()] == []
    assert set(scenarios) == set(listed)
    assert table_of(ruleset).read_text("utf-8") == filled_in(ruleset)


def changed(tmp_path: Path, **changes: object) -> list[str]:
    """What is wrong with the example after some of its keys were changed."""
    file = tmp_path / "scenario.yaml"
    drawn = yaml.safe_load((HERE / "chess_wars" / "maps" / "two.yaml").read_text("utf-8"))
    file.write_text(yaml.safe_dump({**yaml.safe_load(EXAMPLE.read_text("utf-8")), "map": drawn, **changes}))
    return faults(file)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"colour": "red"}, "unknown field `colour`"),
        ({"steps": [{"player": "Ann", "comand": {}}]}, "unknown field `comand`"),
        ({"steps": [{"wait": "soon"}]}, "is no time"),
        ({"steps": [{"player": "Eve", "command": {"type": "PassTurn"}}]}, "nobody is called Eve"),
        ({"steps": [{"player": "Ann", "command": {"type": "Dance"}}]}, "unknown_command"),
        ({"steps": [{"player": "Ann", "command": {"type": "PassTurn"}, "expect": {"nothing": True}}]}, "TurnPassed"),
        ({"steps": [{"player": "Bob", "command": {"type": "PassTurn"}}]}, "not_your_turn"),
        ({"steps": [{"player": "Ann", "command": {"type": "PassTurn"}, "expect": {"refused": {}}}]}, "was accepted"),
        ({"expect": {"view": {"public": {"game": {"round": 9}}}}}, "view of public.game.round: expected 9, got 1"),
        ({"players": ["A", "Bob"]}, "can't be called A"),
        ({"map": "atlantis"}, "none called atlantis"),
        ({"ruleset": "ludo"}, "no ruleset ludo"),
        ({"position": {"empires": {"Ann": {}}}}, "an empire for every player"),
        ({"options": {"target": 99}}, "bad_option"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, changes: dict[str, object], said: str) -> None:
    """Unknown keys, nonsense and surprises each get a line that says where and what."""
    assert said in "\n".join(changed(tmp_path, **changes))


def test_the_command_counts_and_its_status_tells(tmp_path: Path) -> None:
    """`warboard scenario run` ends with how many passed and failed, and with status 1 if one failed."""
    good = CliRunner().invoke(app, ["scenario", "run", str(EXAMPLE)])
    assert (good.exit_code, good.output) == (0, "1 passed, 0 failed\n")
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("title: nothing\n")
    bad = CliRunner().invoke(app, ["scenario", "run", str(EXAMPLE), str(wrong)])
    assert bad.exit_code == 1
    assert bad.output.endswith("1 passed, 1 failed\n")


def test_the_schema_is_up_to_date() -> None:
    """docs/scenarios.schema.json is what `make docs` writes."""
    assert SCHEMA.read_text("utf-8") == schema_text()
