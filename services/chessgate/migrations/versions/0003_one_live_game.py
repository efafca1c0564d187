"""One live game a person at a time, held by the database."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_PLAYING = "live AND state = 'playing'"


def upgrade() -> None:
    op.create_table(
        "live_player",
        sa.Column("account", sa.Text(), primary_key=True),
        sa.Column("game", sa.Text(), nullable=False, index=True),
    )
    op.execute(
        "INSERT INTO live_player (account, game) SELECT account, MIN(game) FROM ("  # noqa: S608 - constants
        f"SELECT white AS account, id AS game FROM game WHERE {_PLAYING} AND white <> '' "
        f"UNION ALL SELECT black, id FROM game WHERE {_PLAYING} AND black <> '') AS seated GROUP BY account"
    )
