"""Migrations: a service brings its own database to the newest form before it does anything else."""

import ast
from pathlib import Path
from typing import Any

from sqlalchemy import inspect, text
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
            if to != "head" or not await connection.run_sync(_is_current, script_location):
                await connection.run_sync(_upgrade, script_location, to)
    finally:
        await engine.dispose()


def _is_current(connection: Connection, script_location: Path) -> bool:
    """Whether nothing is left to do, found without Alembic: a service that only starts again saves its 10 MB."""
    if not inspect(connection).has_table("alembic_version"):
        return False
    at = set(connection.execute(text("SELECT version_num FROM alembic_version")).scalars())
    return at == newest_revisions(script_location)


def newest_revisions(script_location: Path) -> set[str]:
    """The revisions of `versions/` that no other one follows, read from the files without running them."""
    revisions: set[str] = set()
    followed: set[str] = set()
    for file in (script_location / "versions").glob("*.py"):
        names = _constants(ast.parse(file.read_text()))
        before = names.get("down_revision")
        revisions.add(str(names["revision"]))
        followed.update([before] if isinstance(before, str) else before or ())
    return revisions - followed


def _constants(module: ast.Module) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for statement in module.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                pass
            case ast.AnnAssign(target=ast.Name(id=name), value=value) if value is not None:
                pass
            case _:
                continue
        if name in {"revision", "down_revision"}:
            found[name] = ast.literal_eval(value)
    return found


def _upgrade(connection: Connection, script_location: Path, to: str) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(script_location).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
