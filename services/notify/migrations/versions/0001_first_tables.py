"""Notify's first tables, with the outbox and the beat's row."""

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
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("deleted_unix_ms", sa.BigInteger()),
    )
    op.create_index("campaign_deleted", "campaign", ["deleted_unix_ms"])
    op.create_table(
        "seating",
        sa.Column("campaign", sa.Text(), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("bot_level", sa.Integer(), nullable=False),
        sa.Column("eliminated", sa.Boolean(), nullable=False),
    )
    op.create_table(
        "inbox",
        sa.Column("account", sa.Text(), primary_key=True),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.Column("read", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "item",
        sa.Column("account", sa.Text(), primary_key=True),
        sa.Column("n", sa.BigInteger(), primary_key=True),
        sa.Column("campaign", sa.Text(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("parameters", sa.LargeBinary(), nullable=False),
        sa.Column("owes", sa.Boolean(), nullable=False),
        sa.Column("at_unix_ms", sa.BigInteger(), nullable=False),
    )
    op.create_index("item_notice", "item", ["campaign", "account", "epoch", "seq", "place"], unique=True)
    op.create_table(
        "trimmed",
        sa.Column("campaign", sa.Text(), primary_key=True),
        sa.Column("account", sa.Text(), primary_key=True),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
    )


def downgrade() -> None:
    raise RuntimeError("restore a backup instead: inboxes are never thrown away")
