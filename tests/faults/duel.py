"""`duel`: a toy ruleset of short chess games for the fault tests. Neighbours play one another again and again; whoever
pokes is counted, whoever's turn it is.
"""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, ClassVar

import msgspec

from services.engine.core.kernel import (
    ExpireDeadline,
    GamePlayer,
    GameWant,
    Kind,
    Line,
    Owed,
    RecordGameResult,
    Rejected,
    RoomRules,
)


class Code(StrEnum):
    BAD_OPTION = "bad_option"


class Frozen(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class Options(Frozen):
    live: bool = False
    initial_s: int = 3600
    """Live: on the clock; else for a move."""
    increment_s: int = 0
    again: bool = True
    """Whether a settled game is followed by another one."""
    round_s: int = 2


class Poke(Frozen, tag=True):
    n: int


class Opened(Frozen, tag=True):
    options: Options
    seats: int
    at: datetime


class Poked(Frozen, tag=True):
    seat: int
    n: int


class Settled(Frozen, tag=True):
    war: str
    result: str
    reason: str
    follower: str
    at: datetime


class RoundPassed(Frozen, tag=True):
    number: int
    at: datetime


class State(msgspec.Struct, frozen=True, kw_only=True):
    options: Options
    open: dict[str, tuple[int, datetime]]
    """War → its first seat, and since when it is fought."""
    made: int
    since: datetime
    round: int = 0
    pokes: int = 0
    poked: dict[int, int] = {}
    settled: dict[str, str] = {}
    board: Any = None
    table: Any = None


class Duel:
    name, version, seats, shuffles_seats = "duel", 1, range(2, 51), False
    views: ClassVar = {}
    words: ClassVar = {}
    reads: ClassVar = {}
    leavers_watch = False
    replaces = True
    room = RoomRules()
    commands, facts, state, options_type, refusals = (
        Poke,
        Opened | Poked | Settled | RoundPassed,
        State,
        Options,
        Code,
    )

    def map_id(self, options):
        return "world"

    def options(self, raw, seats, board, chance):
        try:
            return msgspec.convert(dict(raw), Options)
        except msgspec.ValidationError as error:
            raise Rejected(Code.BAD_OPTION, Kind.MALFORMED, "0", reason=str(error)) from error

    def rating_kinds(self, options):
        return ()

    def start(self, setup, chance):
        return (Opened(options=setup.options, seats=len(setup.table.seats), at=setup.at),)

    def decide(self, state, seat, command, at, chance):
        match command:
            case Poke(n=n):
                return (Poked(seat=seat, n=n),)
            case RecordGameResult(war=war) if war in state.open:
                follower = f"w{state.made + 1}" if state.options.again else ""
                return (Settled(war=war, result=command.result, reason=command.reason, follower=follower, at=at),)
            case ExpireDeadline(what=what) if what == f"round:{state.round}":
                return (RoundPassed(number=state.round, at=at),)
        return ()

    def evolve(self, state, fact):
        change = msgspec.structs.replace
        match fact:
            case Opened():
                open_ = {f"w{place + 1}": (2 * place, fact.at) for place in range(fact.seats // 2)}
                return State(options=fact.options, open=open_, made=len(open_), since=fact.at)
            case Poked():
                poked = {**state.poked, fact.seat: state.poked.get(fact.seat, 0) + 1}
                return change(state, pokes=state.pokes + 1, poked=poked)
            case Settled():
                first, _ = state.open[fact.war]
                open_ = {war: entry for war, entry in state.open.items() if war != fact.war}
                settled = {**state.settled, fact.war: fact.result}
                if not fact.follower:
                    return change(state, open=open_, settled=settled)
                return change(
                    state, open={**open_, fact.follower: (first, fact.at)}, settled=settled, made=state.made + 1
                )
        return change(state, round=state.round + 1, since=fact.at)

    def view(self, state, viewer):
        if viewer is not None:
            return {"poked": state.poked.get(viewer, 0)}
        return {
            "pokes": state.pokes, "round": state.round, "settled": state.settled,
            "open": {war: first for war, (first, _) in state.open.items()},
        }  # fmt: skip

    def padding(self, board):
        return 0

    def actions(self, state, seat):
        return {"Poke": {}}

    def show(self, fact, viewer):
        return (Line(key="duel.poked", parameters={"n": fact.n}),) if (
            isinstance(fact, Poked) and viewer == fact.seat) else ()  # fmt: skip

    def notices(self, fact):
        return ()

    def owed(self, state):
        due = state.since + timedelta(seconds=state.options.round_s)
        return (Owed(seat=None, what=f"round:{state.round}", since=state.since, due=due),)

    def games(self, state):
        options = state.options
        return tuple(
            GameWant(
                war=war, live=options.live, since=since,
                white=GamePlayer(seat=first, initial_s=options.initial_s, increment_s=options.increment_s),
                black=GamePlayer(seat=first + 1, initial_s=options.initial_s, increment_s=options.increment_s),
            )
            for war, (first, since) in state.open.items()
        )  # fmt: skip

    def outcome(self, state):
        return None

    def bot(self, seen, chance):
        return None


DUEL = Duel()
