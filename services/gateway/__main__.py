"""The gateway: the edge that browsers and native clients talk to. Wires its parts together."""

import asyncio
import os
import sys
from contextlib import suppress
from datetime import timedelta

from fastapi import FastAPI

from chassis.cache import RateLimiter
from chassis.service import Phase, Service, run
from chassis.settings import load
from chassis.subjects import ANY, REST, pattern
from services.gateway.away import Away
from services.gateway.clients import Clients
from services.gateway.feeds import CampaignFeeds
from services.gateway.game_feeds import GameFeeds
from services.gateway.http_server import stop, web_server
from services.gateway.hub import Hub
from services.gateway.identity import Identities
from services.gateway.names import Names
from services.gateway.presence import Connected
from services.gateway.room_feeds import RoomFeeds
from services.gateway.settings import GatewaySettings
from services.gateway.sockets import Sockets
from services.gateway.talk_feeds import TalkFeeds
from services.gateway.web import create_app

LOOK_AGAIN = timedelta(seconds=30)
AT_ONCE = 8
"""Commands of an account that the cache is asked for at a time: asking took a quarter of a chess move's time here."""

UPLOADS_PER_SECOND, UPLOADS_AT_ONCE = 0.1, 20
"""Files of an account, maps and logs: each takes up to a second of the engine's processor."""


async def build(service: Service, settings: GatewaySettings) -> FastAPI:
    """Make the gateway's parts and listen."""
    clients = Clients(service, settings)
    names = Names(clients, service.clock)
    per_second = service.limits.commands_per_second
    hub = Hub(
        service=service,
        settings=settings,
        clients=clients,
        identities=Identities(clients, service.clock),
        names=names,
        campaigns=CampaignFeeds(service.bus, clients, service.clock, names.of),
        games=GameFeeds(service.bus, clients, names, service.clock),
        rooms=RoomFeeds(clients, service.clock),
        talk=TalkFeeds(service.bus, clients, names, service.clock),
        connected=Connected(service.bus, service.clock, settings.replica),
        away=Away(service.clock),
        commands=RateLimiter(
            service.cache, service.clock, "commands", rate=per_second, burst=per_second * 2, at_once=AT_ONCE
        ),
        newcomers=RateLimiter(
            service.cache,
            service.clock,
            "newcomers",
            rate=settings.newcomers_per_second,
            burst=settings.newcomers_burst,
        ),
        uploads=RateLimiter(service.cache, service.clock, "uploads", rate=UPLOADS_PER_SECOND, burst=UPLOADS_AT_ONCE),
        sign_ins=RateLimiter(
            service.cache, service.clock, "sign_ins", rate=settings.sign_ins_per_second, burst=settings.sign_ins_burst
        ),
    )
    app = create_app(hub)
    bus = service.bus
    await bus.subscribe(pattern("lobby", "account", ANY), hub.account_changed)
    await bus.subscribe(pattern("lobby", "account", ANY), app.state.sockets.account_changed)
    await bus.subscribe(pattern("lobby", ANY), hub.rooms.room_changed)
    await bus.subscribe(pattern("notify", "account", ANY), hub.rooms.inbox_changed)
    await bus.subscribe(pattern("beat", REST), hub.away.beat)
    service.spawn("away", hub.away.look_for_ever())
    service.spawn("rooms", hub.rooms.list_for_ever())
    service.spawn("presence", hub.connected.tell_for_ever())
    service.spawn("quiet feeds", look_again(service, hub, app.state.sockets))
    server = web_server(app, settings)
    service.on_stop("sockets", app.state.sockets.restart, Phase.PULLING)
    service.on_stop("web", lambda: stop(server), Phase.SERVERS)
    service.spawn("web", server.run_on())
    while not server.started:
        await service.clock.sleep(timedelta(milliseconds=20))
    app.state.port = server.port
    return app


async def look_again(service: Service, hub: Hub, sockets: Sockets) -> None:
    """Plain messages may be lost with a connection: after each loss, and now and then, ask what was missed."""
    back = asyncio.Event()
    service.bus.on_reconnected.append(back.set)
    while True:
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK_AGAIN.total_seconds()):
                await back.wait()
        if back.is_set():
            back.clear()
            hub.names.forget_all()
            hub.games.refresh_all()
            hub.talk.refresh_all()
            hub.rooms.refresh_all()
            await sockets.check_all()
        sockets.end_expired()
        await hub.campaigns.look_again()


def main() -> int:
    """Run the gateway until it is told to stop."""
    settings = load(GatewaySettings, os.environ)

    async def made(service: Service) -> None:
        await build(service, settings)

    return run("gateway", settings, made)


if __name__ == "__main__":
    sys.exit(main())
