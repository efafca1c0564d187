"""Lobby's first tables, with the outbox and the beat's row."""

import sqlalchemy as sa
from alembic import op

from chassis.tables import create_tables

revision = "0001"
down_revision = None


def upgrade() -> None:
    create_tables(op)
    op.create_table(
        "account",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("unique_name", sa.Text(), unique=True),
        sa.Column("guest", sa.Boolean(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=False),
        sa.Column("recovery_hash", sa.Text(), unique=True),
        sa.Column("created_unix_ms", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "session",
        sa.Column("hash", sa.Text(), primary_key=True),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("created_unix_ms", sa.BigInteger(), nullable=False),
        sa.Column("expires_unix_ms", sa.BigInteger(), nullable=False),
    )
    op.create_index("session_account", "session", ["account"])
    op.create_index("session_expires", "session", ["expires_unix_ms"])
    op.create_table(
        "token",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("hash", sa.Text(), nullable=False, unique=True),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("scopes", sa.Text(), nullable=False),
        sa.Column("created_unix_ms", sa.BigInteger(), nullable=False),
    )
    op.create_index("token_account", "token", ["account"])
    op.create_table(
        "room",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("campaign", sa.Text(), nullable=False, unique=True),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("seat_count", sa.Integer(), nullable=False),
        sa.Column("options", sa.LargeBinary(), nullable=False),
        sa.Column("secret_hash", sa.Text(), nullable=False),
        sa.Column("created_unix_ms", sa.BigInteger(), nullable=False),
        sa.Column("changed_unix_ms", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("refusal", sa.LargeBinary()),
    )
    op.create_index("room_state", "room", ["state", "changed_unix_ms"])
    op.create_index("room_host", "room", ["host", "state"])
    op.create_table(
        "seat",
        sa.Column("room", sa.Text(), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("account", sa.Text()),
        sa.Column("bot_level", sa.Integer(), nullable=False),
        sa.Column("entropy", sa.LargeBinary(), nullable=False),
    )
    op.create_index("seat_room_account", "seat", ["room", "account"], unique=True)
    op.create_index("seat_account", "seat", ["account"])


def downgrade() -> None:
    raise RuntimeError("restore a backup instead: accounts are never thrown away")
