"""Chessgate's first tables, with the outbox and the beat's row."""

import sqlalchemy as sa
from alembic import op

from chassis.tables import create_tables

revision = "0001"
down_revision = None


def upgrade() -> None:
    create_tables(op)
    op.create_table(
        "game",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("campaign", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("white", sa.Text(), nullable=False),
        sa.Column("black", sa.Text(), nullable=False),
        sa.Column("bot_owes", sa.Boolean(), nullable=False),
        sa.Column("wanted_unix_ms", sa.BigInteger(), nullable=False),
        sa.Column("deadline_unix_ms", sa.BigInteger(), nullable=False),
        sa.Column("ended_unix_ms", sa.BigInteger(), nullable=False),
        sa.Column("changed_unix_ms", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
    )
    op.create_index("game_campaign", "game", ["campaign"])
    op.create_index("game_state", "game", ["state", "deadline_unix_ms"])
    op.create_index("game_white", "game", ["white", "state"])
    op.create_index("game_black", "game", ["black", "state"])
    op.create_index("game_changed", "game", ["changed_unix_ms", "id"])
    op.create_table(
        "move",
        sa.Column("game", sa.Text(), primary_key=True),
        sa.Column("ply", sa.Integer(), primary_key=True),
        sa.Column("body", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "command",
        sa.Column("game", sa.Text(), primary_key=True),
        sa.Column("account", sa.Text(), primary_key=True),
        sa.Column("key", sa.Text(), primary_key=True),
        sa.Column("digest", sa.Text(), nullable=False),
    )
    op.create_table(
        "campaign",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "outage",
        sa.Column("part", sa.Text(), primary_key=True),
        sa.Column("from_unix_ms", sa.BigInteger(), primary_key=True),
        sa.Column("until_unix_ms", sa.BigInteger(), nullable=False),
    )
