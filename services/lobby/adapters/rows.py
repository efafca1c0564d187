"""Rows of lobby's tables as its own records, and its messages as rows of the outbox."""

from datetime import datetime
from typing import Any

import msgspec

from chassis.logs import trace_id
from chassis.outbox import OutboxRow
from chassis.subjects import subject
from chassis.timekeeping import from_unix_ms, unix_ms
from services.lobby.app.ports import Account, Session, Token
from services.lobby.core.looks import look
from services.lobby.core.names import folded
from services.lobby.core.ratings import LichessUser
from services.lobby.core.room import Room, Seat, StartRefusal, State


def outbox_row(tokens: tuple[str, ...], version: int, body: bytes, at: datetime) -> OutboxRow:
    """The message that tells of the `version`-th change of what the subject's tokens name."""
    trace = trace_id()
    return OutboxRow(
        key=f"{'-'.join(tokens)}-{version}",
        ordering=".".join(tokens),
        position=version,
        subject=subject(*tokens),
        body=body,
        headers={"Trace": trace} if trace else {},
        created=at,
    )


def account_of(row: Any) -> Account:
    """The account in a row."""
    return Account(
        id=row.id, name=row.name, guest=bool(row.guest), language=row.language, password_hash=row.password_hash,
        recovery_hash=row.recovery_hash or "", created=from_unix_ms(row.created_unix_ms),
        lichess=None if row.lichess is None else msgspec.json.decode(bytes(row.lichess), type=LichessUser),
    )  # fmt: skip


def account_columns(account: Account) -> dict[str, Any]:
    """An account's columns, but for its version."""
    return {
        "id": account.id, "name": account.name, "unique_name": None if account.guest else folded(account.name),
        "look": None if account.guest else look(account.name), "guest": account.guest, "language": account.language,
        "password_hash": account.password_hash, "recovery_hash": account.recovery_hash or None,
        "created_unix_ms": unix_ms(account.created),
        "lichess_id": None if account.lichess is None else account.lichess.id,
        "lichess": None if account.lichess is None else msgspec.json.encode(account.lichess),
    }  # fmt: skip


def session_columns(session: Session) -> dict[str, Any]:
    """A session's columns."""
    return {
        "hash": session.hash, "account": session.account, "created_unix_ms": unix_ms(session.created),
        "expires_unix_ms": unix_ms(session.expires),
    }  # fmt: skip


def token_of(row: Any) -> Token:
    """The token in a row."""
    return Token(
        id=row.id, hash=row.hash, account=row.account, label=row.label, scopes=tuple(row.scopes.split(" ")),
        created=from_unix_ms(row.created_unix_ms),
        expires=None if row.expires_unix_ms is None else from_unix_ms(row.expires_unix_ms),
    )  # fmt: skip


def token_columns(token: Token) -> dict[str, Any]:
    """A token's columns."""
    return {
        "id": token.id, "hash": token.hash, "account": token.account, "label": token.label,
        "scopes": " ".join(token.scopes), "created_unix_ms": unix_ms(token.created),
        "expires_unix_ms": None if token.expires is None else unix_ms(token.expires),
    }  # fmt: skip


def room_of(row: Any, seats: list[Seat]) -> Room:
    """The room in a row, with its seats by number."""
    return Room(
        id=row.id, campaign=row.campaign, ruleset=row.ruleset, name=row.name, host=row.host, state=State(row.state),
        public=bool(row.public), seat_count=row.seat_count, seats=tuple(seats), options=bytes(row.options),
        secret_hash=row.secret_hash, created=from_unix_ms(row.created_unix_ms),
        changed=from_unix_ms(row.changed_unix_ms), version=row.version,
        rating_kinds=tuple(row.rating_kinds.split()), own_ratings=bool(row.own_ratings),
        entry=row.entry, password_hash=row.password_hash, bot_levels=row.bot_levels,
        closes_with_host=bool(row.closes_with_host),
        refusal=None if row.refusal is None else msgspec.json.decode(bytes(row.refusal), type=StartRefusal),
    )  # fmt: skip


def room_columns(room: Room) -> dict[str, Any]:
    """A room's columns."""
    return {
        "id": room.id, "campaign": room.campaign, "ruleset": room.ruleset, "name": room.name, "host": room.host,
        "state": room.state.value, "public": room.public, "seat_count": room.seat_count, "options": room.options,
        "secret_hash": room.secret_hash, "created_unix_ms": unix_ms(room.created),
        "changed_unix_ms": unix_ms(room.changed), "version": room.version,
        "rating_kinds": " ".join(room.rating_kinds), "own_ratings": room.own_ratings,
        "entry": room.entry, "password_hash": room.password_hash, "bot_levels": room.bot_levels,
        "closes_with_host": room.closes_with_host,
        "refusal": None if room.refusal is None else msgspec.json.encode(room.refusal),
    }  # fmt: skip


def seat_of(row: Any) -> Seat:
    """The seat in a row."""
    return Seat(
        seat=row.seat, account=row.account or "", bot_level=row.bot_level, entropy=bytes(row.entropy),
        own_rating=row.own_rating,
    )  # fmt: skip


def seat_columns(room: str, seat: Seat) -> dict[str, Any]:
    """A seat's columns."""
    return {
        "room": room, "seat": seat.seat, "account": seat.account or None, "bot_level": seat.bot_level,
        "entropy": seat.entropy, "own_rating": seat.own_rating,
    }  # fmt: skip
