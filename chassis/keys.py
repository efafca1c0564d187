"""Idempotency keys: a click's key gets the first answer again, and may not be used for another command."""

import hashlib

import msgspec


class Key(msgspec.Struct, frozen=True, kw_only=True):
    """A click of an account."""

    account: str
    key: str
    digest: str
    """SHA-256, hex, of the command's JSON in one form: keys sorted, no white space."""
    bytes_digest: str = ""
    """SHA-256, hex, of the command's bytes as they came: what was kept before there was one form."""

    @classmethod
    def of(cls, account: str, key: str, command: bytes) -> "Key":
        """The key with what is kept of its command; one that is no JSON counts by its bytes."""
        as_it_came = hashlib.sha256(command).hexdigest()
        try:
            plain = msgspec.json.encode(msgspec.json.decode(command), order="sorted")
        except (ValueError, OverflowError, RecursionError):
            return cls(account=account, key=key, digest=as_it_came)
        digest = hashlib.sha256(plain).hexdigest()
        return cls(account=account, key=key, digest=digest, bytes_digest=as_it_came)

    def is_for(self, kept: str) -> bool:
        """Whether the digest that is kept with this key is this command's."""
        return kept in (self.digest, self.bytes_digest)
