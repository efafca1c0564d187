"""The gateway: the edge that browsers and native clients talk to. Wires its parts together."""

import os
import sys
from datetime import timedelta

import uvicorn

from chassis.cache import RateLimiter
from chassis.service import Phase, Service, run
from chassis.settings import SettingsError, load
from chassis.subjects import ANY, pattern
from services.gateway.clients import Clients
from services.gateway.feeds import CampaignFeeds
from services.gateway.game_feeds import GameFeeds
from services.gateway.hub import Hub
from services.gateway.identity import Identities
from services.gateway.names import Names
from services.gateway.presence import Connected
from services.gateway.room_feeds import RoomFeeds
from services.gateway.settings import GatewaySettings
from services.gateway.web import create_app

LOOK_AGAIN = timedelta(seconds=30)


async def build(service: Service, settings: GatewaySettings) -> None:
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
        games=GameFeeds(service.bus, clients, names),
        rooms=RoomFeeds(clients, service.clock),
        connected=Connected(service.bus, service.clock, settings.replica),
        commands=RateLimiter(service.cache, service.clock, "commands", rate=per_second, burst=per_second * 2),
        newcomers=RateLimiter(service.cache, service.clock, "newcomers", rate=1, burst=60),
    )
    app = create_app(hub)
    bus = service.bus
    await bus.subscribe(pattern("lobby", "account", ANY), hub.identities.changed)
    await bus.subscribe(pattern("lobby", "account", ANY), app.state.sockets.account_changed)
    await bus.subscribe(pattern("lobby", ANY), hub.rooms.room_changed)
    await bus.subscribe(pattern("notify", "account", ANY), hub.rooms.inbox_changed)
    service.spawn("rooms", hub.rooms.list_for_ever())
    service.spawn("presence", hub.connected.tell_for_ever())
    service.spawn("quiet feeds", look_again(service, hub))
    server = web_server(app, settings)
    service.on_stop("sockets", app.state.sockets.restart, Phase.PULLING)
    service.on_stop("web", lambda: stop(server, service), Phase.SERVERS)
    service.spawn("web", server.serve())
    while not server.started:
        await service.clock.sleep(timedelta(milliseconds=20))


def web_server(app: object, settings: GatewaySettings) -> uvicorn.Server:
    """The HTTP server, without signal handlers of its own: the chassis has them.

    :raises SettingsError: `WARBOARD_BIND` is not host:port.
    """
    host, _, port = settings.bind.rpartition(":")
    if not host or not port.isdigit():
        raise SettingsError("WARBOARD_BIND must be host:port, such as 127.0.0.1:8000")
    config = uvicorn.Config(
        app,  # type: ignore[arg-type] # an ASGI application
        host=host.strip("[]"),
        port=int(port),
        lifespan="off",
        ws="websockets-sansio",
        ws_max_size=65_536,
        ws_ping_interval=None,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.trusted_proxies,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=3,
    )
    return Server(config)


class Server(uvicorn.Server):
    """Leaves signals to the chassis."""

    def install_signal_handlers(self) -> None:
        """None of our own."""

    def capture_signals(self) -> object:  # type: ignore[override] # the same shape: a context manager
        """No signals are captured."""
        from contextlib import nullcontext

        return nullcontext()


async def stop(server: uvicorn.Server, service: Service) -> None:
    """Take no more requests and let those under way finish."""
    server.should_exit = True
    for _ in range(200):
        if not server.started or not server.servers:
            return
        if all(not inner.is_serving() for inner in server.servers):
            return
        await service.clock.sleep(timedelta(milliseconds=20))


async def look_again(service: Service, hub: Hub) -> None:
    """Plain messages may be lost with a connection: after each loss, and now and then, ask what was missed."""
    connected = True
    waited = timedelta()
    step = timedelta(seconds=1)
    while True:
        await service.clock.sleep(step)
        waited += step
        back = service.bus.connected and not connected
        connected = service.bus.connected
        if back or waited >= LOOK_AGAIN:
            waited = timedelta()
            await hub.campaigns.refresh_all()
            if back:
                await hub.games.refresh_all()


def main() -> int:
    """Run the gateway until it is told to stop."""
    settings = load(GatewaySettings, os.environ)
    return run("gateway", settings, lambda service: build(service, settings))


if __name__ == "__main__":
    sys.exit(main())
