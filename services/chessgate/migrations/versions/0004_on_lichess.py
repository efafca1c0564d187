"""Which games are played on Lichess, and who follows them there."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("game", sa.Column("on_lichess", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index("game_on_lichess", "game", ["on_lichess"])
    op.create_table(
        "lease",
        sa.Column("name", sa.Text(), primary_key=True),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("until_unix_ms", sa.BigInteger(), nullable=False),
    )
