"""`tally`: the toy ruleset that proves a fourth ruleset is one new folder. Add 1-3 in turn; who reaches the target
wins.
Each seat has a secret lucky number, drawn at the start; a turn that is not used within a minute passes.
"""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, ClassVar

import msgspec

from services.engine.core.kernel import ExpireDeadline, Kind, Line, Notice, Outcome, Owed, Rejected, RoomRules, Standing


class Code(StrEnum):
    NOT_YOUR_TURN = "not_your_turn"
    TOO_MUCH = "too_much"
    BAD_OPTION = "bad_option"


class Frozen(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class Options(Frozen):
    target: int = 10
    window_s: int = 60
    spectators: str = "public"


class Add(Frozen, tag=True):
    turn: int
    amount: int


class Whisper(Frozen, tag=True):
    """Words for the next seat alone, in place of the last ones."""

    words: str = ""


class Repeat(Frozen, tag=True):
    """The last whisper becomes public."""


class Crash(Frozen, tag=True):
    """Raises in decide, to see the campaign parked."""


class Opened(Frozen, tag=True):
    lucky: tuple[int, ...]
    target: int
    window_s: int
    at: datetime


class Added(Frozen, tag=True):
    seat: int
    amount: int
    total: int
    next_seat: int
    at: datetime


class Whispered(Frozen, tag=True):
    seat: int
    words: str


class Repeated(Frozen, tag=True):
    words: str


class State(msgspec.Struct, frozen=True, kw_only=True):
    lucky: tuple[int, ...]
    target: int
    window_s: int
    since: datetime
    total: int = 0
    turn: int = 0
    seat: int = 0
    last: int = 0
    whisper: Whispered | None = None
    said: str = ""
    board: Any = None
    table: Any = None


def read_slip(state: Any, seat: int, about: str, content: bytes) -> dict[str, Any]:
    """A slip of paper with a number on it."""
    if not content.isdigit():
        raise Rejected(Code.TOO_MUCH, Kind.MALFORMED, "0", about=about)
    return {"type": "Add", "turn": state.turn, "amount": int(content)}


class Tally:
    name, version, seats, shuffles_seats = "tally", 1, range(2, 51), True
    commands, facts, state, options_type, refusals = (
        Add | Whisper | Repeat | Crash, Opened | Added | Whispered | Repeated, State, Options, Code,
    )  # fmt: skip
    words: ClassVar = {"Whisper": "words"}
    views: ClassVar = {}
    reads: ClassVar = {"slip": read_slip}
    leavers_watch = False
    replaces = True
    room = RoomRules()

    def map_id(self, options):
        return "world"

    def options(self, raw, seats, board, chance):
        try:
            options = msgspec.convert(dict(raw), Options)
        except msgspec.ValidationError as error:
            raise Rejected(Code.BAD_OPTION, Kind.MALFORMED, "0", reason=str(error)) from error
        if not 1 <= options.target <= 1_000_000:
            raise Rejected(Code.BAD_OPTION, Kind.MALFORMED, "0", option="target")
        return options

    def rating_kinds(self, options):
        return ()

    def start(self, setup, chance):
        lucky = tuple(chance.below("lucky", 100) for _ in setup.table.seats)
        options = setup.options
        return (Opened(lucky=lucky, target=options.target, window_s=options.window_s, at=setup.at),)

    def decide(self, state, seat, command, at, chance):
        if isinstance(command, ExpireDeadline):
            if command.what != f"turn:{state.turn}":
                return ()
            seat, amount = state.seat, 0
        elif isinstance(command, Crash):
            raise ZeroDivisionError("a bug in the rules")
        elif isinstance(command, Whisper):
            return (Whispered(seat=seat, words=command.words),)
        elif isinstance(command, Repeat):
            return (Repeated(words=state.whisper.words),) if state.whisper else ()
        elif not isinstance(command, Add):
            return ()
        else:
            if seat != state.seat or command.turn != state.turn:
                raise Rejected(Code.NOT_YOUR_TURN, Kind.NOT_NOW, "1", turn=state.turn, seat=state.seat)
            if not 1 <= command.amount <= 3:
                raise Rejected(Code.TOO_MUCH, Kind.MALFORMED, "1", most=3)
            amount = command.amount
        nobody = (seat + 1) % len(state.table.seats)
        return (Added(seat=seat, amount=amount, total=state.total + amount, next_seat=nobody, at=at),)

    def evolve(self, state, fact):
        if isinstance(fact, Opened):
            return State(lucky=fact.lucky, target=fact.target, window_s=fact.window_s, since=fact.at)
        if isinstance(fact, Whispered):
            return msgspec.structs.replace(state, whisper=fact)
        if isinstance(fact, Repeated):
            return msgspec.structs.replace(state, said=fact.words)
        return msgspec.structs.replace(
            state, total=fact.total, turn=state.turn + 1, seat=fact.next_seat, last=fact.seat, since=fact.at
        )

    def view(self, state, viewer):
        if viewer is not None:
            mine = {"lucky": state.lucky[viewer]}
            whisper = state.whisper
            hears = whisper and viewer in (whisper.seat, (whisper.seat + 1) % len(state.table.seats))
            return {**mine, "whisper": whisper.words} if hears else mine
        public = {"total": state.total, "target": state.target, "turn": state.turn, "seat": state.seat}
        return {**public, "said": state.said} if state.said else public

    def padding(self, board):
        return 0

    def actions(self, state, seat):
        return {"Add": {"turn": state.turn, "most": 3}} if seat == state.seat else {}

    def show(self, fact, viewer):
        return (Line(key="tally.added", parameters={"seat": fact.seat, "amount": fact.amount}),) if (
            viewer is None and isinstance(fact, Added)) else ()  # fmt: skip

    def notices(self, fact):
        return (Notice(seats=(fact.next_seat,), key="notice.your_turn", parameters={}, owes=True),) if (
            isinstance(fact, Added)) else ()  # fmt: skip

    def owed(self, state):
        due = state.since + timedelta(seconds=state.window_s)
        return (Owed(seat=state.seat, what=f"turn:{state.turn}", since=state.since, due=due),)

    def games(self, state):
        return ()

    def outcome(self, state):
        if state.total < state.target:
            return None
        places = tuple(
            Standing(seat=s, place=1 if s == state.last else 2, points=int(s == state.last))
            for s in range(len(state.table.seats))
        )
        return Outcome(reason="target", standings=places, rated=True)

    def bot(self, seen, chance):
        return Add(turn=seen.public["turn"], amount=1 + chance.below("bot", 3))


TALLY = Tally()
