"""Chessgate's tables. Times are milliseconds since 1970 UTC."""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, LargeBinary, MetaData, Table, Text, false

METADATA = MetaData()

GAME = Table(
    "game",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("campaign", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("live", Boolean, nullable=False),
    Column("white", Text, nullable=False),  # the person that plays, or ""
    Column("black", Text, nullable=False),
    Column("bot_owes", Boolean, nullable=False),
    Column("wanted_unix_ms", BigInteger, nullable=False),
    Column("deadline_unix_ms", BigInteger, nullable=False),
    Column("ended_unix_ms", BigInteger, nullable=False),
    Column("changed_unix_ms", BigInteger, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),  # the game without its moves
    Column("on_lichess", Boolean, nullable=False, server_default=false()),
    Index("game_campaign", "campaign"),
    Index("game_state", "state", "deadline_unix_ms"),
    Index("game_white", "white", "state"),
    Index("game_black", "black", "state"),
    Index("game_changed", "changed_unix_ms", "id"),
    Index("game_on_lichess", "on_lichess"),
)
MOVE = Table(
    "move",
    METADATA,
    Column("game", Text, primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),
)
COMMAND = Table(
    "command",
    METADATA,
    Column("game", Text, primary_key=True),
    Column("account", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("digest", Text, nullable=False),  # of the command, so that a key isn't used for another
)
CAMPAIGN = Table(
    "campaign",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("epoch", Integer, nullable=False),
    Column("seq", BigInteger, nullable=False),
)
OUTAGE = Table(
    "outage",
    METADATA,
    Column("part", Text, primary_key=True),
    Column("from_unix_ms", BigInteger, primary_key=True),
    Column("until_unix_ms", BigInteger, nullable=False),
)
HEARD = Table(
    "heard",
    METADATA,
    Column("part", Text, primary_key=True),
    Column("at_unix_ms", BigInteger, nullable=False),
)
LIVE_PLAYER = Table(
    "live_player",
    METADATA,
    Column("account", Text, primary_key=True),
    Column("game", Text, nullable=False, index=True),
)
LEASE = Table(
    "lease",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("holder", Text, nullable=False),
    Column("until_unix_ms", BigInteger, nullable=False),
)
