"""A campaign under the real kernel, kept as the engine would store it and `warboard export` would write it."""

import hashlib
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import msgspec

from chassis.timekeeping import EPOCH
from services.engine.core import campaign as kernel
from services.engine.core import steps
from services.engine.core.board import Board
from services.engine.core.fairness import FairChance, salt_of, secret_hash
from services.engine.core.kernel import ExpireDeadline, MoveGame, Owed, RecordGameResult, SeatHolder, Seen
from services.engine.core.ruleset import Ruleset
from services.engine.core.storage import Codec, encode_facts
from services.engine.core.values import Seat
from services.engine.core.verifying import Recorded
from warboard.exports import FORMAT, FORMAT_VERSION, Head, written

START = datetime(2026, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class Recording:
    """One campaign that is being played. Whatever the rules refuse (`Rejected`) leaves no trace."""

    def __init__(
        self,
        rules: Ruleset,
        board: Board,
        name: str,
        holders: tuple[SeatHolder, ...],
        options: dict[str, Any],
        map_file: bytes = b"",
    ) -> None:
        self.rules = rules
        self.board = board
        self._map_file = map_file
        self._id = f"golden-{rules.name}-{rules.version}-{name}"
        self._secret = hashlib.sha256(self._id.encode()).digest()
        self._codec = Codec(rules)
        self.at = START
        self._snapshots: list[bytes] = []
        self.appends: list[Recorded] = []
        step = steps.open_campaign(
            rules, board, campaign=self._id, seats=holders, host=0,
            options=rules.options(options, len(holders), board, FairChance(self._secret, self._id, b"", {})),
            secret=self._secret, secret_hash=secret_hash(self._secret),
            salt=salt_of([bytes([seat]) * 32 for seat in range(len(holders))]), at=START,
        )  # fmt: skip
        self._keep(step, None, b"")

    def play(self, seat: Seat, command: Any) -> None:
        """A player's or a bot's command, a second later."""
        at = self.at + timedelta(seconds=1)
        self._keep(steps.player_command(self.rules, self.campaign, self._secret, seat, command, at), seat, command, at)

    def expire(self, owed: Owed, offline_s: int = 0, credited_ms: int = 0) -> None:
        """A window runs out."""
        self.system(ExpireDeadline(what=owed.what, due=owed.due, offline_s=offline_s), owed.due, credited_ms)

    def system(
        self, command: ExpireDeadline | RecordGameResult | MoveGame, due: datetime = START, credited_ms: int = 0
    ) -> None:
        """What time or a game of chess brings, a second later or when it is due."""
        at = max(self.at + timedelta(seconds=1), due)
        step = steps.system_command(self.rules, self.campaign, self._secret, command, at, credited_ms)
        self._keep(step, None, command, at)

    def change_seat(self, seat: Seat, change: str) -> None:
        """A seat's own person hands it to a bot, takes it back or leaves; or another one takes it over."""
        at = self.at + timedelta(seconds=1)
        step = steps.change_seat(self.rules, self.campaign, self._secret, seat, seat, change, at)
        self._keep(step, seat, {"seat": seat, "change": change}, at)

    def park_and_unpark(self) -> None:
        """A fault, and its repair."""
        self._keep(steps.park(self.campaign, "ZeroDivisionError", self.at), None, b"")
        self._keep(steps.unpark(self.campaign, self.at), None, b"")

    def owed(self) -> tuple[Owed, ...]:
        """All that the rules wait for."""
        return self.rules.owed(self.campaign.game)

    def thought(self, seat: Seat) -> Any:
        """What a bot would do in a seat."""
        game = self.campaign.game
        seen = Seen(
            board=self.board, seat=seat, level=self.campaign.table.seats[seat].bot_level or 3,
            public=self.rules.view(game, None), mine=self.rules.view(game, seat),
        )  # fmt: skip
        return self.rules.bot(seen, FairChance(self._secret, self._id, b"", {"bot": self.campaign.seq << 20}))

    def export(self) -> bytes:
        """The file that `warboard export` writes."""
        head = Head(
            format=FORMAT, format_version=FORMAT_VERSION, campaign=self._id, room="golden", name="Golden",
            ruleset=self.rules.name, version=self.rules.version, map=self.board.id, status=self.campaign.status,
            secret=self._secret.hex(), map_file=self._map_file.decode(),
        )  # fmt: skip
        stored = [
            SimpleNamespace(
                seq=one.seq, at_unix_us=(one.at - EPOCH) // _MICROSECOND, seat=-1 if one.seat is None else one.seat,
                command=one.command, facts=one.facts,
            )
            for one in self.appends
        ]  # fmt: skip
        return b"".join(written(head, stored))

    def snapshots(self) -> bytes:
        """A line each: in the middle, and at the end."""
        return b"".join(self._snapshots[place - 1] + b"\n" for place in (len(self.appends) // 2, len(self.appends)))

    def _keep(self, step: steps.Step, seat: Seat | None, command: Any, at: datetime | None = None) -> None:
        self.campaign: kernel.Campaign = step.after
        if not step.facts:
            return
        self.at = at or self.at
        said = command if isinstance(command, bytes) else msgspec.json.encode(command)
        facts = encode_facts(step.facts)
        self.appends.append(Recorded(seq=step.after.seq, at=self.at, seat=seat, command=said, facts=facts))
        self._snapshots.append(self._codec.freeze(step.after))
