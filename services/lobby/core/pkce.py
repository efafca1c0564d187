"""Proof Key for Code Exchange (RFC 7636): whoever brings an authorisation code must be who asked for it."""

import base64
import hashlib
import hmac


def verifier(key: bytes, state: str) -> str:
    """The verifier that belongs to a `state` (RFC 7636 section 4.1): 43 characters that only the key's holder can tell.

    It is computed from the state instead of kept, so that no table holds it.
    """
    return _text(hmac.new(key, state.encode(), hashlib.sha256).digest())


def challenge(verifier: str) -> str:
    """What is shown beforehand: the S256 challenge (RFC 7636 section 4.2)."""
    return _text(hashlib.sha256(verifier.encode("ascii")).digest())


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
