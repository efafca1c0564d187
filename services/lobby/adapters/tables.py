"""Lobby's tables. Times are milliseconds since 1970 UTC; hashes are SHA-256 in hexadecimal unless it says otherwise."""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, LargeBinary, MetaData, Table, Text

METADATA = MetaData()

ACCOUNT = Table(
    "account",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("unique_name", Text, unique=True),  # folded; none for a guest
    Column("look", Text),  # of the name; none for a guest
    Column("guest", Boolean, nullable=False),
    Column("language", Text, nullable=False),
    Column("password_hash", Text, nullable=False),  # argon2id; empty for a guest
    Column("recovery_hash", Text, unique=True),  # none for an account
    Column("created_unix_ms", BigInteger, nullable=False),
    Column("version", BigInteger, nullable=False),  # raised by every AccountChanged
    Column("lichess_id", Text),  # the user's own id there; none if it isn't linked
    Column("lichess", LargeBinary),  # JSON: who they are there, and their ratings
    Index("account_look", "look", unique=True),
    Index("account_lichess", "lichess_id", unique=True),
)
SESSION = Table(
    "session",
    METADATA,
    Column("hash", Text, primary_key=True),
    Column("account", Text, nullable=False),
    Column("created_unix_ms", BigInteger, nullable=False),
    Column("expires_unix_ms", BigInteger, nullable=False),
    Index("session_account", "account"),
    Index("session_expires", "expires_unix_ms"),
)
SIGNED_IN_FROM = Table(
    "signed_in_from",
    METADATA,
    Column("account", Text, primary_key=True),
    Column("origin", Text, primary_key=True),  # keyed hash of an address, of use for this account only
    Column("at_unix_ms", BigInteger, nullable=False),
)
TOKEN = Table(
    "token",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("hash", Text, nullable=False, unique=True),
    Column("account", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("scopes", Text, nullable=False),  # by spaces
    Column("created_unix_ms", BigInteger, nullable=False),
    Column("expires_unix_ms", BigInteger),  # NULL: never
    Index("token_account", "account"),
)
ROOM = Table(
    "room",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("campaign", Text, nullable=False, unique=True),
    Column("ruleset", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("host", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("seat_count", Integer, nullable=False),
    Column("options", LargeBinary, nullable=False),  # JSON
    Column("secret_hash", Text, nullable=False),
    Column("created_unix_ms", BigInteger, nullable=False),
    Column("changed_unix_ms", BigInteger, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("refusal", LargeBinary),  # JSON: why the engine refused the last start
    Column("rating_kinds", Text, nullable=False),  # by spaces, the best first
    Column("own_ratings", Boolean, nullable=False),
    Column("entry", BigInteger, nullable=False),  # coins; 0: free
    Column("password_hash", Text, nullable=False),  # argon2id; empty: none
    Column("bot_levels", Integer, nullable=False),
    Column("closes_with_host", Boolean, nullable=False),
    Index("room_state", "state", "changed_unix_ms"),
    Index("room_host", "host", "state"),
)
SEAT = Table(
    "seat",
    METADATA,
    Column("room", Text, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("account", Text),  # none for a bot
    Column("bot_level", Integer, nullable=False),
    Column("entropy", LargeBinary, nullable=False),
    Column("own_rating", Integer, nullable=False),  # 0: none
    Index("seat_room_account", "room", "account", unique=True),
    Index("seat_account", "account"),
)
LICHESS_WAY = Table(
    "lichess_way",
    METADATA,
    Column("state", Text, primary_key=True),  # hash
    Column("browser", Text, nullable=False),  # hash
    Column("account", Text, nullable=False),  # empty: somebody who signs in
    Column("redirect_uri", Text, nullable=False),
    Column("expires_unix_ms", BigInteger, nullable=False),
    Index("lichess_way_expires", "expires_unix_ms"),
)
COIN_ACCOUNT = Table(
    "coin_account",
    METADATA,
    Column("id", Text, primary_key=True),  # `person:<account>`, `table:<campaign>`, `grants`, `house`
    Column("balance", BigInteger, nullable=False),  # moved by triggers of coin_transfer; below 0 for grants alone
)
COIN_TRANSFER = Table(
    "coin_transfer",
    METADATA,
    Column("campaign", Text, primary_key=True),  # empty for a grant
    Column("account", Text, primary_key=True),  # whom it is about
    Column("kind", Text, primary_key=True),
    Column("n", BigInteger, primary_key=True),
    Column("amount", BigInteger, nullable=False),
    Column("debit", Text, nullable=False),
    Column("credit", Text, nullable=False),
    Column("at_unix_ms", BigInteger, nullable=False),
    Index("coin_transfer_account", "account", "at_unix_ms"),
)
