"""Who is asking: a browser's session cookie or a native client's token, remembered until lobby says otherwise."""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from warboard_pb.lobby.v1 import lobby_pb2

from chassis.crypto import hash_token
from chassis.problems import Kind, Problem
from chassis.timekeeping import Clock, from_unix_ms
from services.gateway.clients import Clients

COOKIE = "warboard_session"
KEPT = timedelta(seconds=60)
MOST = 10_000


@dataclass(frozen=True)
class Identity:
    """An authenticated account."""

    account: str
    name: str
    guest: bool
    language: str
    scopes: frozenset[str]
    """What a token reaches; a session reaches everything."""
    credential: str
    """SHA-256 of the session or token, hex: what lobby names when it ends one."""
    is_session: bool
    expires: datetime | None = None
    """Of a token that runs out."""

    def may(self, scope: str) -> bool:
        """Whether this credential reaches so far."""
        return self.is_session or scope in self.scopes

    def plain(self) -> dict[str, object]:
        """As docs/api.md has an account."""
        return {"id": self.account, "name": self.name, "guest": self.guest, "language": self.language}


def unauthorised() -> Problem:
    """Nobody is known to be asking."""
    return Problem("not_signed_in", Kind.UNAUTHORISED, "Sign in first, or play as a guest.")


class Identities:
    """Authenticates credentials, each at most once a minute while lobby says nothing new."""

    def __init__(self, clients: Clients, clock: Clock) -> None:
        self._clients = clients
        self._clock = clock
        self._known: OrderedDict[str, tuple[datetime, Identity]] = OrderedDict()
        self._of_account: dict[str, set[str]] = {}
        self._changes = 0

    async def of(self, session: str | None, token: str | None) -> Identity | None:
        """The account behind a session or token; None if there is neither or it is not valid.

        :raises Problem: `unavailable` if lobby can't be asked.
        """
        secret = token or session
        if not secret or len(secret) > 200:
            return None
        credential = hash_token(secret)
        known = self._known.get(credential)
        if known is not None and self._clock.now() < known[0]:
            return known[1]
        request = (
            lobby_pb2.AuthenticateRequest(token=token) if token else lobby_pb2.AuthenticateRequest(session=session)
        )
        changes = self._changes
        try:
            reply = await self._clients.ask(self._clients.lobby.Authenticate, request)
        except Problem as problem:
            if problem.kind is Kind.UNAUTHORISED:
                self._forget(credential)
                return None
            raise
        account = reply.account
        identity = Identity(
            account=account.id,
            name=account.name,
            guest=account.guest,
            language=account.language,
            scopes=frozenset(reply.scopes),
            credential=credential,
            is_session=not token,
            expires=from_unix_ms(reply.expires_unix_ms) if token and reply.expires_unix_ms else None,
        )
        if changes == self._changes:  # else the answer may be older than what lobby has said meanwhile
            self._keep(credential, identity)
        return identity

    def forget(self, account: str) -> None:
        """What is remembered of an account is void."""
        self._changes += 1
        for credential in self._of_account.pop(account, set()):
            self._known.pop(credential, None)

    def forget_all(self) -> None:
        """News of changes may have been lost: everything is asked for again."""
        self._changes += 1
        self._known.clear()
        self._of_account.clear()

    def _keep(self, credential: str, identity: Identity) -> None:
        until = self._clock.now() + KEPT
        self._known[credential] = (until if identity.expires is None else min(until, identity.expires), identity)
        self._known.move_to_end(credential)
        self._of_account.setdefault(identity.account, set()).add(credential)
        while len(self._known) > MOST:
            self._forget(next(iter(self._known)))

    def _forget(self, credential: str) -> None:
        entry = self._known.pop(credential, None)
        if entry is None:
            return
        held = self._of_account.get(entry[1].account)
        if held is not None:
            held.discard(credential)
            if not held:
                del self._of_account[entry[1].account]


def same_origin(origin: str | None, host: str | None, public_url: str) -> bool:
    """Whether a browser's request comes from our own pages; no Origin at all is no browser's cross-site request."""
    if origin is None:
        return True
    if origin == "null":
        return False
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    if public_url and origin.rstrip("/") == public_url.rstrip("/"):
        return True
    return bool(parts.netloc) and parts.netloc == host
