"""Whatever the platform says by key has words in both languages of the client."""

import ast
import json
import re
from pathlib import Path

import pytest

from services.engine.adapters import maps
from services.engine.core.maps.faults import REASONS, SENTENCES

ROOT = Path(__file__).resolve().parents[2]
OPENAPI = json.loads((ROOT / "docs" / "openapi.json").read_text("utf-8"))["components"]["schemas"]


def notice_keys() -> set[str]:
    """Every key of a notice: literals of the cores, and what a ruleset passes to its makers of notices."""
    keys: set[str] = set()
    for file in [*(ROOT / "services").glob("engine/core/**/*.py"), *(ROOT / "services").glob("notify/core/*.py")]:
        text = file.read_text("utf-8")
        keys |= set(re.findall(r'"notice\.([a-z_]+)"', text))
        if file.name == "notices.py":
            calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
            keys |= {
                argument.value
                for call in calls
                if isinstance(call.func, ast.Name) and call.func.id in ("_notice", "_of_war")
                for argument in call.args
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
            }
    return keys


@pytest.fixture(params=["en", "fa"])
def messages(request: pytest.FixtureRequest) -> dict[str, str]:
    found: dict[str, str] = json.loads((ROOT / "web" / "src" / "messages" / f"{request.param}.json").read_text("utf-8"))
    return found


def test_every_notice_has_words(messages: dict[str, str]) -> None:
    keys = notice_keys()
    assert len(keys) > 20
    assert sorted(key for key in keys if not messages.get(f"notice.{key}")) == []


@pytest.mark.parametrize("codes", ["RulesetRefusal", "PlatformRefusal"])
def test_every_refusal_has_words(messages: dict[str, str], codes: str) -> None:
    assert sorted(code for code in OPENAPI[codes]["enum"] if not messages.get(f"problem.{code}")) == []


def test_every_map_that_comes_along_has_a_name(messages: dict[str, str]) -> None:
    assert sorted(name for name in maps.known() if not messages.get(f"maps.{name}")) == []


def test_every_fault_of_a_map_has_words(messages: dict[str, str]) -> None:
    """And they speak of nothing that the fault doesn't tell."""
    assert sorted(code for code in SENTENCES if not messages.get(f"map_fault.{code}")) == []
    for code, sentence in SENTENCES.items():
        words = messages[f"map_fault.{code}"].replace("{# place has} other {# places have}", "")
        assert set(re.findall(r"{(\w+)", words)) <= set(re.findall(r"{(\w+)", sentence)) | {"have"}, code


def test_every_reason_why_a_map_cannot_be_read_has_words(messages: dict[str, str]) -> None:
    """Everything that its sentence tells, and nothing else."""
    assert sorted(why for why in REASONS if not messages.get(f"map_reason.{why}")) == []
    for why, sentence in REASONS.items():
        assert set(re.findall(r"{(\w+)", messages[f"map_reason.{why}"])) == set(re.findall(r"{(\w+)", sentence)), why
