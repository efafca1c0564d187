"""From where on a seat's newcomer reads private talk."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "heard_from",
        sa.Column("campaign", sa.Text(), primary_key=True),
        sa.Column("channel", sa.Text(), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("n", sa.BigInteger(), nullable=False),
    )


def downgrade() -> None:
    raise RuntimeError("restore a backup instead: newcomers would read what was said to others")
