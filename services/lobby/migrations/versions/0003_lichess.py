"""Who somebody is on Lichess, ways there that are under way, and which ratings count in a room."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("account", sa.Column("lichess_id", sa.Text()))
    op.add_column("account", sa.Column("lichess", sa.LargeBinary()))
    op.create_index("account_lichess", "account", ["lichess_id"], unique=True)
    op.add_column("seat", sa.Column("own_rating", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("room", sa.Column("rating_kinds", sa.Text(), nullable=False, server_default=""))
    op.add_column("room", sa.Column("own_ratings", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "lichess_way",
        sa.Column("state", sa.Text(), primary_key=True),
        sa.Column("browser", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("redirect_uri", sa.Text(), nullable=False),
        sa.Column("expires_unix_ms", sa.BigInteger(), nullable=False),
    )
    op.create_index("lichess_way_expires", "lichess_way", ["expires_unix_ms"])


def downgrade() -> None:
    raise RuntimeError("restore a backup instead: accounts are never thrown away")
