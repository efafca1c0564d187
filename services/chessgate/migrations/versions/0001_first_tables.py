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
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("to_move", sa.Text(), nullable=False),
        sa.Column("due_unix_ms", sa.BigInteger(), nullable=False),
        sa.Column("changed_unix_ms", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
    )
    op.create_index("game_campaign", "game", ["campaign"])
    op.create_index("game_to_move", "game", ["to_move"])
    op.create_table(
        "wanted",
        sa.Column("campaign", sa.Text(), primary_key=True),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "game_key",
        sa.Column("game", sa.Text(), primary_key=True),
        sa.Column("account", sa.Text(), primary_key=True),
        sa.Column("key", sa.Text(), primary_key=True),
        sa.Column("digest", sa.Text(), nullable=False),
    )
