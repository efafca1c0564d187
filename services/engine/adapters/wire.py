"""Plain records to protobuf and back: envelopes, wants, seating, cursors."""

from datetime import datetime

import msgspec
from warboard_pb.campaign.v1 import envelope_pb2, wants_pb2
from warboard_pb.common.v1 import play_pb2

from chassis.problem_messages import message_of
from chassis.timekeeping import unix_ms
from services.engine.app.appends import Append, Deadline, Neutral, Occupant, Update, WantedGame
from services.engine.app.commands import Answer
from services.engine.core.kernel import GamePlayer, Owed
from services.engine.core.thoughts import is_thought


def envelope(append: Append) -> bytes:
    """What is published on `campaign.<id>`."""
    head = append.head
    message = envelope_pb2.Envelope(
        campaign=head.campaign,
        epoch=head.epoch,
        seq=head.seq,
        at_unix_ms=unix_ms(append.at),
        updates=[class_update(update) for update in append.updates],
        neutral=neutral(append.neutral, append.head.ruleset, append.head.room, append.head.spectators),
    )
    return message.SerializeToString()


def deleted_envelope(campaign: str, epoch: int, seq: int, at: datetime) -> bytes:
    """The last word on a campaign."""
    message = envelope_pb2.Envelope(campaign=campaign, epoch=epoch, seq=seq, at_unix_ms=unix_ms(at))
    message.neutral.deleted.SetInParent()
    return message.SerializeToString()


def class_update(update: Update) -> envelope_pb2.ClassUpdate:
    """What one class is shown."""
    return envelope_pb2.ClassUpdate(viewer=update.viewer, n=update.n, body=update.body)


def neutral(part: Neutral, ruleset: str, room: str, spectators: str) -> envelope_pb2.Neutral:
    """The part for services."""
    message = envelope_pb2.Neutral(
        seats=[occupant(entry) for entry in part.seats],
        changed=[
            envelope_pb2.SeatChanged(seat=entry.seat, bot_level=entry.bot_level, replaced=entry.seat in part.replaced)
            for entry in part.changed
        ],
        notices=[
            envelope_pb2.Notice(
                seats=notice.seats,
                key=notice.key,
                parameters=msgspec.json.encode(notice.parameters),
                owes=notice.owes,
                latest=notice.latest,
            )
            for notice in part.notices
        ],
        games=[
            envelope_pb2.GameLinked(game=game.game, white_seat=game.white.seat, black_seat=game.black.seat)
            for game in part.games
        ],
    )
    if part.started:
        message.started.CopyFrom(envelope_pb2.CampaignStarted(ruleset=ruleset, room=room, spectators=spectators))
    if part.outcome is not None:
        message.ended.reason = part.outcome.reason
        message.ended.rated = part.outcome.rated
        message.ended.nobody_won = part.outcome.nobody_won
        accounts = {entry.seat: entry.account or "" for entry in part.seats}
        for standing in part.outcome.standings:
            message.ended.standings.add(
                seat=standing.seat,
                account=accounts.get(standing.seat, ""),
                place=standing.place,
                points=standing.points,
            )
    if part.parked is not None:
        message.parked.parked = part.parked
    if part.owed is not None:
        message.owed.owed.extend(owed(entry) for entry in part.owed if not is_thought(entry.what))
        message.owed.SetInParent()
    return message


def owed(entry: Owed) -> envelope_pb2.Owed:
    """Something the campaign waits for."""
    return envelope_pb2.Owed(
        seat=-1 if entry.seat is None else entry.seat,
        what=entry.what,
        since_unix_ms=unix_ms(entry.since),
        due_unix_ms=unix_ms(entry.due),
        reply=entry.reply,
    )


def occupant(entry: Occupant) -> envelope_pb2.Occupant:
    """Who holds a seat."""
    return envelope_pb2.Occupant(seat=entry.seat, account=entry.account, bot_level=entry.bot_level, left=entry.left)


def deadline_wants(campaign: str, epoch: int, seq: int, at: datetime, deadlines: tuple[Deadline, ...]) -> bytes:
    """The whole list for the clock."""
    return wants_pb2.DeadlineWants(
        owner="engine",
        entity=campaign,
        epoch=epoch,
        seq=seq,
        changed_unix_ms=unix_ms(at),
        deadlines=[
            wants_pb2.Deadline(
                what=deadline.what,
                since_unix_ms=unix_ms(deadline.since),
                due_unix_ms=unix_ms(deadline.due),
                account=deadline.account,
                needs=deadline.needs,
                credited=deadline.credited,
            )
            for deadline in deadlines
        ],
    ).SerializeToString()


def game_wants(campaign: str, epoch: int, seq: int, at: datetime, games: tuple[WantedGame, ...]) -> bytes:
    """The whole list for chessgate."""
    return wants_pb2.GameWants(
        campaign=campaign, epoch=epoch, seq=seq, changed_unix_ms=unix_ms(at), games=[_game(game) for game in games]
    ).SerializeToString()


def answer(outcome: Answer) -> bytes:
    """A play request's reply."""
    reply = play_pb2.PlayReply(cursor=play_pb2.Cursor(epoch=outcome.epoch, viewer=outcome.viewer, n=outcome.n))
    if outcome.problem is None:
        reply.accepted.facts = outcome.facts
    else:
        reply.problem.CopyFrom(message_of(outcome.problem))
    return reply.SerializeToString()


def _game(game: WantedGame) -> wants_pb2.GameWant:
    want = game.want
    return wants_pb2.GameWant(
        game=game.game,
        war=want.war,
        white=_side(game.white, want.white),
        black=_side(game.black, want.black),
        live=want.live,
        since_unix_ms=unix_ms(want.since),
        takeback=want.takeback,
        spectators=want.spectators,
        offers=[
            wants_pb2.PeaceOffer(offer=offer.offer, by=offer.by, at_unix_ms=unix_ms(offer.at)) for offer in want.offers
        ],
        stop=want.stop or "",
        paused=game.paused,
        draw_wins=want.draw_wins,
        spectator_delay_s=want.spectator_delay_s,
    )


def _side(holder: Occupant, player: GamePlayer) -> wants_pb2.GameSide:
    return wants_pb2.GameSide(
        seat=player.seat,
        account=holder.account,
        bot_level=holder.bot_level,
        initial_s=player.initial_s,
        increment_s=player.increment_s,
    )
