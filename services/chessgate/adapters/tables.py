"""Chessgate's tables. Times are milliseconds since 1970 UTC."""

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, MetaData, Table, Text

METADATA = MetaData()

GAME = Table(
    "game",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("campaign", Text, nullable=False),
    Column("version", BigInteger, nullable=False),  # the lock: a change must find the version it was made on
    Column("to_move", Text, nullable=False),  # account of the person to move; empty for a bot or when over
    Column("due_unix_ms", BigInteger, nullable=False),  # 0 while nothing runs
    Column("changed_unix_ms", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),  # the game as JSON
    Index("game_campaign", "campaign"),
    Index("game_to_move", "to_move"),
)
WANTED = Table(
    "wanted",
    METADATA,
    Column("campaign", Text, primary_key=True),
    Column("epoch", Integer, nullable=False),
    Column("seq", BigInteger, nullable=False),
)
KEY = Table(
    "game_key",
    METADATA,
    Column("game", Text, primary_key=True),
    Column("account", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("digest", Text, nullable=False),
)
