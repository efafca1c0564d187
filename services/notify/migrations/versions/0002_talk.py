"""Talk: messages outside the facts, how far each account has read, what it has muted."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "message",
        sa.Column("campaign", sa.Text(), primary_key=True),
        sa.Column("channel", sa.Text(), primary_key=True),
        sa.Column("n", sa.BigInteger(), primary_key=True),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("text", sa.LargeBinary(), nullable=False),
        sa.Column("at_unix_ms", sa.BigInteger(), nullable=False),
        sa.Column("erased", sa.Boolean(), nullable=False),
    )
    op.create_index("message_key", "message", ["campaign", "account", "key"], unique=True)
    op.create_index("message_at", "message", ["campaign", "account", "at_unix_ms"])
    op.create_table(
        "channel_read",
        sa.Column("campaign", sa.Text(), primary_key=True),
        sa.Column("channel", sa.Text(), primary_key=True),
        sa.Column("account", sa.Text(), primary_key=True),
        sa.Column("n", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "muted",
        sa.Column("campaign", sa.Text(), primary_key=True),
        sa.Column("channel", sa.Text(), primary_key=True),
        sa.Column("account", sa.Text(), primary_key=True),
    )


def downgrade() -> None:
    raise RuntimeError("restore a backup instead: messages are never thrown away")
