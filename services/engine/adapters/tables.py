"""The engine's tables. Times are milliseconds since 1970 UTC; bodies are JSON unless it says otherwise."""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, LargeBinary, MetaData, Table, Text, false

METADATA = MetaData()

CAMPAIGN = Table(
    "campaign",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("room", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("map_id", Text, nullable=False),
    Column("spectators", Text, nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("seq", BigInteger, nullable=False),  # the lock: an append must find the number it was decided on
    Column("status", Text, nullable=False),
    Column("numbers", Text, nullable=False),  # viewer class -> number of its last update
    Column("marked", Text, nullable=False),  # why a watchdog ended a process over it
    Column("created_unix_ms", BigInteger, nullable=False),
    Column("imported", Boolean, nullable=False, server_default=false()),
)
APPEND = Table(
    "append",
    METADATA,
    Column("campaign", Text, primary_key=True),
    Column("seq", BigInteger, primary_key=True),
    Column("at_unix_us", BigInteger, nullable=False),  # microseconds: replay must see the very instant
    Column("facts", LargeBinary, nullable=False),
    Column("seat", Integer),
    Column("command", LargeBinary, nullable=False),
)
KEY = Table(
    "command_key",
    METADATA,
    Column("campaign", Text, primary_key=True),
    Column("account", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("digest", Text, nullable=False),
    Column("viewer", Integer, nullable=False),
    Column("n", BigInteger, nullable=False),
    Column("facts", Integer, nullable=False),
)
SHOWN = Table(
    "shown",
    METADATA,
    Column("campaign", Text, primary_key=True),
    Column("viewer", Integer, primary_key=True),
    Column("n", BigInteger, primary_key=True),
    Column("seq", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),  # empty: the public's of the same append
    Index("shown_seq", "campaign", "seq"),
)
WANT = Table(
    "want",
    METADATA,
    Column("target", Text, primary_key=True),  # `clock` or `chess`
    Column("campaign", Text, primary_key=True),
    Column("epoch", Integer, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),  # the protobuf message as it is sent
    Column("changed_unix_ms", BigInteger, nullable=False),
    Index("want_changed", "target", "changed_unix_ms"),
)
SEATING = Table(
    "seating",
    METADATA,
    Column("campaign", Text, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("account", Text, nullable=False),
    Column("bot_level", Integer, nullable=False),
    Column("since_unix_ms", BigInteger, nullable=False),  # when it last changed hands; links to it name this
    Index("seating_account", "account"),
)
FORMER = Table(
    "former",
    METADATA,
    Column("campaign", Text, primary_key=True),
    Column("account", Text, primary_key=True),  # of a person in whose place another one plays
)
SNAPSHOT = Table(
    "snapshot",
    METADATA,
    Column("campaign", Text, primary_key=True),
    Column("seq", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
TEXT = Table(
    "text",
    METADATA,
    Column("campaign", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("seq", BigInteger, nullable=False),  # the append that brought it
    Column("author", Text, nullable=False),  # account; empty: a bot
    Column("key", Text, nullable=False),  # of the click: what is kept with it goes with the words
    Column("words", Text),  # null: erased. No digest of them: it would betray a short text that was erased
)
SECRET = Table(
    "secret",
    METADATA,
    Column("campaign", Text, primary_key=True),
    Column("sealed", LargeBinary, nullable=False),  # encrypted with the environment's key
    Column("created_unix_ms", BigInteger, nullable=False),
    Column("used", Boolean, nullable=False),
)
MAP = Table(
    "map",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("sha256", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("names", Text, nullable=False),  # by language
    Column("places", Integer, nullable=False),
    Column("content", LargeBinary, nullable=False),  # the file as it was uploaded; it never changes
    Column("uploaded_unix_ms", BigInteger, nullable=False),
)
MAP_OWNER = Table(
    "map_owner",
    METADATA,
    Column("account", Text, primary_key=True),
    Column("map", Text, primary_key=True),
    Column("uploaded_unix_ms", BigInteger, nullable=False),
)
OF_A_CAMPAIGN = (APPEND, KEY, SHOWN, WANT, SEATING, FORMER, SNAPSHOT, TEXT, SECRET)
"""Every table with rows of a campaign besides its head row, by their column `campaign`."""
