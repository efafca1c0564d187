"""The clock's tables. Times are milliseconds since 1970 UTC."""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, MetaData, Table, Text

METADATA = MetaData()

TIMER = Table(
    "timer",
    METADATA,
    Column("owner", Text, primary_key=True),
    Column("entity", Text, primary_key=True),
    Column("what", Text, primary_key=True),
    Column("since_unix_ms", BigInteger, nullable=False),
    Column("due_unix_ms", BigInteger, nullable=False),
    Column("account", Text, nullable=False),
    Column("needs", Text, nullable=False),  # parts, by spaces
    Column("credited", Boolean, nullable=False),
    Column("fired_unix_ms", BigInteger, nullable=False),  # 0 until it fired
    Index("timer_due", "due_unix_ms"),
)
LIST = Table(
    "want_list",
    METADATA,
    Column("owner", Text, primary_key=True),
    Column("entity", Text, primary_key=True),
    Column("epoch", Integer, nullable=False),
    Column("seq", BigInteger, nullable=False),
)
OUTAGE = Table(
    "outage",
    METADATA,
    Column("part", Text, primary_key=True),
    Column("from_unix_ms", BigInteger, primary_key=True),
    Column("until_unix_ms", BigInteger, nullable=False),
    Index("outage_until", "until_unix_ms"),
)
HEARD = Table(
    "heard",
    METADATA,
    Column("part", Text, primary_key=True),
    Column("at_unix_ms", BigInteger, nullable=False),
)
