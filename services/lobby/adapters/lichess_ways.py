"""Ways to Lichess in the database: each ends by being taken, or by its time."""

from datetime import datetime

from sqlalchemy import delete, insert

from chassis.database import Database
from chassis.timekeeping import from_unix_ms, unix_ms
from services.lobby.adapters.tables import LICHESS_WAY
from services.lobby.app.lichess_ports import Way


class SqlWays:
    """The `Ways` port on SQLite and PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, way: Way, now: datetime) -> None:
        """Keep a way; those that have expired go."""
        row = {
            "state": way.state, "browser": way.browser, "account": way.account, "redirect_uri": way.redirect_uri,
            "expires_unix_ms": unix_ms(way.expires),
        }  # fmt: skip
        async with self._database.write() as connection:
            await connection.execute(delete(LICHESS_WAY).where(LICHESS_WAY.c.expires_unix_ms <= unix_ms(now)))
            await connection.execute(insert(LICHESS_WAY), [row])

    async def take(self, state: str, browser: str, now: datetime) -> Way | None:
        """The way of these hashes, which ends with it."""
        mine = (LICHESS_WAY.c.state == state) & (LICHESS_WAY.c.browser == browser)
        async with self._database.write() as connection:
            row = (await connection.execute(delete(LICHESS_WAY).where(mine).returning(LICHESS_WAY))).first()
        if row is None or row.expires_unix_ms <= unix_ms(now):
            return None
        return Way(
            state=row.state,
            browser=row.browser,
            account=row.account,
            redirect_uri=row.redirect_uri,
            expires=from_unix_ms(row.expires_unix_ms),
        )
