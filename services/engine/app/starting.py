"""Reserving and starting campaigns: the secret first, the options checked, then one append that is the whole start."""

import secrets
from typing import Any

import msgspec

from chassis.bot_ratings import RATINGS
from chassis.problems import Kind, Problem
from chassis.timekeeping import Clock
from services.engine.app.appends import Committed, Head, Occupant
from services.engine.app.assembling import first_append
from services.engine.app.commands import AfterCommit
from services.engine.app.loading import Loader, missing
from services.engine.app.ports import Boards, Catalogue, Store
from services.engine.app.refusals import problem_of
from services.engine.core import steps
from services.engine.core.board import Board
from services.engine.core.fairness import SECRET_BYTES, FairChance, salt_of, secret_hash
from services.engine.core.kernel import Rejected, RoomRules, SeatHolder
from services.engine.core.maps.form import is_uploaded
from services.engine.core.option_forms import takes_maps
from services.engine.core.ruleset import Ruleset

MOST_CHARACTERS = 200
"""Of a text in the options."""


class StartSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of the room."""

    account: str
    """Empty for a bot."""
    bot_level: int
    """1-8 for a bot, else 0."""
    rating: int | None
    own_rating: bool
    """The rating is the player's own word."""
    entropy: bytes


class CheckedOptions(msgspec.Struct, frozen=True, kw_only=True):
    """What lobby learns of a room's options."""

    options: bytes
    """JSON, whole, with everything drawn."""
    rating_kinds: tuple[str, ...]
    """The kinds of rating that count, the best first."""
    own_ratings: bool
    """Whether players without an established rating may give their own."""
    room: RoomRules


