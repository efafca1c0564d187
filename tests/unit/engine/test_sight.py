"""What the kernel itself tells players can be read by them."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("language", ["en", "fa"])
def test_every_kernel_line_has_a_message_in_each_language(language: str) -> None:
    """No player ever reads a raw key in the log."""
    messages = json.loads((ROOT / "web" / "src" / "messages" / f"{language}.json").read_text())
    source = (ROOT / "services" / "engine" / "core" / "sight.py").read_text()
    keys = set(re.findall(r'"(kernel\.[a-z_]+)"', source))
    assert len(keys) >= 9
    assert {f"log.{key}" for key in keys} <= set(messages)


@pytest.mark.parametrize("language", ["en", "fa"])
def test_every_kernel_notice_has_a_message_in_each_language(language: str) -> None:
    """No inbox says only that something happened."""
    messages = json.loads((ROOT / "web" / "src" / "messages" / f"{language}.json").read_text())
    source = (ROOT / "services" / "engine" / "core" / "sight.py").read_text()
    keys = set(re.findall(r'"(notice\.[a-z_]+)"', source))
    assert len(keys) >= 8
    assert keys <= set(messages)
