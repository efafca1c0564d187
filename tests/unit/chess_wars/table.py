"""A table to play at in tests: small boards drawn as text, and a campaign under the real kernel."""

import hashlib
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from services.engine.core import kernel_facts, steps
from services.engine.core.board import Board
from services.engine.core.fairness import FairChance
from services.engine.core.kernel import ExpireDeadline, Owed, RecordGameResult, Rejected, SeatHolder, Seen
from services.engine.core.rulesets.chess_wars.commands import DeclareWar, PassTurn, PickCountry
from services.engine.core.rulesets.chess_wars.draft import snake
from services.engine.core.rulesets.chess_wars.records import Holding, Phase, Territory
from services.engine.core.rulesets.chess_wars.ruleset import ChessWars
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.values import PlaceId, Seat

START = datetime(2026, 1, 1, tzinfo=UTC)
SECRET = b"\7" * 32


class Unshuffled(ChessWars):
    """Chess wars with seats as the test names them."""

    shuffles_seats = False


RULES = Unshuffled()


def board_of(
    values: Mapping[str, int],
    land: Iterable[str] = (),
    sea: Iterable[str] = (),
    tags: Mapping[str, Iterable[str]] | None = None,
    figures: Mapping[str, Mapping[str, int]] | None = None,
) -> Board:
    """A small board.

    :param values: value by country.
    :param land: borders such as `A-B`.
    :param sea: lanes such as `A-B`.
    :param figures: other figures by country; where missing they're the value (people, land, economy) or 1 (might).
    """
    places = tuple(PlaceId(place) for place in values)
    index = {place: i for i, place in enumerate(places)}

    def masks(pairs: Iterable[str]) -> tuple[int, ...]:
        found = [0] * len(places)
        for joined in pairs:
            a, b = (index[PlaceId(place)] for place in joined.split("-"))
            found[a] |= 1 << b
            found[b] |= 1 << a
        return tuple(found)

    columns = {"value": tuple(values.values())}
    for name in ("population", "area", "gdp", "might"):
        given = (figures or {}).get(name, {})
        columns[name] = tuple(given.get(place, values[place]) for place in places)
    return Board(
        id="small",
        sha256=hashlib.sha256(repr(sorted(values.items())).encode()).hexdigest(),
        places=places,
        names=places,
        land=masks(land),
        sea=masks(sea),
        figures=columns,
        tags={tag: sum(1 << index[PlaceId(place)] for place in members) for tag, members in (tags or {}).items()},
    )


