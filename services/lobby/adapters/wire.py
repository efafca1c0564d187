"""Between lobby's own records and its protobuf messages."""

import msgspec
from warboard_pb.lobby.v1 import lobby_pb2

from chassis.ids import parse_id
from chassis.problem_messages import message_of
from chassis.problems import Kind, Problem
from chassis.timekeeping import from_unix_ms, unix_ms
from services.lobby.app.opening import SignedIn
from services.lobby.app.ports import Account, Place, Purse, RoomView, Token
from services.lobby.core.ratings import LichessUser, seat_rating
from services.lobby.core.room import Room, Seat, StartRefusal

PAGE_BYTES = 262_144


def account(record: Account) -> lobby_pb2.Account:
    """What others may know of an account."""
    return lobby_pb2.Account(id=record.id, name=record.name, guest=record.guest, language=record.language)


def signed_in(result: SignedIn) -> lobby_pb2.SignedIn:
    """The answer to whoever signs in."""
    return lobby_pb2.SignedIn(
        account=account(result.account),
        session=result.secret,
        recovery_code=result.recovery_code,
        expires_unix_ms=unix_ms(result.session.expires),
    )


def token_info(token: Token) -> lobby_pb2.TokenInfo:
    """What is shown of a token later."""
    return lobby_pb2.TokenInfo(
        id=token.id, label=token.label, scopes=token.scopes, created_unix_ms=unix_ms(token.created),
        expires_unix_ms=0 if token.expires is None else unix_ms(token.expires),
    )  # fmt: skip


def room(view: RoomView) -> lobby_pb2.Room:
    """A room; entropies stay here."""
    record = view.room
    message = lobby_pb2.Room(
        id=record.id,
        ruleset=record.ruleset,
        name=record.name,
        host=record.host,
        state=record.state.value,
        public=record.public,
        seat_count=record.seat_count,
        seats=[_seat(record, seat, view.accounts.get(seat.account)) for seat in record.seats],
        options=record.options,
        secret_hash=record.secret_hash,
        campaign=record.campaign,
        created_unix_ms=unix_ms(record.created),
        version=record.version,
        rating_kinds=record.rating_kinds,
        own_ratings=record.own_ratings,
        entry=record.entry,
        locked=bool(record.password_hash),
        mode=record.mode.value,
        bot_levels=record.bot_levels,
    )
    if record.refusal is not None:
        message.start_refused.CopyFrom(message_of(_problem(record.refusal)))
    return message


def purse(purse: Purse) -> lobby_pb2.Purse:
    """A person's coins; for themselves only."""
    lines = [
        lobby_pb2.PurseLine(kind=one.kind, amount=one.amount, campaign=one.campaign, at_unix_ms=unix_ms(one.at))
        for one in purse.lines
    ]
    return lobby_pb2.Purse(balance=purse.balance, held=purse.held, lines=lines)


def page(views: list[RoomView], *, more: bool) -> lobby_pb2.ListRoomsReply:
    """As many rooms as fit into a page, at least one, and where the next begins."""
    reply = lobby_pb2.ListRoomsReply()
    size = 0
    for view in views:
        listed = room(view)
        size += listed.ByteSize()
        if reply.rooms and size > PAGE_BYTES:
            more = True
            break
        reply.rooms.append(listed)
    if more and reply.rooms:
        reply.next = f"{reply.rooms[-1].created_unix_ms}-{reply.rooms[-1].id}"
    return reply


def place(after: str) -> Place | None:
    """Where a page begins; None for the first.

    :raises Problem: `malformed`.
    """
    if not after:
        return None
    created, _, room_id = after.partition("-")
    if not (created.isascii() and created.isdigit() and len(created) <= 15):
        raise Problem("malformed", Kind.MALFORMED, "A page of rooms begins where the one before said `next`.")
    try:
        return Place(created=from_unix_ms(int(created)), id=parse_id(room_id))
    except OverflowError as error:
        raise Problem("malformed", Kind.MALFORMED, "A page of rooms begins at no such time.") from error


def _problem(refusal: StartRefusal) -> Problem:
    detail = msgspec.json.decode(refusal.detail or b"{}")
    return Problem(refusal.code, Kind.NOT_NOW, refusal.sentence, detail=detail)


def room_changed(view: RoomView) -> bytes:
    """What is published of a changed room."""
    return lobby_pb2.RoomChanged(room=room(view)).SerializeToString()


def account_changed(account_id: str, revoked: list[str]) -> bytes:
    """What is published of a changed account."""
    return lobby_pb2.AccountChanged(account=account_id, revoked=revoked).SerializeToString()


def lichess_user(user: LichessUser) -> lobby_pb2.LichessUser:
    """Who somebody is on Lichess; for themselves only."""
    return lobby_pb2.LichessUser(
        name=user.name,
        ratings=[
            lobby_pb2.LichessRating(kind=one.kind, rating=one.rating, games=one.games, established=one.established)
            for one in user.ratings
        ],
        fetched_unix_ms=unix_ms(user.fetched),
    )


def _seat(room: Room, seat: Seat, holder: Account | None) -> lobby_pb2.RoomSeat:
    user = None if holder is None else holder.lichess
    known = seat_rating(room.rating_kinds, user, seat.own_rating, own_counts=room.own_ratings)
    rating = (
        None if known is None else lobby_pb2.SeatRating(rating=known.rating, mark=known.mark.value, kind=known.kind)
    )
    return lobby_pb2.RoomSeat(
        seat=seat.seat,
        account=seat.account,
        name="" if holder is None else holder.name,
        guest=holder is not None and holder.guest,
        bot_level=seat.bot_level,
        rating=rating,
    )
