"""Campaigns that were played elsewhere, or were deleted here, and are only looked at."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("campaign", sa.Column("imported", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    raise RuntimeError("restore a backup instead: imported campaigns would wait for their deletion for ever")
