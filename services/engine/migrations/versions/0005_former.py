"""In whose place other people play."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "former",
        sa.Column("campaign", sa.Text(), primary_key=True),
        sa.Column("account", sa.Text(), primary_key=True),
    )


def downgrade() -> None:
    raise RuntimeError("restore a backup instead: who was replaced could take another seat")
