"""Campaign heads and facts, as small as they can be, for the tests of the chassis."""

import sqlalchemy as sa
from alembic import op

from chassis.tables import create_tables

revision = "0001"
down_revision = None


def upgrade() -> None:
    create_tables(op)
    op.create_table("head", sa.Column("id", sa.Text, primary_key=True), sa.Column("seq", sa.BigInteger, nullable=False))
    op.create_table(
        "fact",
        sa.Column("campaign", sa.Text, primary_key=True),
        sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
