"""Entries and passwords of rooms, what rules ask of them, and the coin ledger, whose sums the database itself keeps."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

SQLITE = (
    """
    CREATE TRIGGER coin_transfer_moves AFTER INSERT ON coin_transfer BEGIN
      SELECT RAISE(ABORT, 'no such coin account')
       WHERE (SELECT count(*) FROM coin_account WHERE id IN (NEW.debit, NEW.credit)) <> 2;
      UPDATE coin_account SET balance = balance - NEW.amount WHERE id = NEW.debit;
      UPDATE coin_account SET balance = balance + NEW.amount WHERE id = NEW.credit;
    END
    """,
    """
    CREATE TRIGGER coin_transfer_stays BEFORE UPDATE ON coin_transfer BEGIN
      SELECT RAISE(ABORT, 'transfers stay');
    END
    """,
    """
    CREATE TRIGGER coin_transfer_kept BEFORE DELETE ON coin_transfer BEGIN
      SELECT RAISE(ABORT, 'transfers stay');
    END
    """,
    """
    CREATE TRIGGER coin_account_kept BEFORE DELETE ON coin_account BEGIN
      SELECT RAISE(ABORT, 'coin accounts stay');
    END
    """,
)
POSTGRESQL = (
    """
    CREATE FUNCTION coin_transfer_moves() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE moved integer;
    BEGIN
      UPDATE coin_account
         SET balance = balance + CASE WHEN id = NEW.credit THEN NEW.amount ELSE -NEW.amount END
       WHERE id IN (NEW.debit, NEW.credit);
      GET DIAGNOSTICS moved = ROW_COUNT;
      IF moved <> 2 THEN RAISE EXCEPTION 'no such coin account'; END IF;
      RETURN NULL;
    END $$
    """,
    """
    CREATE FUNCTION coins_stay() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the coin ledger only grows'; END $$
    """,
    """
    CREATE TRIGGER coin_transfer_moves AFTER INSERT ON coin_transfer
    FOR EACH ROW EXECUTE FUNCTION coin_transfer_moves()
    """,
    """
    CREATE TRIGGER coin_transfer_stays BEFORE UPDATE OR DELETE ON coin_transfer
    FOR EACH ROW EXECUTE FUNCTION coins_stay()
    """,
    "CREATE TRIGGER coin_account_kept BEFORE DELETE ON coin_account FOR EACH ROW EXECUTE FUNCTION coins_stay()",
)


def upgrade() -> None:
    op.add_column("room", sa.Column("entry", sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("room", sa.Column("password_hash", sa.Text(), nullable=False, server_default=""))
    op.add_column("room", sa.Column("bot_levels", sa.Integer(), nullable=False, server_default="8"))
    op.add_column("room", sa.Column("closes_with_host", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "coin_account",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("balance", sa.BigInteger(), nullable=False, server_default="0"),
        sa.CheckConstraint("balance >= 0 OR id = 'grants'", name="coin_account_owes_nothing"),
    )
    op.create_table(
        "coin_transfer",
        sa.Column("campaign", sa.Text(), primary_key=True),
        sa.Column("account", sa.Text(), primary_key=True),
        sa.Column("kind", sa.Text(), primary_key=True),
        sa.Column("n", sa.BigInteger(), primary_key=True),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("debit", sa.Text(), nullable=False),
        sa.Column("credit", sa.Text(), nullable=False),
        sa.Column("at_unix_ms", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("amount > 0", name="coin_transfer_moves_something"),
        sa.CheckConstraint("debit <> credit", name="coin_transfer_has_two_ends"),
    )
    op.create_index("coin_transfer_account", "coin_transfer", ["account", "at_unix_ms"])
    op.execute("INSERT INTO coin_account (id) VALUES ('grants'), ('house')")
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRESQL:
        op.execute(statement)


def downgrade() -> None:
    raise RuntimeError("restore a backup instead: the ledger is never thrown away")
