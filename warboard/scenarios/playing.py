"""Playing a scenario on the real rules: the kernel's own functions, a clock that moves when the file says so."""

import copy
import hashlib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from services.engine.core import campaign as kernel
from services.engine.core import sight, steps
from services.engine.core.fairness import FairChance
from services.engine.core.kernel import ExpireDeadline, MoveGame, RecordGameResult, Rejected, SeatHolder, Seen
from services.engine.core.ruleset import Ruleset
from services.engine.core.rulesets.registry import Registry
from services.engine.core.storage import Codec
from services.engine.core.thoughts import is_thought
from services.engine.core.values import Seat
from warboard.scenarios.form import Expected, Scenario, Step
from warboard.scenarios.matching import differences, missing
from warboard.scenarios.reading import BadScenario, board_of, duration, people, read, seated

START = datetime(2026, 1, 1, tzinfo=UTC)
_MOMENT = timedelta(seconds=1)
_MOST_DEADLINES = 10_000


class Table:
    """A scenario being played."""

    def __init__(self, scenario: Scenario) -> None:
        """
        :raises BadScenario: it can't be started as it stands.
        """
        self._ruleset = _as_listed(scenario.ruleset)
        self._codec = Codec(self._ruleset)
        self._secret = hashlib.sha256(f"scenario {scenario.seed}".encode()).digest()
        sitting = people(scenario)
        self._seats = {player.name: seat for seat, player in enumerate(sitting)}
        board = board_of(scenario)
        options = seated(scenario.options, self._seats)
        if scenario.position is not None:
            options["position"] = self._position(scenario.position)
        chance = FairChance(self._secret, "scenario", b"lobby", {})
        host = scenario.host or next((player.name for player in sitting if player.bot is None), None)
        self.at = START
        try:
            step = steps.open_campaign(
                self._ruleset, board, campaign="scenario",
                seats=tuple(
                    SeatHolder(bot_level=player.bot, person=player.bot is None, rating=player.rating)
                    for player in sitting
                ),
                host=None if host is None else self._seat(host),
                options=self._ruleset.options(options, len(sitting), board, chance),
                secret=self._secret, secret_hash="", salt=b"", at=self.at,
            )  # fmt: skip
        except Rejected as refusal:
            raise BadScenario(f"it can't be started: {refusal.code.value} {refusal.detail}") from refusal
        self.campaign = step.after
        self._offline: dict[Seat, datetime] = {}
        """Since when those who are offline have been."""
        self.facts: list[Any] = list(step.facts)
        self.refusal: Rejected | None = None

    def take(self, step: Step) -> None:
        """Let one step happen; `facts` and `refusal` tell what came of it.

        :raises BadScenario: the step makes no sense.
        """
        self.facts, self.refusal = [], None
        try:
            self._take(step)
        except Rejected as refusal:
            self.refusal = refusal

    def _take(self, step: Step) -> None:
        if step.wait is not None:
            self._offline = {self._seat(name): self._offline.get(self._seat(name), self.at) for name in step.offline}
            self._wait(duration(step.wait))
            return
        self.at += _MOMENT
        if step.player is not None:
            self._command(step.player, step.command or {})
        elif step.bot is not None:
            self._think(step.bot)
        elif step.game is not None:
            self._system(_result(step.game.winner, self._war_sides(step.game.war), self._seats, step.game))
        elif step.stopped is not None:
            word = "declined" if step.stopped.declined else "stopped"
            self._system(RecordGameResult(war=step.stopped.war, result=word, reason=word, offer=step.stopped.offer))
        elif step.moved is not None:
            moved = step.moved
            self._system(MoveGame(war=moved.war, over_the_board=moved.over_the_board, version=moved.version))
        elif step.seat is not None:
            by = self._seat(step.seat.by or step.seat.player)
            seat = self._seat(step.seat.player)
            self._took(
                steps.change_seat(
                    self._ruleset, self.campaign, self._secret, by, seat, step.seat.change, self.at
                )
            )  # fmt: skip

    def view(self, viewer: str) -> dict[str, Any]:
        """What a player, or the public, sees now."""
        views = sight.see(self._ruleset, self.campaign)
        whole = sight.whole(views, None if viewer == "public" else self._seat(viewer))
        plain: dict[str, Any] = _plain(whole)
        return plain

    def actions(self, name: str) -> dict[str, Any]:
        """What a player may do now."""
        plain: dict[str, Any] = _plain(self._ruleset.actions(self.campaign.game, self._seat(name)))
        return plain

    def owed(self) -> list[dict[str, Any]]:
        """Everything the campaign waits for."""
        return [
            {"what": due.what, **({} if due.seat is None else {"seat": int(due.seat)})}
            for due in kernel.owed(self._ruleset, self.campaign)
        ]

    def shortfalls(self, expected: Expected) -> list[str]:
        """What is not as expected after the last step."""
        found: list[str] = []
        if self.refusal is not None:
            got = {"code": self.refusal.code.value, **_plain(self.refusal.detail)}
            wanted = expected.refused
            found += [f"it was refused: {got}"] if wanted is None else self._differ("refused", wanted, got)
        elif expected.refused is not None:
            found.append(f"it was accepted, but should have been refused with {expected.refused}")
        facts = _plain(self.facts)
        if expected.nothing and facts:
            found.append(f"nothing should have come of it, but {', '.join(fact['type'] for fact in facts)} did")
        lost = missing(seated(expected.facts, self._seats), facts)
        if lost is not None:
            found.append(f"expected the fact {lost}; got {facts}")
        for viewer, part in expected.view.items():
            found += self._differ(f"view of {viewer}", part, self.view(viewer))
        for name, part in expected.actions.items():
            found += self._differ(f"actions of {name}", part, self.actions(name))
        for wanted in seated(expected.owed, self._seats):
            if all(differences(wanted, due) for due in self.owed()):
                found.append(f"expected {wanted} to be owed; owed are {self.owed()}")
        if expected.outcome is not None:
            found += self._differ("outcome", expected.outcome, _plain(self.campaign.outcome))
        return found

    def _differ(self, name: str, expected: Any, got: Any) -> list[str]:
        return differences(seated(expected, self._seats), got, name)

    def _position(self, position: dict[str, Any]) -> dict[str, Any]:
        plain = {key: seated(value, self._seats) for key, value in position.items() if key != "empires"}
        if self._ruleset.name != "chess_wars":
            return plain
        empires = position.get("empires", {})
        if not isinstance(empires, dict) or set(empires) != set(self._seats):
            raise BadScenario("position: there must be an empire for every player, by name")
        return {**plain, "empires": [seated(empires[name], self._seats) for name in self._seats]}

    def _seat(self, name: str) -> Seat:
        if name not in self._seats:
            raise BadScenario(f"nobody is called {name}")
        return Seat(self._seats[name])

    def _command(self, name: str, command: dict[str, Any]) -> None:
        said = {**self._filled_in(str(command.get("type"))), **seated(command, self._seats)}
        parsed = self._codec.command(msgspec.json.encode({**said, "type": command.get("type")}))
        self._took(
            steps.player_command(self._ruleset, self.campaign, self._secret, self._seat(name), parsed, self.at)
        )  # fmt: skip

    def _filled_in(self, kind: str) -> dict[str, Any]:
        """What a client fills in by itself: the turn, pick, round or step that is on, and a nonce."""
        fields = next(
            (one.__struct_fields__ for one in getattr(self._ruleset.commands, "__args__", ()) if one.__name__ == kind),
            (),
        )
        game = self.view("public")["game"]
        now = {
            "turn": game.get("turn", {}).get("number", 0) if isinstance(game.get("turn"), dict) else game.get("turn"),
            "pick": game.get("draft", {}).get("pick", 0),
            "round": game.get("round", 0),
            "step": game.get("step", {}).get("number", 0),
            "nonce": "0" * 64,
        }
        return {key: value for key, value in now.items() if key in fields and value is not None}

    def _think(self, name: str) -> None:
        seat = self._seat(name)
        views = sight.see(self._ruleset, self.campaign)
        seen = Seen(
            board=self.campaign.game.board, seat=seat, level=self.campaign.table.seats[seat].bot_level or 3,
            public=views.public["game"], mine=views.mine[seat],
        )  # fmt: skip
        command = self._ruleset.bot(seen, FairChance(self._secret, "scenario", b"bot", {}))
        if command is None:
            raise BadScenario(f"{name} would rather wait")
        self._took(steps.player_command(self._ruleset, self.campaign, self._secret, seat, command, self.at))

    def _wait(self, time: timedelta) -> None:
        end = self.at + time
        for _ in range(_MOST_DEADLINES):
            waiting = [
                due for due in kernel.owed(self._ruleset, self.campaign)
                if due.due <= end and not is_thought(due.what)
            ]  # fmt: skip
            if not waiting:
                self.at = end
                return
            first = min(waiting, key=lambda due: (due.due, due.what))
            self.at = max(self.at, first.due)
            before = self.campaign.seq
            self._system(ExpireDeadline(what=first.what, due=first.due, offline_s=self._offline_s(first.seat)))
            if self.campaign.seq == before:
                raise BadScenario(f"{first.what} fell due and nothing came of it")
        raise BadScenario("deadlines without end")

    def _offline_s(self, seat: Seat | None) -> int:
        since = None if seat is None else self._offline.get(seat)
        return 0 if since is None else int((self.at - since).total_seconds())

    def _war_sides(self, war: str) -> dict[str, Any]:
        sides: dict[str, Any] | None = self.view("public")["game"].get("wars", {}).get(war)
        if sides is None:
            raise BadScenario(f"there is no war {war}")
        return sides

    def _system(self, command: ExpireDeadline | RecordGameResult | MoveGame) -> None:
        self._took(steps.system_command(self._ruleset, self.campaign, self._secret, command, self.at))

    def _took(self, step: steps.Step) -> None:
        self.campaign = step.after
        self.facts += step.facts


