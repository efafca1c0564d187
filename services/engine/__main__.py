"""The engine: the rules, and the only writer of campaign state. Wires its parts together."""

import os
import sys
from pathlib import Path

from warboard_pb.campaign.v1.engine_pb2_grpc import add_EngineServicer_to_server

from chassis.common_settings import Environment
from chassis.crypto import LinkSigner, LinkVerifier, SecretKey, Vault
from chassis.rpc import RpcService
from chassis.service import Phase, Service, run
from chassis.settings import load
from services.engine.adapters.catalogue import Rules, extra_rulesets
from services.engine.adapters.grpc_server import EngineServicer
from services.engine.adapters.import_store import SqlImportStore
from services.engine.adapters.map_store import SqlMapStore
from services.engine.adapters.messages import Messages
from services.engine.adapters.store import SqlStore
from services.engine.adapters.text_store import SqlTextStore
from services.engine.adapters.watchdog import Watchdog
from services.engine.app.bots import Bots
from services.engine.app.commands import Commands
from services.engine.app.importing import Importing
from services.engine.app.loading import Loader
from services.engine.app.maps import Maps
from services.engine.app.reading import Reading
from services.engine.app.replacing import Replacing
from services.engine.app.starting import Starting
from services.engine.app.texts import Texts
from services.engine.settings import EngineSettings

MIGRATIONS = Path(__file__).parent / "migrations"


async def build(service: Service, settings: EngineSettings) -> None:
    """Make the engine's parts and start listening."""
    production = settings.environment is Environment.PRODUCTION
    catalogue = Rules(extra_rulesets(settings.extra_rulesets, production=production))
    key = SecretKey(settings.secret_key)
    vault = Vault(key, "campaign secrets")
    links = LinkVerifier(LinkSigner(key).public_key)
    limits = service.limits
    store = SqlStore(service.database, service.outbox, vault, service.clock, service.metrics, limits.commit_queue)
    store.writer.start(service.background)
    maps = Maps(SqlMapStore(service.database), catalogue, service.clock)
    loader = Loader(store, catalogue, maps)
    watchdog = Watchdog(settings.database_url or "", service.clock)
    watchdog.start()
    service.on_stop("watchdog", watchdog.stop)
    commands = Commands(store, loader, watchdog, service.clock, service.metrics)
    bots = Bots(commands, loader, watchdog, service.metrics, service.clock, limits.bot_thoughts)
    service.on_stop("bots", lambda: bots.close(settings.drain), Phase.DRAINING)
    starting = Starting(store, loader, catalogue, maps, service.clock)
    commands.after_commit = starting.after_commit = bots.after_commit
    reading = Reading(store, loader, links, service.clock)
    texts = Texts(SqlTextStore(service.database), loader, reading)
    imports = SqlImportStore(service.database, vault, service.clock)
    importing = Importing(imports, loader, catalogue, maps, service.clock)
    replacing = Replacing(commands, loader, links, service.clock)
    servicer = EngineServicer(commands, replacing, reading, texts, importing, starting, maps, store, catalogue)
    await service.serve_rpc([RpcService("warboard.campaign.v1.Engine", add_EngineServicer_to_server, servicer)])
    for campaign in await store.marked():
        await commands.park(campaign, "endless")
    await Messages(service.bus, commands, bots, loader, store).listen(service.workers, limits.unacknowledged)


def main() -> int:
    """Run the engine until it is told to stop."""
    settings = load(EngineSettings, os.environ)
    return run("engine", settings, lambda service: build(service, settings), migrations=MIGRATIONS)


if __name__ == "__main__":
    sys.exit(main())
