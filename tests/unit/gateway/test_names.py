"""Names are remembered, but never longer than they are true."""

from typing import Any

from warboard_pb.lobby.v1 import lobby_pb2

from chassis.problems import Unavailable
from chassis.timekeeping import SystemClock
from services.gateway.names import Names


class Lobby:
    """Lobby's GetContacts: everybody has one name, which may change while it is on its way."""

    def __init__(self) -> None:
        self.lobby, self.GetContacts = self, "GetContacts"
        self.name, self.asked, self.away, self.meanwhile = "Ann", 0, False, ""
        self.names = Names(self, SystemClock())  # type: ignore[arg-type]

    async def ask(self, _: str, request: Any) -> Any:
        self.asked += 1
        if self.away:
            raise Unavailable
        told = lobby_pb2.GetContactsReply(accounts=[lobby_pb2.Account(id="a", name=self.name)])
        if self.meanwhile:
            self.name, self.meanwhile = self.meanwhile, ""
            self.names.forget("a")
        return told


async def test_a_name_that_changes_while_it_is_asked_for_is_not_kept() -> None:
    lobby = Lobby()
    lobby.meanwhile = "Anna"
    assert await lobby.names.of(["a"]) == {"a": "Ann"}
    assert [await lobby.names.of(["a"]) for _ in range(2)] == [{"a": "Anna"}] * 2
    assert lobby.asked == 2


async def test_after_a_lost_bus_names_are_asked_for_again() -> None:
    lobby = Lobby()
    await lobby.names.of(["a", ""])
    lobby.name = "Anna"
    lobby.names.forget_all()
    assert await lobby.names.of(["a"]) == {"a": "Anna"}


async def test_while_lobby_is_away_what_is_known_is_told() -> None:
    lobby = Lobby()
    await lobby.names.of(["a"])
    lobby.away = True
    assert await lobby.names.of(["a", "b"]) == {"a": "Ann"}
