"""When chessgate and the gateway were last heard, so that a restarted chessgate knows what it missed."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "heard",
        sa.Column("part", sa.Text(), primary_key=True),
        sa.Column("at_unix_ms", sa.BigInteger(), nullable=False),
    )
