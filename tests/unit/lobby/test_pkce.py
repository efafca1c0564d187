"""Proof Key for Code Exchange (RFC 7636)."""

import re

from services.lobby.core.pkce import challenge, verifier


def test_the_example_of_the_rfc() -> None:
    """RFC 7636 appendix B."""
    shown = challenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    assert shown == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"


def test_a_verifier_belongs_to_one_state_and_one_key() -> None:
    """43 unreserved characters (section 4.1), the same again for the same state."""
    mine = verifier(b"k" * 32, "state")
    assert re.fullmatch(r"[A-Za-z0-9._~-]{43}", mine)
    assert mine == verifier(b"k" * 32, "state")
    assert len({mine, verifier(b"k" * 32, "other"), verifier(b"l" * 32, "state")}) == 3
