"""The engine's first tables, with the outbox and the beat's row."""

import sqlalchemy as sa
from alembic import op

from chassis.tables import create_tables

revision = "0001"
down_revision = None


def upgrade() -> None:
    create_tables(op)
    op.create_table(
        "campaign",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("room", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("map_id", sa.Text(), nullable=False),
        sa.Column("spectators", sa.Text(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("numbers", sa.Text(), nullable=False),
        sa.Column("marked", sa.Text(), nullable=False),
        sa.Column("created_unix_ms", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "append",
        sa.Column("campaign", sa.Text(), primary_key=True),
        sa.Column("seq", sa.BigInteger(), primary_key=True),
        sa.Column("at_unix_us", sa.BigInteger(), nullable=False),
        sa.Column("facts", sa.LargeBinary(), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("command", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "command_key",
        sa.Column("campaign", sa.Text(), primary_key=True),
        sa.Column("account", sa.Text(), primary_key=True),
        sa.Column("key", sa.Text(), primary_key=True),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("viewer", sa.Integer(), nullable=False),
        sa.Column("n", sa.BigInteger(), nullable=False),
        sa.Column("facts", sa.Integer(), nullable=False),
    )
    op.create_table(
        "shown",
        sa.Column("campaign", sa.Text(), primary_key=True),
        sa.Column("viewer", sa.Integer(), primary_key=True),
        sa.Column("n", sa.BigInteger(), primary_key=True),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
    )
    op.create_index("shown_seq", "shown", ["campaign", "seq"])
    op.create_table(
        "want",
        sa.Column("target", sa.Text(), primary_key=True),
        sa.Column("campaign", sa.Text(), primary_key=True),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("changed_unix_ms", sa.BigInteger(), nullable=False),
    )
    op.create_index("want_changed", "want", ["target", "changed_unix_ms"])
    op.create_table(
        "seating",
        sa.Column("campaign", sa.Text(), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("bot_level", sa.Integer(), nullable=False),
        sa.Column("since_unix_ms", sa.BigInteger(), nullable=False),
    )
    op.create_index("seating_account", "seating", ["account"])
    op.create_table(
        "snapshot",
        sa.Column("campaign", sa.Text(), primary_key=True),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "secret",
        sa.Column("campaign", sa.Text(), primary_key=True),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.Column("created_unix_ms", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.Boolean(), nullable=False),
    )