def _result(winner: str, war: dict[str, Any], seats: dict[str, int], game: Any) -> RecordGameResult:
    if winner == "draw":
        return RecordGameResult(war=game.war, result="draw", reason=game.reason)
    if winner not in seats or seats[winner] not in (war["attacker"], war["defender"]):
        raise BadScenario(f"{winner} doesn't play in {game.war}")
    if "white" not in war:
        raise BadScenario(f"{game.war} has no game yet")
    result = "white" if war["white"] == seats[winner] else "black"
    return RecordGameResult(war=game.war, result=result, reason=game.reason)


def _plain(value: Any) -> Any:
    """As it stands on wires: JSON's kinds only."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _as_listed(name: str) -> Ruleset:
    """The ruleset, with the seats in the order of the file instead of a drawn one."""
    try:
        listed = copy.copy(Registry().find(name))
    except KeyError as error:
        raise BadScenario(f"there is no ruleset {name}") from error
    listed.shuffles_seats = False
    return listed


def faults(path: Path) -> list[str]:
    """Play a file; what is not as it says, and where. Empty if all is."""
    try:
        scenario = read(path)
        table = Table(scenario)
        found = [f"at the start: {line}" for line in table.shortfalls(scenario.expect)]
        for number, step in enumerate(scenario.steps, 1):
            table.take(step)
            found += [f"step {number}: {line}" for line in table.shortfalls(step.expect)]
            if found:
                break  # what comes after a surprise says little
    except BadScenario as error:
        return [str(error)]
    return found
