"""Provably fair draws (architecture, "Randomness"): HMAC-SHA256 over a secret that is sealed before the start.

A draw is `HMAC-SHA256(secret, lp(campaign) || lp(salt) || lp(purpose) || u64(n) || u32(attempt))`, `lp` prefixing a
byte string with its length as a big-endian u32 and `n` counts the draws of that purpose from 0. Its first eight bytes,
read as a big-endian integer, are taken modulo the bound unless they lie in the last, incomplete run of the bound;
then the attempt is raised by one (rejection sampling, so no value is favoured). Anyone with the secret recomputes it.
"""

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import msgspec

T = TypeVar("T")

SECRET_BYTES = 32
"""Length of a campaign's secret."""


class Draw(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One draw as it is recorded: enough to compute it again from the secret."""

    purpose: str
    n: int
    bound: int
    value: int
    keyed: bool = False
    """Made with a key of its own, which was shown with it (`Shown`)."""
    follows: bool = False
    """Its key follows from that of the draw before it (`next_key`): whoever saw that one's seal saw this one's, too."""


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """A draw that players check at once: its key is shown with it, and the hash of the key was shown before."""

    n: int
    value: int
    key: str
    """Hex; the draw is `draw(key, ...)` in place of the secret."""
    next_seal: str
    """`seal` of the purpose's next key: whoever keeps it sees that the next draw was fixed already."""


def prefixed(part: bytes) -> bytes:
    """The bytes behind their length as a big-endian u32, so that no two lists of parts read the same."""
    return len(part).to_bytes(4, "big") + part


def secret_hash(secret: bytes) -> str:
    """Hex SHA-256 that commits to a secret before anyone joins."""
    return hashlib.sha256(secret).hexdigest()


def salt_of(entropies: Iterable[bytes]) -> bytes:
    """SHA-256 of the frozen list of the players' entropies, in room order (empty for bots)."""
    digest = hashlib.sha256()
    for entropy in entropies:
        digest.update(prefixed(entropy))
    return digest.digest()


def draw(secret: bytes, campaign: str, salt: bytes, purpose: str, n: int, bound: int) -> int:
    """The n-th draw of a purpose: an integer in [0, bound).

    :param bound: from 1 to 2**63.
    :raises ValueError: the bound is outside that range.
    """
    if not 1 <= bound <= 1 << 63:
        raise ValueError(f"bound {bound} is not between 1 and 2**63")
    head = prefixed(campaign.encode()) + prefixed(salt) + prefixed(purpose.encode()) + n.to_bytes(8, "big")
    whole_runs = (1 << 64) - (1 << 64) % bound
    attempt = 0
    while True:
        digest = hmac.digest(secret, head + attempt.to_bytes(4, "big"), "sha256")
        number = int.from_bytes(digest[:8], "big")
        if number < whole_runs:
            return number % bound
        attempt += 1


def draw_key(secret: bytes, campaign: str, salt: bytes, purpose: str, n: int) -> bytes:
    """The key of the n-th shown draw of a purpose; it tells nothing of the secret or of other keys."""
    told = prefixed(campaign.encode()) + prefixed(salt) + prefixed(f"key:{purpose}".encode()) + n.to_bytes(8, "big")
    return hmac.digest(secret, told, "sha256")


def next_key(key: bytes) -> bytes:
    """The key of a shown draw that follows another one of the same command."""
    return hmac.digest(key, b"next", "sha256")


class FairChance:
    """The `Chance` of one command: draws on from the campaign's counts and remembers what it drew."""

    def __init__(self, secret: bytes, campaign: str, salt: bytes, counts: Mapping[str, int]) -> None:
        self._secret = secret
        self._campaign = campaign
        self._salt = salt
        self._counts = dict(counts)
        self.draws: list[Draw] = []
        """Every draw made so far, in order."""

    def below(self, purpose: str, bound: int) -> int:
        """A uniform integer in [0, bound)."""
        n = self._counts.get(purpose, 0)
        value = draw(self._secret, self._campaign, self._salt, purpose, n, bound)
        self._counts[purpose] = n + 1
        self.draws.append(Draw(purpose=purpose, n=n, bound=bound, value=value))
        return value

    def seal(self, purpose: str) -> str:
        """Hex SHA-256 of the key of the purpose's next shown draw."""
        n = self._counts.get(purpose, 0)
        return secret_hash(draw_key(self._secret, self._campaign, self._salt, purpose, n))

    def shown(self, purpose: str, bound: int, after: str = "") -> Shown:
        """A uniform integer in [0, bound) with the key that proves it.

        :param after: key of the draw before it in the same command (hex); empty for the first, whose seal was shown.
        """
        n = self._counts.get(purpose, 0)
        own = draw_key(self._secret, self._campaign, self._salt, purpose, n)
        key = next_key(bytes.fromhex(after)) if after else own
        value = draw(key, self._campaign, self._salt, purpose, n, bound)
        self._counts[purpose] = n + 1
        self.draws.append(Draw(purpose=purpose, n=n, bound=bound, value=value, keyed=True, follows=bool(after)))
        return Shown(n=n, value=value, key=key.hex(), next_seal=self.seal(purpose))

    def shuffled(self, purpose: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in a uniformly drawn order (Fisher-Yates from the end)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(purpose, last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)
