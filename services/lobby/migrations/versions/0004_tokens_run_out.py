"""Tokens may run out."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("token", sa.Column("expires_unix_ms", sa.BigInteger()))


def downgrade() -> None:
    raise RuntimeError("restore a backup instead: accounts are never thrown away")