class Game:
    """A campaign that tests drive; time moves on by a second a command unless told otherwise."""

    def __init__(
        self,
        board: Board,
        *,
        seats: int = 2,
        bots: Iterable[int] = (),
        ratings: Mapping[int, int] | None = None,
        host: int | None = 0,
        simulated: bool = False,
        rules: Any = RULES,
        secret: bytes = SECRET,
        **options: Any,
    ) -> None:
        self.rules = rules
        self.secret = secret
        self.board = board
        levels = dict.fromkeys(bots, 3)
        holders = tuple(
            SeatHolder(bot_level=levels.get(seat), person=seat not in levels, rating=(ratings or {}).get(seat))
            for seat in range(seats)
        )
        chance = FairChance(self.secret, "c1", b"salt", {})
        checked = rules.options(options, seats, board, chance)
        step = steps.open_campaign(
            rules,
            board,
            campaign="c1",
            seats=holders,
            host=host,
            options=checked,
            secret=self.secret,
            secret_hash="",
            salt=b"salt",
            at=START,
            simulated=simulated,
        )
        self.campaign = step.after
        self.at = START
        self.appends: list[tuple[datetime, tuple[Any, ...]]] = [(START, step.facts)]

    @property
    def state(self) -> State:
        state: State = self.campaign.game
        return state

    def do(self, seat: int, command: Any, *, after: timedelta = timedelta(seconds=1)) -> tuple[Any, ...]:
        """A player's command; answers the ruleset's facts."""
        self.at += after
        return self._took(steps.player_command(self.rules, self.campaign, self.secret, Seat(seat), command, self.at))

    def refused(self, seat: int, command: Any) -> str:
        """The code a command is refused with; fails if it isn't."""
        return self.refusal(seat, command).code.value

    def refusal(self, seat: int, command: Any) -> Rejected:
        """The refusal of a command; fails if it isn't refused."""
        try:
            self.do(seat, command)
        except Rejected as refusal:
            return refusal
        raise AssertionError(f"{command} was accepted")

    def result(self, war: str, result: str, reason: str = "checkmate", offer: str | None = None) -> tuple[Any, ...]:
        """A game's result: `white`, `black`, `draw`, `stopped`, or the side that won: `attacker`, `defender`."""
        if result in ("attacker", "defender"):
            one = self.state.wars[war]
            white = one.attacker if result == "attacker" else one.defender
            result = "white" if one.white == white else "black"
        self.at += timedelta(seconds=1)
        command = RecordGameResult(war=war, result=result, reason=reason, offer=offer)
        return self._took(steps.system_command(self.rules, self.campaign, self.secret, command, self.at))

    def expire(self, what: str) -> tuple[Any, ...]:
        """Let a window run out."""
        due = next(owed.due for owed in self.owed() if owed.what == what)
        self.at = max(self.at, due)
        return self.expired(what, due)

    def expired(self, what: str, due: datetime) -> tuple[Any, ...]:
        """Say that a window ran out, whether or not it is there."""
        command = ExpireDeadline(what=what, due=due)
        return self._took(steps.system_command(self.rules, self.campaign, self.secret, command, self.at))

    def seat(self, seat: int, change: str, by: int | None = None) -> tuple[Any, ...]:
        """Hand a seat to a bot, take it back, or leave."""
        self.at += timedelta(seconds=1)
        asked = None if by is None else Seat(by)
        return self._took(steps.change_seat(self.rules, self.campaign, self.secret, asked, Seat(seat), change, self.at))

    def _took(self, step: steps.Step) -> tuple[Any, ...]:
        self.campaign = step.after
        if step.facts:
            self.appends.append((self.at, step.facts))
        return tuple(fact for fact in step.facts if not isinstance(fact, kernel_facts.KernelFact))

    def owed(self) -> tuple[Owed, ...]:
        return tuple(self.rules.owed(self.state))

    def waits(self) -> list[str]:
        """Names of what is owed."""
        return [owed.what for owed in self.owed()]

    def view(self, seat: int | None = None) -> dict[str, Any]:
        seen: dict[str, Any] = self.rules.view(self.state, None if seat is None else Seat(seat))
        return seen

    def actions(self, seat: int) -> dict[str, Any]:
        found: dict[str, Any] = self.rules.actions(self.state, Seat(seat))
        return found

    def seen(self, seat: int) -> Seen:
        """What a bot of a seat may know."""
        return Seen(board=self.board, seat=Seat(seat), level=3, public=self.view(), mine=self.view(seat))

    def think(self, seat: int) -> Any:
        return self.rules.bot(self.seen(seat), FairChance(self.secret, "c1", b"bot", {}))

    def set(self, **changes: Any) -> None:
        """Change the state by hand, to set a scene."""
        self.campaign = replace(self.campaign, game=replace(self.state, **changes))

    def player(self, seat: int, **changes: Any) -> None:
        """Change a player by hand."""
        players = list(self.state.players)
        players[seat] = replace(players[seat], **changes)
        self.set(players=tuple(players))

    def holding(self, place: str, **changes: Any) -> None:
        """Change a holding by hand."""
        countries = dict(self.state.territory.countries)
        countries[PlaceId(place)] = replace(countries[PlaceId(place)], **changes)
        self.set(territory=Territory(countries=countries))

    def tokens(self) -> list[int]:
        return [player.tokens for player in self.state.players]

    def owner(self, place: str) -> int:
        return self.state.territory.countries[PlaceId(place)].owner

    def turn(self) -> int:
        """Number of the turn that is on."""
        assert self.state.turn is not None
        return self.state.turn.number


