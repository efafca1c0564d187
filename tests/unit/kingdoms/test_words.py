"""Whatever the kingdoms say by key has words in both languages of the client."""

import json
import re
from pathlib import Path

import pytest

from services.engine.core.rulesets.kingdoms.refusals import BadLine, BadOrder

ROOT = Path(__file__).resolve().parents[3]
MESSAGES = {
    language: json.loads((ROOT / "web" / "src" / "messages" / f"{language}.json").read_text("utf-8"))
    for language in ("en", "fa")
}
SHOW = (ROOT / "services/engine/core/rulesets/kingdoms/show.py").read_text("utf-8")
CALLS = re.findall(r'_line\(\s*"([a-z_]+)"(?: if [^,]*? else "([a-z_]+)")?', SHOW)
LINES = {f"log.kingdoms.{key}" for call in CALLS for key in call if key}
REASONS = {f"bad_order.{reason.value}" for reason in (*BadOrder, *BadLine)}


@pytest.mark.parametrize("language", MESSAGES)
def test_every_line_and_reason_has_words(language: str) -> None:
    """Of the log, and of orders that can't be carried out or read."""
    assert len(LINES) >= 20
    assert sorted(key for key in LINES | REASONS if not MESSAGES[language].get(key)) == []
