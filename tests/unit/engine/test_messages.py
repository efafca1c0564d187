"""What the engine hears of games: each message counts once, by its own id."""

from typing import Any, cast

from warboard_pb.chess.v1 import chess_pb2

from chassis.consumers import Delivery
from services.engine.adapters.messages import Messages
from services.engine.core.kernel import MoveGame, RecordGameResult


class Heard:
    """Stands for the engine's commands, and keeps what it was told."""

    def __init__(self) -> None:
        self.news: list[tuple[str, Any, str]] = []

    async def record_game(self, campaign: str, news: Any, message_id: str) -> None:
        self.news.append((campaign, news, message_id))


def delivery(kind: str, identity: str, message: Any) -> Delivery:
    """A message about the game c-w1."""
    return Delivery(
        subject=f"chess.{kind}.c-w1",
        data=message.SerializeToString(),
        headers={},
        sequence=1,
        deliveries=1,
        id=identity,
    )


async def test_news_of_one_game_have_keys_of_their_own() -> None:
    """Two offers that lapse in one game come on one subject; the second is no repetition of the first."""
    heard = Heard()
    messages = Messages(*cast("Any", (None, heard, None, None, None)))
    for offer in ("p1", "p2"):
        lapsed = chess_pb2.PeaceDeclined(game="c-w1", campaign="c", war="w1", offer=offer)
        await messages.game(delivery("declined", f"chess-declined-{offer}-c-w1", lapsed))
    place = chess_pb2.PlaceChanged(game="c-w1", campaign="c", war="w1", over_the_board=True, version=7)
    await messages.game(delivery("place", "chess-place-7-c-w1", place))
    assert heard.news == [
        ("c", RecordGameResult(war="w1", result="declined", reason="declined", offer="p1"), "chess-declined-p1-c-w1"),
        ("c", RecordGameResult(war="w1", result="declined", reason="declined", offer="p2"), "chess-declined-p2-c-w1"),
        ("c", MoveGame(war="w1", over_the_board=True, version=7), "chess-place-7-c-w1"),
    ]