def drafted(board: Board, empires: Iterable[str], **options: Any) -> Game:
    """A campaign in round 1 with the given empires (ids parted by blanks), drafted by the rules' own picks.

    Round 1 starts with the last seat.
    """
    wanted = [empire.split() for empire in empires]
    game = Game(board, seats=len(wanted), draft="free", **options)
    left = [list(empire) for empire in wanted]
    while game.state.phase is Phase.DRAFT:
        draft = game.state.draft
        assert draft is not None
        mine = left[draft.seat]
        if not mine:
            return placed(game, wanted)
        game.do(draft.seat, PickCountry(pick=draft.pick, country=PlaceId(mine.pop(0))))
    return game


def placed(game: Game, empires: list[list[str]]) -> Game:
    """Set empires that no draft would give (of unequal sizes), with the last pick left to the rules."""
    countries = {
        PlaceId(place): Holding(owner=Seat(seat), drafted_by=Seat(seat))
        for seat, empire in enumerate(empires)
        for place in empire
    }
    draft = game.state.draft
    assert draft is not None
    last = next(place for place, holding in reversed(countries.items()) if holding.owner == draft.seat)
    del countries[last]
    turns = len(snake(len(game.state.theatre), len(game.state.players)))
    values = [sum(game.state.value(PlaceId(place)) for place in empire) for empire in empires]
    players = [
        replace(player, drafted_value=value - (game.state.value(last) if seat == draft.seat else 0))
        for seat, (player, value) in enumerate(zip(game.state.players, values, strict=True))
    ]
    game.set(
        territory=Territory(countries=countries),
        players=tuple(players),
        draft=replace(draft, turn=turns - 1, left=1, pick=len(countries) + 1),
    )
    game.do(draft.seat, PickCountry(pick=len(countries) + 1, country=last))
    return game


def no_nulls(value: Any, path: str = "") -> None:
    """Fail if a null stands anywhere in plain data."""
    assert value is not None, path
    if isinstance(value, dict):
        for key, inner in value.items():
            no_nulls(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            no_nulls(inner, f"{path}[{number}]")


def plain(value: Any) -> Any:
    """Through JSON and back."""
    return msgspec.json.decode(msgspec.json.encode(value))


def small() -> Board:
    """Two empires of six that face each other: A (5) borders T (6), B borders U, and a lane joins D and W."""
    return board_of(
        {"A": 5, "B": 2, "C": 3, "D": 4, "E": 1, "F": 1, "T": 6, "U": 4, "V": 3, "W": 2, "X": 1, "Y": 1},
        land=("A-B", "B-C", "C-D", "C-E", "E-F", "T-U", "U-V", "V-W", "V-X", "X-Y", "A-T", "B-U"),
        sea=("D-W",),
        tags={"mountainous": ["T"], "island": ["Y"]},
    )


WEST, EAST = "A B C D E F", "T U V W X Y"


def facing(**options: Any) -> Game:
    """Round 1 on the small board: seat 0 has the west, seat 1 the east; seat 1 has passed, so it's seat 0's turn."""
    game = drafted(small(), (WEST, EAST), **options)
    game.do(1, PassTurn(turn=game.turn()))
    return game


def war_on_t(**more: Any) -> Game:
    """Seat 0 has declared war w1 on T (6) from A with A + B (7), which needs 7."""
    options = {key: more.pop(key) for key in list(more) if key not in ("stake", "reserves")}
    game = facing(**options)
    game.do(0, declare(game, "T", "A", more.get("stake", "A B"), more.get("reserves", "")))
    return game


def declare(game: Game, target: str, origin: str, stake: str, reserves: str = "") -> DeclareWar:
    """A declaration for the turn that is on; countries are ids parted by blanks."""
    return DeclareWar(
        turn=game.turn(),
        target=PlaceId(target),
        origin=PlaceId(origin),
        stake=ids(stake),
        reserves=ids(reserves),
    )


def ids(places: str) -> tuple[PlaceId, ...]:
    """Ids parted by blanks."""
    return tuple(PlaceId(place) for place in places.split())
