"""The tables that every service's database has besides its own: the outbox and the row that the beat writes."""

from typing import Any

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, MetaData, Table, Text


def outbox_table(metadata: MetaData) -> Table:
    """Messages committed with the facts they tell of, until the bus has acknowledged them."""
    return Table(
        "outbox",
        metadata,
        Column("key", Text, primary_key=True),  # the message's id on the bus
        Column("ordering", Text, nullable=False),  # rows of one ordering (a campaign) leave in the order of position
        Column("position", BigInteger, nullable=False),
        Column("subject", Text, nullable=False),
        Column("body", LargeBinary, nullable=False),
        Column("headers", Text, nullable=False),  # a JSON object
        Column("created_unix_ms", BigInteger, nullable=False),
        Index("outbox_created", "created_unix_ms"),
    )


def create_tables(op: Any) -> None:
    """For a service's first migration: `create_tables(op)` with Alembic's `op`."""
    outbox = outbox_table(MetaData())
    op.create_table("outbox", *(column.copy() for column in outbox.columns))
    op.create_index("outbox_created", "outbox", ["created_unix_ms"])
    op.create_table(
        "beat_probe",
        Column("id", Integer, primary_key=True),
        Column("beats", BigInteger, nullable=False),
    )
    op.execute("INSERT INTO beat_probe (id, beats) VALUES (1, 0)")
