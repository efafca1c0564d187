"""What the kernel itself tells players can be read by them."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("language", ["en", "fa"])
@pytest.mark.parametrize(("kind", "before", "least"), [("kernel", "log.", 9), ("notice", "", 8)])
def test_what_the_kernel_tells_has_a_message_in_each_language(
    language: str, kind: str, before: str, least: int
) -> None:
    """No player ever reads a raw key in the log, and no inbox says only that something happened."""
    messages = json.loads((ROOT / "web" / "src" / "messages" / f"{language}.json").read_text())
    source = (ROOT / "services" / "engine" / "core" / "sight.py").read_text()
    keys = set(re.findall(rf'"({kind}\.[a-z_]+)"', source))
    assert len(keys) >= least
    assert {f"{before}{key}" for key in keys} <= set(messages)
