"""Notify's tables. Times are milliseconds since 1970 UTC."""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, LargeBinary, MetaData, Table, Text

METADATA = MetaData()

CAMPAIGN = Table(
    "campaign",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("epoch", Integer, nullable=False),  # of the append whose seating is kept
    Column("seq", BigInteger, nullable=False),
    Column("deleted_unix_ms", BigInteger),  # set: what still comes of it is dropped
    Index("campaign_deleted", "deleted_unix_ms"),
)
SEATING = Table(
    "seating",
    METADATA,
    Column("campaign", Text, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("account", Text, nullable=False),
    Column("bot_level", Integer, nullable=False),
    Column("eliminated", Boolean, nullable=False),
    Column("left_for_good", Boolean, nullable=False),
)
INBOX = Table(
    "inbox",
    METADATA,
    Column("account", Text, primary_key=True),
    Column("last", BigInteger, nullable=False),  # number of the newest item there ever was
    Column("read", BigInteger, nullable=False),  # everything up to this number is read
)
ITEM = Table(
    "item",
    METADATA,
    Column("account", Text, primary_key=True),
    Column("n", BigInteger, primary_key=True),
    Column("campaign", Text, nullable=False),
    Column("epoch", Integer, nullable=False),  # with seq and place: the notice it tells
    Column("seq", BigInteger, nullable=False),
    Column("place", Integer, nullable=False),
    Column("key", Text, nullable=False),
    Column("parameters", LargeBinary, nullable=False),  # JSON
    Column("owes", Boolean, nullable=False),
    Column("at_unix_ms", BigInteger, nullable=False),
    Index("item_notice", "campaign", "account", "epoch", "seq", "place", unique=True),
)
TRIMMED = Table(
    "trimmed",
    METADATA,
    Column("campaign", Text, primary_key=True),
    Column("account", Text, primary_key=True),
    Column("epoch", Integer, nullable=False),  # items up to this append were dropped, and don't come again
    Column("seq", BigInteger, nullable=False),
)
MESSAGE = Table(
    "message",
    METADATA,
    Column("campaign", Text, primary_key=True),
    Column("channel", Text, primary_key=True),  # `all`, or `<low>-<high>` of two seats
    Column("n", BigInteger, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("account", Text, nullable=False),  # who held the seat then
    Column("key", Text, nullable=False),  # of the click
    Column("text", LargeBinary, nullable=False),  # UTF-8; empty if erased
    Column("at_unix_ms", BigInteger, nullable=False),
    Column("erased", Boolean, nullable=False),
    Index("message_key", "campaign", "account", "key", unique=True),
    Index("message_at", "campaign", "account", "at_unix_ms"),
)
CHANNEL_READ = Table(
    "channel_read",
    METADATA,
    Column("campaign", Text, primary_key=True),
    Column("channel", Text, primary_key=True),
    Column("account", Text, primary_key=True),
    Column("n", BigInteger, nullable=False),  # everything up to this number is read
)
HEARD_FROM = Table(
    "heard_from",
    METADATA,
    Column("campaign", Text, primary_key=True),
    Column("channel", Text, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("n", BigInteger, nullable=False),  # whoever plays the seat now reads what comes after this number
)
MUTED = Table(
    "muted",
    METADATA,
    Column("campaign", Text, primary_key=True),
    Column("channel", Text, primary_key=True),
    Column("account", Text, primary_key=True),
)
