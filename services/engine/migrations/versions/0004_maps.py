"""Uploaded maps, by their content, and whose they are."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "map",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("names", sa.Text(), nullable=False),
        sa.Column("places", sa.Integer(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("uploaded_unix_ms", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "map_owner",
        sa.Column("account", sa.Text(), primary_key=True),
        sa.Column("map", sa.Text(), primary_key=True),
        sa.Column("uploaded_unix_ms", sa.BigInteger(), nullable=False),
    )


def downgrade() -> None:
    raise RuntimeError("restore a backup instead: campaigns on uploaded maps could not be read")
