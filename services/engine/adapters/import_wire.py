"""The messages of an import as plain records."""

from warboard_pb.campaign.v1 import engine_pb2

from chassis.timekeeping import EPOCH
from services.engine.adapters.writing import MICROSECOND
from services.engine.app.appends import Head
from services.engine.app.importing import Told, Whole
from services.engine.core.verifying import Recorded


def told(message: engine_pb2.ImportedAppend) -> Told:
    """An append of an import."""
    append = message.append
    recorded = Recorded(
        seq=append.seq, at=EPOCH + append.at_unix_us * MICROSECOND, seat=None if append.seat < 0 else append.seat,
        command=append.command, facts=append.facts,
    )  # fmt: skip
    return Told(recorded=recorded, n=message.n, shown=message.shown)


def whole(campaign: str, message: engine_pb2.ImportedHead) -> Whole:
    """What an import is."""
    head = Head(
        campaign=campaign, room=message.room, name=message.name, ruleset=message.ruleset, version=message.version,
        map_id=message.map, spectators=message.spectators, epoch=0, seq=message.seq, status="ended", numbers={},
    )  # fmt: skip
    levels = tuple(message.bot_levels)
    return Whole(head=head, secret=message.secret, snapshot=message.snapshot, bot_levels=levels)
