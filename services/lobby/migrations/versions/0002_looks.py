"""No two accounts look the same, and where each has signed in from."""

import sqlalchemy as sa
from alembic import op

from services.lobby.core.looks import look

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("account", sa.Column("look", sa.Text()))
    account = sa.table("account", *(sa.column(name) for name in ("id", "name", "guest", "created_unix_ms", "look")))
    connection = op.get_bind()
    query = sa.select(account.c.id, account.c.name).where(sa.not_(account.c.guest))
    taken: set[str] = set()
    for row in connection.execute(query.order_by(account.c.created_unix_ms, account.c.id)).all():
        shown = look(row.name)
        if shown not in taken:  # of those that are alike already the oldest guards the look; the others stay
            taken.add(shown)
            connection.execute(sa.update(account).where(account.c.id == row.id).values(look=shown))
    op.create_index("account_look", "account", ["look"], unique=True)
    op.create_table(
        "signed_in_from",
        sa.Column("account", sa.Text(), primary_key=True),
        sa.Column("origin", sa.Text(), primary_key=True),
        sa.Column("at_unix_ms", sa.BigInteger(), nullable=False),
    )


def downgrade() -> None:
    raise RuntimeError("restore a backup instead: accounts are never thrown away")