class Starting:
    """What lobby asks for before a campaign exists."""

    def __init__(self, store: Store, loader: Loader, catalogue: Catalogue, boards: Boards, clock: Clock) -> None:
        self._store = store
        self._loader = loader
        self._catalogue = catalogue
        self._boards = boards
        self._clock = clock
        self.after_commit: AfterCommit = lambda _: None

    async def reserve(self, campaign: str) -> str:
        """Draw the campaign's secret; hex SHA-256 of it. Repeating it answers the same."""
        kept = await self._store.reserve(campaign, secrets.token_bytes(SECRET_BYTES))
        return secret_hash(kept)

    async def check_options(self, campaign: str, name: str, seats: int, options: bytes) -> CheckedOptions:
        """The options whole, with everything drawn, and which ratings count under them.

        :raises Problem: `unknown_ruleset`, `bad_options`, `no_such_campaign`, `unknown_map`, `no_own_maps`,
            or a refusal of the rules.
        """
        ruleset = self._known(name)
        plain = _object(options)
        secret = await self._store.secret(campaign)
        if secret is None:
            raise missing()
        if seats not in ruleset.seats:
            raise Problem(
                "bad_seats", Kind.MALFORMED, f"This game has {ruleset.seats.start} to {ruleset.seats.stop - 1} seats.",
                detail={"least": ruleset.seats.start, "most": ruleset.seats.stop - 1},
            )  # fmt: skip
        checked = await self._checked(ruleset, campaign, plain, seats, secret)
        return CheckedOptions(
            options=msgspec.json.encode(checked),
            rating_kinds=ruleset.rating_kinds(checked),
            own_ratings=bool(getattr(checked, "own_ratings", False)),
            room=_room_rules(ruleset, checked),
        )

    async def create(
        self, *, campaign: str, room: str, name: str, ruleset_name: str, options: bytes,
        seats: tuple[StartSeat, ...], host: int,
    ) -> tuple[int, ...]:  # fmt: skip
        """Start a reserved campaign; the campaign seat of each room seat. Repeating it answers the same.

        :raises Problem: the rules refuse the start, or the campaign was never reserved.
        """
        if await self._store.head(campaign) is not None:
            return (await self._loader.load(campaign, fresh=True)).campaign.room_seats
        ruleset = self._known(ruleset_name)
        secret = await self._store.secret(campaign)
        if secret is None:
            raise missing()
        if len(seats) not in ruleset.seats or not 0 <= host < len(seats):
            raise Problem("bad_seats", Kind.MALFORMED, "The number of seats does not fit this game.")
        checked = await self._checked(ruleset, campaign, _object(options), len(seats), secret)
        board = await self._board(ruleset, ruleset.map_id(checked))
        salt = salt_of(seat.entropy for seat in seats)
        spectators = getattr(checked, "spectators", "public")
        try:
            step = steps.open_campaign(
                ruleset,
                board,
                campaign=campaign,
                seats=tuple(_holder(seat) for seat in seats),
                host=host,
                options=checked,
                secret=secret,
                secret_hash=secret_hash(secret),
                salt=salt,
                at=self._clock.now(),
                spectators=str(spectators),
            )
        except Rejected as rejected:
            raise problem_of(rejected) from rejected
        head = Head(
            campaign=campaign, room=room, name=name, ruleset=ruleset.name, version=ruleset.version, map_id=board.id,
            spectators=str(spectators), epoch=1, seq=0, status="playing", numbers={},
        )  # fmt: skip
        room_seats = step.after.room_seats
        seating = tuple(
            Occupant(seat=campaign_seat, account=seats[room_seat].account, bot_level=seats[room_seat].bot_level)
            for campaign_seat, room_seat in sorted((seat, room) for room, seat in enumerate(room_seats))
        )
        codec = self._loader.codec(ruleset)
        append, loaded = first_append(ruleset, step, head=head, seating=seating, secret=secret, codec=codec)
        if isinstance(await self._store.commit(append), Committed):
            self._loader.keep(loaded)
            self.after_commit(loaded)
            return room_seats
        return (await self._loader.load(campaign, fresh=True)).campaign.room_seats

    def _known(self, name: str) -> Ruleset:
        ruleset = self._catalogue.ruleset(name)
        if ruleset is None:
            names = [known.name for known in self._catalogue.rulesets()]
            raise Problem("unknown_ruleset", Kind.MALFORMED, "There is no such game.", detail={"known": names})
        return ruleset

    async def _checked(self, ruleset: Ruleset, campaign: str, plain: dict[str, Any], seats: int, secret: bytes) -> Any:
        _refuse_long_values(plain)
        chance = FairChance(secret, campaign, b"", {})
        named = plain.get("map")
        board = await self._board(ruleset, named if isinstance(named, str) else ruleset.map_id(None))
        try:
            checked = ruleset.options(plain, seats, board, chance)
        except Rejected as rejected:
            raise problem_of(rejected) from rejected
        await self._board(ruleset, ruleset.map_id(checked))
        return checked

    async def _board(self, ruleset: Ruleset, map_id: str) -> Board:
        if is_uploaded(map_id) and not takes_maps(ruleset.options_type):
            raise Problem("no_own_maps", Kind.MALFORMED, "This game is played on the maps that come with it.")
        board = await self._boards.board(map_id)
        if board is None:
            raise Problem("unknown_map", Kind.MALFORMED, "There is no such map.")
        return board


def _holder(seat: StartSeat) -> SeatHolder:
    rating = RATINGS[seat.bot_level - 1] if seat.bot_level else seat.rating
    own = rating is not None and not seat.bot_level and seat.own_rating
    return SeatHolder(bot_level=seat.bot_level or None, person=bool(seat.account), rating=rating, own_rating=own)


def _refuse_long_values(options: dict[str, Any]) -> None:
    """No option needs long texts, and refusals quote what they refuse.

    :raises Problem: `value_too_long`.
    """
    left: list[Any] = [options]
    while left:
        match left.pop():
            case dict() as found:
                left += [*found.keys(), *found.values()]
            case list() as found:
                left += found
            case str() as found if len(found) > MOST_CHARACTERS:
                most = {"most": MOST_CHARACTERS}
                raise Problem(
                    "value_too_long", Kind.MALFORMED, f"An option has at most {MOST_CHARACTERS} characters.",
                    detail=most,
                )  # fmt: skip


def _object(options: bytes) -> dict[str, Any]:
    try:
        return msgspec.json.decode(options or b"{}", type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError) as error:
        raise Problem("bad_options", Kind.MALFORMED, "The options must be a JSON object.") from error


def _room_rules(ruleset: Ruleset, options: Any) -> RoomRules:
    """What a room with these options keeps to: nothing is staked on a start that the host has made up."""
    dealt = getattr(options, "position", msgspec.UNSET) is msgspec.UNSET
    return msgspec.structs.replace(ruleset.room, entries=ruleset.room.entries and dealt)
