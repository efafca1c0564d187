"""Who plays a live game now: one row a person, so that the database itself allows one game at a time (section 5.9)."""

from collections.abc import Sequence

from sqlalchemy import bindparam, delete, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from services.chessgate.adapters.tables import LIVE_PLAYER

_TAKE = text("INSERT INTO live_player (account, game) VALUES (:account, :game) ON CONFLICT (account) DO NOTHING")
_TAKEN = select(LIVE_PLAYER.c.game).where(LIVE_PLAYER.c.account.in_(bindparam("accounts", expanding=True)))
_FREE = delete(LIVE_PLAYER).where(LIVE_PLAYER.c.game.in_(bindparam("games", expanding=True)))


async def take(connection: AsyncConnection, game: str, accounts: Sequence[str]) -> bool:
    """Seat these people at a game, unless one of them plays another; whether they sit there now."""
    if not accounts:
        return True
    # In one order, else two replicas would wait for each other.
    await connection.execute(_TAKE, [{"account": account, "game": game} for account in sorted(accounts)])
    taken = await connection.scalars(_TAKEN, {"accounts": list(accounts)})
    if all(other == game for other in taken):
        return True
    await free(connection, [game])
    return False


async def free(connection: AsyncConnection, games: Sequence[str]) -> None:
    """Let the players of games that are over go."""
    if games:
        await connection.execute(_FREE, {"games": list(games)})
