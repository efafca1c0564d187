"""Migrations: a service brings its own database to the newest form before it does anything else."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import text
from sqlalchemy.engine import Connection

from chassis.database import migration_engine

_LOCK = 0x57A2_B0A2D  # any number, the same for all replicas


async def migrate(database_url: str, script_location: Path, *, to: str = "head") -> None:
    """Run a service's Alembic migrations (`upgrade`) in one transaction, under a lock on PostgreSQL.

    Two replicas that start at once are fine: the second finds nothing left to do. Call it before `Database` is made,
    or afterwards in the same process.

    :param script_location: the folder with `env.py` and `versions/`.
    :param to: a revision, by default the newest.
    """
    engine = migration_engine(database_url)
    try:
        async with engine.begin() as connection:
            if connection.dialect.name == "postgresql":
                await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            await connection.run_sync(_upgrade, script_location, to)
    finally:
        await engine.dispose()


def _upgrade(connection: Connection, script_location: Path, to: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(script_location).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
