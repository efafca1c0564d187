"""Lobby: accounts, sessions and rooms up to the start of their campaigns. Wires its parts together."""

import os
import sys
from pathlib import Path

from warboard_pb.lobby.v1.lobby_pb2_grpc import add_LobbyServicer_to_server

from chassis.cache import RateLimiter
from chassis.crypto import LinkSigner, LinkVerifier, SecretKey
from chassis.rpc import RpcService
from chassis.service import Service, run
from chassis.settings import load
from services.lobby.adapters.account_store import SqlAccounts
from services.lobby.adapters.coin_store import SqlCoins
from services.lobby.adapters.engine import GrpcEngine
from services.lobby.adapters.grpc_server import LobbyServicer
from services.lobby.adapters.lichess import HttpLichess
from services.lobby.adapters.lichess_ways import SqlWays
from services.lobby.adapters.messages import Messages
from services.lobby.adapters.passwords import Argon2Passwords
from services.lobby.adapters.room_store import SqlRooms
from services.lobby.app.accounts import AccountsUse
from services.lobby.app.freshening import Freshening
from services.lobby.app.guesses import Guesses
from services.lobby.app.lichess import LichessUse
from services.lobby.app.links import LinksUse
from services.lobby.app.opening import Opening
from services.lobby.app.rematch import Rematch
from services.lobby.app.rooms import MOST_OPEN_SEATS, RoomsUse
from services.lobby.app.sessions import SessionsUse
from services.lobby.app.starting import Starting
from services.lobby.settings import OFF, LobbySettings

MIGRATIONS = Path(__file__).parent / "migrations"


async def build(service: Service, settings: LobbySettings) -> None:
    """Make lobby's parts and start listening."""
    clock, database, outbox = service.clock, service.database, service.outbox
    coins = SqlCoins(database, clock, granted=settings.coin_grant, rake_percent=settings.coin_rake_percent)
    rooms = SqlRooms(database, outbox, coins, clock)
    secret = SecretKey(settings.secret_key)
    accounts = SqlAccounts(database, outbox, rooms, clock, origin_key=secret.derive("origins"))
    engine = GrpcEngine(service.channel(settings.engine_address), clock)
    passwords = Argon2Passwords()
    service.on_stop("passwords", passwords.close)
    lichess = None
    if settings.lichess_url != OFF:
        lichess = HttpLichess(settings.lichess_url, settings.lichess_client_id, clock)
        service.on_stop("lichess", lichess.close)
    freshening = Freshening(accounts, lichess, clock)
    starting = Starting(
        rooms, accounts, coins, engine, freshening, clock, every=settings.sweep, idle=settings.room_idle
    )
    opening = Opening(accounts, clock, lasts=settings.session, most=settings.sessions)
    signer = LinkSigner(secret)

    def limiter(name: str, rate: float, burst: int) -> RateLimiter:
        return RateLimiter(service.cache, clock, name, rate=rate, burst=burst)

    sign_ups = limiter("sign-ups", settings.sign_ups_per_second, settings.sign_ups_burst)
    guesses = Guesses(
        by_address=limiter("guesses-address", 1 / 5, settings.guesses_per_address),
        by_name=limiter("guesses-name", 1 / 30, settings.guesses_per_name),
        by_both=limiter("guesses-both", 1 / 60, settings.guesses_per_name_and_address),
    )
    servicer = LobbyServicer(
        AccountsUse(accounts, passwords, sign_ups, guesses, opening, clock),
        LichessUse(
            accounts, SqlWays(database), lichess, opening, sign_ups, clock, key=secret.derive("lichess verifiers")
        ),
        SessionsUse(accounts, clock, settings.session),
        RoomsUse(
            rooms,
            engine,
            LinkVerifier(signer.public_key),
            clock,
            passwords=passwords,
            guesses=guesses,
            most_hosted=settings.rooms_per_host,
        ),
        LinksUse(rooms, engine, signer, clock),
        Rematch(rooms, engine, clock, most_hosted=settings.rooms_per_host, most_open_seats=MOST_OPEN_SEATS),
        starting,
        coins,
    )
    await service.serve_rpc([RpcService("warboard.lobby.v1.Lobby", add_LobbyServicer_to_server, servicer)])
    service.spawn("sweep", starting.run())
    await Messages(service.bus, starting).listen(service.limits.unacknowledged)


def main() -> int:
    """Run lobby until it is told to stop."""
    settings = load(LobbySettings, os.environ)
    return run("lobby", settings, lambda service: build(service, settings), migrations=MIGRATIONS)


if __name__ == "__main__":
    sys.exit(main())
