"""The clock's first tables, with the outbox and the beat's row."""

import sqlalchemy as sa
from alembic import op

from chassis.tables import create_tables

revision = "0001"
down_revision = None


def upgrade() -> None:
    create_tables(op)
    op.create_table(
        "timer",
        sa.Column("owner", sa.Text(), primary_key=True),
        sa.Column("entity", sa.Text(), primary_key=True),
        sa.Column("what", sa.Text(), primary_key=True),
        sa.Column("since_unix_ms", sa.BigInteger(), nullable=False),
        sa.Column("due_unix_ms", sa.BigInteger(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("needs", sa.Text(), nullable=False),
        sa.Column("credited", sa.Boolean(), nullable=False),
        sa.Column("fired_unix_ms", sa.BigInteger(), nullable=False),
    )
    op.create_index("timer_due", "timer", ["due_unix_ms"])
    op.create_table(
        "want_list",
        sa.Column("owner", sa.Text(), primary_key=True),
        sa.Column("entity", sa.Text(), primary_key=True),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "outage",
        sa.Column("part", sa.Text(), primary_key=True),
        sa.Column("from_unix_ms", sa.BigInteger(), primary_key=True),
        sa.Column("until_unix_ms", sa.BigInteger(), nullable=False),
    )
    op.create_index("outage_until", "outage", ["until_unix_ms"])
    op.create_table(
        "heard",
        sa.Column("part", sa.Text(), primary_key=True),
        sa.Column("at_unix_ms", sa.BigInteger(), nullable=False),
    )
