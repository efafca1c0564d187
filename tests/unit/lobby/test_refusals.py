"""The table of refusals."""

from services.lobby.app.refusals import SENTENCES
from services.lobby.core.refusals import Refusal


def test_every_refusal_has_a_kind_and_a_sentence() -> None:
    assert set(SENTENCES) == set(Refusal)
    assert all(sentence.endswith((".", "}")) for _, sentence in SENTENCES.values())
