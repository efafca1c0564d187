"""The engine's gRPC face: each method turns a request into a use case's arguments and its result into a reply."""

import hashlib
from datetime import timedelta
from typing import Any

import msgspec
from warboard_pb.campaign.v1 import engine_pb2, engine_pb2_grpc, wants_pb2
from warboard_pb.common.v1 import play_pb2

from chassis.ids import parse_id
from chassis.problem_messages import message_of
from chassis.problems import Kind, Problem
from chassis.timekeeping import EPOCH
from services.engine.adapters import import_wire, schemas, wire
from services.engine.adapters.store import SqlStore
from services.engine.app.commands import Answer, Commands
from services.engine.app.importing import Importing
from services.engine.app.maps import About, Maps, split
from services.engine.app.ports import Catalogue
from services.engine.app.reading import Reading, View
from services.engine.app.replacing import TAKE_OVER, Replacing
from services.engine.app.starting import Starting, StartSeat
from services.engine.app.texts import Texts
from services.engine.core.maps.form import is_uploaded

_PAGE = 500
_EXPORTED = 200
_NUMBERS = 500
_MICROSECOND = timedelta(microseconds=1)
_CHANGES: dict[int, str] = {
    engine_pb2.ChangeSeatRequest.CHANGE_HAND_TO_BOT: "hand_to_bot",
    engine_pb2.ChangeSeatRequest.CHANGE_TAKE_BACK: "take_back",
    engine_pb2.ChangeSeatRequest.CHANGE_LEAVE: "leave",
    engine_pb2.ChangeSeatRequest.CHANGE_TAKE_OVER: TAKE_OVER,
}


