"""Secrets at rest, signed links and hashed tokens; each purpose has its own key, derived from the environment's."""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from chassis.problems import Kind, Problem
from chassis.settings import SettingsError

KEY_BYTES = 32
_NONCE_BYTES = 12
_VERSION = b"\x01"
_TOKEN_BYTES = 32


class SecretKey:
    """The environment's key, from which each use derives its own."""

    def __init__(self, text: str | None) -> None:
        """
        :param text: 64 hexadecimal digits, from `WARBOARD_SECRET_KEY`.
        :raises SettingsError: if it is missing or anything else.
        """
        try:
            self._key = bytes.fromhex(text or "")
        except ValueError:
            self._key = b""
        if len(self._key) != KEY_BYTES:
            raise SettingsError(f"WARBOARD_SECRET_KEY must be {2 * KEY_BYTES} hexadecimal digits")

    def derive(self, purpose: str) -> bytes:
        """32 bytes for one purpose, that tell nothing of another's."""
        return HKDF(hashes.SHA256(), KEY_BYTES, salt=None, info=f"warboard {purpose}".encode()).derive(self._key)

    def __repr__(self) -> str:
        return "SecretKey(***)"


class Vault:
    """Encrypts what may not lie readable in a database (AES-256-GCM)."""

    def __init__(self, key: SecretKey, purpose: str) -> None:
        self._cipher = AESGCM(key.derive(f"vault {purpose}"))

    def encrypt(self, plain: bytes, bound_to: str) -> bytes:
        """
        :param bound_to: whose secret it is (an id): a row copied to another place can't be read there.
        """
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return _VERSION + nonce + self._cipher.encrypt(nonce, plain, bound_to.encode())

    def decrypt(self, sealed: bytes, bound_to: str) -> bytes:
        """
        :raises ValueError: if it was changed, belongs to something else, or the key is another.
        """
        nonce, body = sealed[1 : 1 + _NONCE_BYTES], sealed[1 + _NONCE_BYTES :]
        if sealed[:1] != _VERSION:
            raise ValueError("not a sealed secret")
        try:
            return self._cipher.decrypt(nonce, body, bound_to.encode())
        except InvalidTag as error:
            raise ValueError("the secret can't be opened with this key") from error


class LinkSigner:
    """Signs links and invites (Ed25519), so that other parts can check them by the public key alone."""

    def __init__(self, key: SecretKey) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(key.derive("links"))

    @property
    def public_key(self) -> bytes:
        """32 bytes for `LinkVerifier`."""
        return self._private.public_key().public_bytes_raw()

    def sign(self, claims: Mapping[str, Any], expires: datetime) -> str:
        """A text for an address: `claims` (small plain data, readable by its bearer) until `expires`."""
        body = msgspec.json.encode({"claims": dict(claims), "expires_unix_s": int(expires.timestamp())})
        return f"{_encode(body)}.{_encode(self._private.sign(body))}"


class LinkVerifier:
    """Checks what a `LinkSigner` signed."""

    def __init__(self, public_key: bytes) -> None:
        self._public = Ed25519PublicKey.from_public_bytes(public_key)

    def verify(self, link: str, now: datetime) -> dict[str, Any]:
        """The claims.

        :raises Problem: `link_invalid` if it isn't ours, `link_expired` if it is too old.
        """
        body_text, _, signature_text = link.partition(".")
        try:
            body = _decode(body_text)
            self._public.verify(_decode(signature_text), body)
            content = msgspec.json.decode(body, type=_Link)
        except (ValueError, InvalidSignature, msgspec.DecodeError):
            raise Problem("link_invalid", Kind.NOT_ALLOWED, "This link isn't one of ours.") from None
        if now >= datetime.fromtimestamp(content.expires_unix_s, UTC):
            raise Problem("link_expired", Kind.NOT_ALLOWED, "This link has expired; ask for a new one.")
        return content.claims


class _Link(msgspec.Struct):
    claims: dict[str, Any]
    expires_unix_s: int


def new_token() -> str:
    """A fresh bearer token: 43 characters, 256 random bits; store only its hash."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def hash_token(token: str) -> str:
    """What is stored of a token: its SHA-256 in hexadecimal. Tokens are random, so no slow hash is needed."""
    return hashlib.sha256(token.encode()).hexdigest()


def same(left: str | bytes, right: str | bytes) -> bool:
    """Whether two secrets are equal, in a time that doesn't tell how far."""
    return hmac.compare_digest(_bytes(left), _bytes(right))


def _bytes(value: str | bytes) -> bytes:
    return value.encode() if isinstance(value, str) else value


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
