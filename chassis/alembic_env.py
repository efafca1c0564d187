"""What each service's `migrations/env.py` consists of: an import of `run_environment` and a call."""

from typing import Any


def run_environment(metadata: Any = None) -> None:
    """Run the migrations on the connection that `chassis.migrations.migrate` has opened.

    :param metadata: the service's tables, only needed to write a new revision by comparison.
    """
    from alembic import context

    connection = context.config.attributes["connection"]
    context.configure(
        connection=connection,
        target_metadata=metadata,
        render_as_batch=connection.dialect.name == "sqlite",
        transaction_per_migration=False,
    )
    with context.begin_transaction():
        context.run_migrations()
