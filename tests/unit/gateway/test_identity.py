"""Credentials are asked for once, and forgotten as soon as lobby says so; pages of other sites are refused."""

from typing import Any

import pytest
from warboard_pb.lobby.v1 import lobby_pb2

from chassis.problems import Kind, Problem
from chassis.timekeeping import FakeClock, unix_ms
from services.gateway.identity import KEPT, Identities, same_origin


class Lobby:
    """Answers Authenticate; `during` happens while it is asked."""

    def __init__(self) -> None:
        self.lobby = self
        self.Authenticate = "Authenticate"
        self.asked = 0
        self.ended = False
        self.scopes: list[str] = []
        self.expires_unix_ms = 0
        self.during: Any = None

    async def ask(self, method: Any, request: Any, **_: Any) -> Any:
        self.asked += 1
        ended = self.ended
        if self.during is not None:
            self.during()
        if ended:
            raise Problem("not_signed_in", Kind.UNAUTHORISED, "No.")
        ann = lobby_pb2.Account(id="ann", name="Ann")
        return lobby_pb2.AuthenticateReply(account=ann, scopes=self.scopes, expires_unix_ms=self.expires_unix_ms)


@pytest.fixture
def lobby() -> Lobby:
    return Lobby()


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def identities(lobby: Lobby, clock: FakeClock) -> Identities:
    return Identities(lobby, clock)  # type: ignore[arg-type]


async def test_nobody_without_a_credential(identities: Identities, lobby: Lobby) -> None:
    assert await identities.of(None, None) is None
    assert await identities.of("x" * 201, None) is None
    assert lobby.asked == 0


async def test_is_asked_once_a_minute(identities: Identities, lobby: Lobby, clock: FakeClock) -> None:
    for _ in range(3):
        assert (await identities.of("s", None)).account == "ann"  # type: ignore[union-attr]
    assert lobby.asked == 1
    await clock.advance(KEPT)
    await identities.of("s", None)
    assert lobby.asked == 2


async def test_forgets_an_account_that_changed(identities: Identities, lobby: Lobby) -> None:
    await identities.of("s", None)
    lobby.ended = True
    identities.forget("ann")
    assert await identities.of("s", None) is None


async def test_keeps_no_answer_that_a_change_overtook(identities: Identities, lobby: Lobby) -> None:
    lobby.during = lambda: identities.forget("ann")
    assert await identities.of("s", None) is not None
    lobby.during, lobby.ended = None, True
    assert await identities.of("s", None) is None


async def test_a_token_reaches_its_scopes_only(identities: Identities, lobby: Lobby) -> None:
    lobby.scopes = ["read"]
    token = await identities.of(None, "t")
    session = await identities.of("s", None)
    assert token is not None
    assert session is not None
    assert token.may("read")
    assert not token.may("play")
    assert session.may("play")


async def test_a_token_that_runs_out_is_not_remembered_beyond(
    identities: Identities, lobby: Lobby, clock: FakeClock
) -> None:
    lobby.expires_unix_ms = unix_ms(clock.now() + KEPT / 2)
    token = await identities.of(None, "t")
    assert token is not None
    assert token.expires == clock.now() + KEPT / 2
    await clock.advance(KEPT / 2)
    lobby.ended = True
    assert await identities.of(None, "t") is None


@pytest.mark.parametrize(
    ("origin", "host", "public", "ours"),
    [
        (None, "war.example", "", True),
        ("null", "war.example", "", False),
        ("https://war.example", "war.example", "", True),
        ("https://evil.example", "war.example", "", False),
        ("https://war.example.evil.example", "war.example", "", False),
        ("https://war.example:444", "war.example", "", False),
        ("https://war.example", "10.0.0.2:8000", "https://war.example/", True),
        ("war.example", "war.example", "", False),
        ("", None, "", False),
    ],
)
def test_origin(origin: str | None, host: str | None, public: str, ours: bool) -> None:
    assert same_origin(origin, host, public) is ours