class EngineServicer(engine_pb2_grpc.EngineServicer):
    """warboard.campaign.v1.Engine."""

    def __init__(
        self,
        commands: Commands,
        replacing: Replacing,
        reading: Reading,
        texts: Texts,
        importing: Importing,
        starting: Starting,
        maps: Maps,
        store: SqlStore,
        catalogue: Catalogue,
    ) -> None:
        self._commands = commands
        self._replacing = replacing
        self._reading = reading
        self._texts = texts
        self._importing = importing
        self._starting = starting
        self._maps = maps
        self._store = store
        self._catalogue = catalogue

    async def ListRulesets(self, request: Any, context: Any) -> engine_pb2.ListRulesetsReply:
        return engine_pb2.ListRulesetsReply(rulesets=[schemas.info(r) for r in self._catalogue.rulesets()])

    async def GetMap(self, request: Any, context: Any) -> engine_pb2.GetMapReply:
        file = await self._maps.file(parse_id(request.map))
        if file is None:
            raise Problem("no_such_map", Kind.MISSING, "There is no such map.")
        board, shapes = split(request.map, file) if is_uploaded(request.map) else (file, b"")
        return engine_pb2.GetMapReply(board=board, sha256=hashlib.sha256(file).hexdigest(), shapes=shapes)

    async def UploadMap(self, request: Any, context: Any) -> engine_pb2.UploadMapReply:
        uploaded = await self._maps.upload(parse_id(request.account), request.file)
        return engine_pb2.UploadMapReply(
            map=None if uploaded.about is None else _about(uploaded.about),
            faults=msgspec.json.encode(uploaded.faults),
            more=uploaded.more,
            warnings=msgspec.json.encode(uploaded.warnings),
        )

    async def ListMaps(self, request: Any, context: Any) -> engine_pb2.ListMapsReply:
        listed = await self._maps.listed(parse_id(request.account) if request.account else "")
        return engine_pb2.ListMapsReply(maps=[_about(about) for about in listed])

    async def Reserve(self, request: Any, context: Any) -> engine_pb2.ReserveReply:
        return engine_pb2.ReserveReply(secret_hash=await self._starting.reserve(parse_id(request.campaign)))

    async def CheckOptions(self, request: Any, context: Any) -> engine_pb2.CheckOptionsReply:
        checked = await self._starting.check_options(
            parse_id(request.campaign), request.ruleset, request.seats, request.options
        )
        return engine_pb2.CheckOptionsReply(
            options=checked.options,
            rating_kinds=checked.rating_kinds,
            own_ratings=checked.own_ratings,
            room=engine_pb2.RoomRules(**msgspec.structs.asdict(checked.room)),
        )

    async def CreateCampaign(self, request: Any, context: Any) -> engine_pb2.CreateCampaignReply:
        try:
            seats = await self._starting.create(
                campaign=parse_id(request.campaign),
                room=parse_id(request.room),
                name=request.name,
                ruleset_name=request.ruleset,
                options=request.options,
                seats=tuple(
                    StartSeat(
                        account=parse_id(seat.account) if seat.account else "",
                        bot_level=seat.bot_level,
                        rating=seat.rating or None,
                        own_rating=seat.own_rating,
                        entropy=seat.entropy,
                    )
                    for seat in request.seats
                ),
                host=request.host,
            )
        except Problem as refused:
            if refused.kind.value in ("unavailable", "too_many", "internal"):
                raise
            return engine_pb2.CreateCampaignReply(refused=engine_pb2.Refused(problem=message_of(refused)))
        return engine_pb2.CreateCampaignReply(started=engine_pb2.Started(seats=seats))

    async def GetView(self, request: Any, context: Any) -> engine_pb2.GetViewReply:
        view = await self._reading.view(parse_id(request.campaign), request.account, request.link)
        return engine_pb2.GetViewReply(
            cursor=_cursor(view),
            seq=view.seq,
            view=view.body,
            seats=[wire.occupant(entry) for entry in view.seating],
            spectators=view.spectators,
        )

    async def GetMissed(self, request: Any, context: Any) -> engine_pb2.GetMissedReply:
        after = request.after
        missed = await self._reading.missed(
            parse_id(request.campaign), request.account, request.link, after.epoch, after.viewer, after.n
        )
        if missed is None:
            return engine_pb2.GetMissedReply(stale=True)
        updates, seq = missed
        return engine_pb2.GetMissedReply(updates=[wire.class_update(update) for update in updates], seq=seq)

    async def GetNumbers(self, request: Any, context: Any) -> engine_pb2.GetNumbersReply:
        asked = [parse_id(campaign) for campaign in request.campaigns[:_NUMBERS]]
        found = await self._store.numbers(asked)
        return engine_pb2.GetNumbersReply(
            campaigns=[
                engine_pb2.CampaignNumbers(campaign=campaign, epoch=epoch, numbers=numbers)
                for campaign, (epoch, numbers) in found.items()
            ]
        )

    async def GetActions(self, request: Any, context: Any) -> engine_pb2.GetActionsReply:
        actions, view = await self._reading.actions(parse_id(request.campaign), request.account)
        return engine_pb2.GetActionsReply(actions=msgspec.json.encode(actions), cursor=_cursor(view))

    async def ReadFile(self, request: Any, context: Any) -> engine_pb2.ReadFileReply:
        said = await self._reading.file(
            parse_id(request.campaign), request.account, request.kind, request.about, request.content
        )
        return engine_pb2.ReadFileReply(said=msgspec.json.encode(said))

    async def GetLog(self, request: Any, context: Any) -> engine_pb2.GetLogReply:
        updates = await self._reading.log(
            parse_id(request.campaign), request.account, request.link, request.before, request.limit
        )
        return engine_pb2.GetLogReply(updates=[wire.class_update(update) for update in updates])

    async def GetHistory(self, request: Any, context: Any) -> engine_pb2.GetHistoryReply:
        page, newest = await self._reading.history(
            parse_id(request.campaign), request.account, request.link,
            max(1, getattr(request, "from")), max(1, request.limit),
        )  # fmt: skip
        return engine_pb2.GetHistoryReply(
            newest=_cursor(newest),
            view=page.view,
            seats=[wire.occupant(entry) for entry in newest.seating],
            updates=[wire.class_update(update) for update in page.updates],
            next=page.next,
        )

    async def GetText(self, request: Any, context: Any) -> engine_pb2.GetTextReply:
        text = await self._texts.read(parse_id(request.campaign), parse_id(request.text), request.account, request.link)
        yours = bool(request.account) and text.author == request.account
        return engine_pb2.GetTextReply(words=text.words or "", erased=text.words is None, yours=yours)

    async def EraseText(self, request: Any, context: Any) -> engine_pb2.EraseTextReply:
        await self._texts.erase(parse_id(request.campaign), parse_id(request.text), request.account)
        return engine_pb2.EraseTextReply()

    async def ListCampaigns(self, request: Any, context: Any) -> engine_pb2.ListCampaignsReply:
        found = await self._reading.summaries(parse_id(request.account))
        return engine_pb2.ListCampaignsReply(
            campaigns=[
                engine_pb2.CampaignInfo(
                    id=summary.head.campaign,
                    ruleset=summary.head.ruleset,
                    name=summary.head.name,
                    status=summary.head.status,
                    seats=[wire.occupant(entry) for entry in summary.seating],
                    your_seat=summary.seat,
                    owed=[wire.owed(entry) for entry in summary.owed],
                    started_unix_ms=summary.started_unix_ms,
                    map=summary.map_id,
                )
                for summary in found
            ]
        )

    async def GetSeating(self, request: Any, context: Any) -> engine_pb2.GetSeatingReply:
        seats, spectators, may_watch = await self._reading.seating(
            parse_id(request.campaign), request.account, request.link
        )
        return engine_pb2.GetSeatingReply(
            seats=[wire.occupant(entry) for entry in seats], spectators=spectators, may_watch=may_watch
        )

    async def ListWants(self, request: Any, context: Any) -> engine_pb2.ListWantsReply:
        rows = await self._store.wants(request.target, request.changed_since_unix_ms, request.after, _PAGE)
        reply = engine_pb2.ListWantsReply(next=rows[-1][0] if len(rows) == _PAGE else "")
        for _, body in rows:
            if request.target == "chess":
                reply.games.append(wants_pb2.GameWants.FromString(body))
            else:
                reply.deadlines.append(wants_pb2.DeadlineWants.FromString(body))
        return reply

    async def OfferSeat(self, request: Any, context: Any) -> engine_pb2.OfferSeatReply:
        since = await self._replacing.offer(parse_id(request.campaign), parse_id(request.account), request.seat)
        return engine_pb2.OfferSeatReply(since_unix_ms=since)

    async def ChangeSeat(self, request: Any, context: Any) -> engine_pb2.ChangeSeatReply:
        asked = parse_id(request.campaign), request.account, parse_id(request.key), request.seat
        change = _change(request.change)
        if change == TAKE_OVER:
            answer = await self._replacing.take_over(*asked, request.link)
        else:
            answer = await self._commands.change_seat(*asked, change)
        return engine_pb2.ChangeSeatReply(cursor=_answered(answer))

    async def Unpark(self, request: Any, context: Any) -> engine_pb2.UnparkReply:
        await self._store.mark_cleared(parse_id(request.campaign))
        _answered(await self._commands.unpark(request.campaign))
        return engine_pb2.UnparkReply()

    async def Export(self, request: Any, context: Any) -> engine_pb2.ExportReply:
        head, secret, found = await self._reading.export(parse_id(request.campaign), request.after_seq, _EXPORTED)
        sent = is_uploaded(head.map_id) and not request.after_seq
        map_file = await self._maps.file(head.map_id) if sent else None
        return engine_pb2.ExportReply(
            room=head.room, name=head.name, ruleset=head.ruleset, version=head.version, map=head.map_id,
            status=head.status, secret=secret, more=len(found) == _EXPORTED, map_file=map_file,
            appends=[
                engine_pb2.ExportedAppend(
                    seq=append.seq, at_unix_us=(append.at - EPOCH) // _MICROSECOND,
                    seat=-1 if append.seat is None else append.seat, command=append.command, facts=append.facts,
                )
                for append in found
            ],
        )  # fmt: skip

    async def Import(self, request: Any, context: Any) -> engine_pb2.ImportReply:
        campaign = parse_id(request.campaign)
        if request.map_file:
            await self._maps.take_in(request.map_file)
        whole = import_wire.whole(campaign, request.head) if request.HasField("head") else None
        await self._importing.add(campaign, tuple(import_wire.told(one) for one in request.appends), whole)
        return engine_pb2.ImportReply()

    async def RemoveImported(self, request: Any, context: Any) -> engine_pb2.RemoveImportedReply:
        await self._importing.remove(parse_id(request.campaign))
        return engine_pb2.RemoveImportedReply()


def _about(about: About) -> engine_pb2.MapInfo:
    return engine_pb2.MapInfo(**msgspec.structs.asdict(about))


def _cursor(view: View) -> play_pb2.Cursor:
    return play_pb2.Cursor(epoch=view.epoch, viewer=view.viewer, n=view.n)


def _answered(answer: Answer) -> play_pb2.Cursor:
    if answer.problem is not None:
        raise answer.problem
    return play_pb2.Cursor(epoch=answer.epoch, viewer=answer.viewer, n=answer.n)


def _change(change: int) -> str:
    if change not in _CHANGES:
        raise Problem(
            "malformed", Kind.MALFORMED, "Say whether the seat is handed over, taken back, left or taken over."
        )
    return _CHANGES[change]
