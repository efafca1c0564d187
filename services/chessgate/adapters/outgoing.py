"""The durable messages that a step of a game is committed with: its end, a lapsed peace, what the clock watches."""

from warboard_pb.campaign.v1 import wants_pb2
from warboard_pb.chess.v1 import chess_pb2

from chassis.outbox import OutboxRow
from chassis.subjects import subject
from chassis.timekeeping import from_unix_ms
from services.chessgate.core.game import Game, Watch
from services.chessgate.core.play import Outcome


def deadlines(game: str, watch: Watch) -> wants_pb2.DeadlineWants:
    """What the clock should watch of a game."""
    wants = wants_pb2.DeadlineWants(owner="chess", entity=game, epoch=1, seq=watch.seq, changed_unix_ms=watch.told_ms)
    if watch.due_ms:
        wants.deadlines.add(
            what=f"flag:{watch.ply}", since_unix_ms=watch.since_ms, due_unix_ms=watch.due_ms,
            needs=["gateway", "chessgate"], credited=True,
        )  # fmt: skip
    return wants


def messages(before: Game | None, game: Game, outcome: Outcome, now: int) -> list[OutboxRow]:
    """What others are told of a step, durably."""
    found: list[OutboxRow] = []

    def add(kind: tuple[str, ...], key: str, body: bytes, position: int = game.version) -> None:
        row = OutboxRow(
            key=f"{key}-{game.id}", ordering=f"{'.'.join(kind)}.{game.id}", position=position,
            subject=subject(*kind, game.id), body=body, created=from_unix_ms(now),
        )  # fmt: skip
        found.append(row)

    if game.state == "over" and (before is None or before.state != "over") and game.result != "cancelled":
        ended = chess_pb2.GameEnded(
            game=game.id, campaign=game.campaign, war=game.war, result=game.result, reason=game.reason,
            plies=game.ply, offer=outcome.stopped_for, lapsed_offer=outcome.lapsed_offer, at_unix_ms=game.ended_ms,
        )  # fmt: skip
        add(("chess", "end"), "chess-end", ended.SerializeToString())
    if outcome.declined:
        declined = chess_pb2.PeaceDeclined(
            game=game.id, campaign=game.campaign, war=game.war, offer=outcome.declined, at_unix_ms=now
        )
        add(("chess", "declined"), f"chess-declined-{outcome.declined}", declined.SerializeToString())
    if game.state != "over" and game.over_the_board != (before is not None and before.over_the_board):
        place = chess_pb2.PlaceChanged(
            game=game.id, campaign=game.campaign, war=game.war, over_the_board=game.over_the_board, version=game.version
        )
        add(("chess", "place"), f"chess-place-{game.version}", place.SerializeToString())
    watch, old = game.watch, None if before is None else before.watch
    if watch is not None and (old is None or old.seq != watch.seq):
        add(
            ("wants", "clock", "chess"), f"wants-{watch.seq}", deadlines(game.id, watch).SerializeToString(), watch.seq
        )  # fmt: skip
    return found
