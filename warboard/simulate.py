"""`warboard simulate`: whole campaigns of bots on the pure core; exit status 1 if one does not end."""

import hashlib
import json
import random
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from chassis.bot_ratings import RATINGS
from services.engine.adapters.catalogue import Rules
from services.engine.core import campaign as kernel
from services.engine.core import fairness, steps
from services.engine.core.kernel import ExpireDeadline, GameWant, RecordGameResult, Rejected, SeatHolder, Seen
from services.engine.core.ruleset import Ruleset
from services.engine.core.rulesets.chess_wars.forecast import win_chance
from services.engine.core.values import Seat
from warboard.tally import TALLIES

MOST_STEPS = 20_000
"""Commands after which a campaign counts as endless."""
START = datetime(2026, 1, 1, tzinfo=UTC)
Watch = Callable[[Iterable[Any]], None]


def simulate(
    ruleset: Annotated[str, typer.Option(help="Which game.")] = "chess_wars",
    seats: Annotated[int, typer.Option(help="Bots at the table.", min=1)] = 4,
    seed: Annotated[int, typer.Option(help="The same seed plays the same campaign.")] = 1,
    options: Annotated[str, typer.Option(help="Options as a JSON object.")] = "{}",
    campaigns: Annotated[int, typer.Option(help="How many campaigns, from the seed on.", min=1)] = 1,
    level: Annotated[int, typer.Option(help="Level of all bots; 0 mixes the four in the middle.", min=0)] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON line a campaign, with all statistics.")] = False,
) -> None:
    """Play campaigns of bots and say how they ended."""
    rules = Rules().ruleset(ruleset)
    if rules is None:
        typer.echo(f"There is no game called {ruleset}.", err=True)
        raise typer.Exit(2)
    try:
        raw = msgspec.json.decode(options, type=dict[str, Any])
    except msgspec.MsgspecError as error:
        typer.echo(f"The options are no JSON object: {error}", err=True)
        raise typer.Exit(2) from error
    if seats not in rules.seats:
        typer.echo(f"{rules.name} is played by {rules.seats.start} to {rules.seats.stop - 1}.", err=True)
        raise typer.Exit(2)
    if level > rules.room.bot_levels:
        typer.echo(f"Bots of {rules.name} have levels 1 to {rules.room.bot_levels}.", err=True)
        raise typer.Exit(2)
    shown = ("seed", "reason", *TALLIES[rules.name].shown, "commands", "seconds", "points", "winners")
    table = Table(*shown, box=None, pad_edge=False, collapse_padding=True)  # fits in 80 columns
    failed = 0
    console = Console(stderr=True)
    for number in track(range(seed, seed + campaigns), "Playing", console=console, transient=True):
        try:
            entry = played(rules, number, seats, raw, level)
        except Rejected as refused:
            typer.echo(f"The rules refuse this campaign: {refused}", err=True)
            raise typer.Exit(2) from refused
        except Exception as error:  # noqa: BLE001 - whatever went wrong, the other campaigns are still worth playing
            failed += 1
            console.print(f"seed {number}: {type(error).__name__}: {error}", style="red", markup=False)
            continue
        if as_json:
            typer.echo(json.dumps(entry))
        else:
            table.add_row(*(_cell(entry[name]) for name in shown))
    if not as_json:
        Console().print(table)
    if failed:
        console.print(f"{failed} of {campaigns} campaigns did not end.", style="red")
        raise typer.Exit(1)


def _cell(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def played(rules: Ruleset, seed: int, seats: int, raw: dict[str, Any], level: int = 0) -> dict[str, Any]:
    """Play a campaign; how it ended (points by seat, and the seats on the first place) and what happened in it.

    :raises Rejected: and ValueError: as `play`.
    """
    tally, began = TALLIES[rules.name](), time.perf_counter()
    campaign, taken = play(rules, seed, seats, raw, level=level, watch=tally.watch)
    assert campaign.outcome is not None
    standings = sorted(campaign.outcome.standings, key=lambda standing: standing.seat)
    return {
        "seed": seed,
        "reason": campaign.outcome.reason,
        "commands": taken,
        "seconds": round(time.perf_counter() - began, 3),
        "points": [standing.points for standing in standings],
        "winners": [int(standing.seat) for standing in standings if standing.place == 1],
        "levels": [holder.bot_level for holder in campaign.table.seats],
        **tally.plain(),
    }


def play(
    rules: Ruleset, seed: int, seats: int, raw: dict[str, Any], *, level: int = 0, watch: Watch = lambda _: None
) -> tuple[kernel.Campaign, int]:
    """One campaign to its end, and how many commands it took.

    :param level: of all bots; 0 mixes the four in the middle.
    :param watch: is told the facts of every step.

    :raises ValueError: it does not end within `MOST_STEPS` commands, or a bot did what it may not.
    :raises Rejected: the options are refused.
    """
    secret = hashlib.sha256(f"simulate {seed}".encode()).digest()
    board = Rules().board(rules.map_id(None))
    if board is None:
        raise ValueError("the map is missing")
    drawing = fairness.FairChance(secret, "simulated", b"", {})
    checked = rules.options(raw, seats, board, drawing)
    levels = [level or _mixed(rules, seat) for seat in range(seats)]
    holders = tuple(SeatHolder(bot_level=one, person=False, rating=RATINGS[one - 1]) for one in levels)
    step = steps.open_campaign(
        rules, board, campaign=f"simulated-{seed}", seats=holders, host=0, options=checked, secret=secret,
        secret_hash=fairness.secret_hash(secret), salt=b"", at=START, simulated=True,
    )  # fmt: skip
    chosen = random.Random(seed)  # noqa: S311 - wars are drawn, not played; no secret
    for taken in range(1, MOST_STEPS):
        watch(step.facts)
        if step.after.outcome is not None:
            return step.after, taken
        try:
            step = _next(rules, step.after, secret, chosen)
        except Rejected as refused:
            raise ValueError(f"a bot's command was refused: {refused}") from refused
    raise ValueError(f"the campaign does not end within {MOST_STEPS} commands")


def _mixed(rules: Ruleset, seat: int) -> int:
    """A level for a seat, the four in the middle by turns: 3 to 6 of 8, all of 3."""
    most = rules.room.bot_levels
    number = min(most, 4)
    return 1 + (most - number) // 2 + seat % number


def _next(rules: Ruleset, campaign: kernel.Campaign, secret: bytes, chosen: random.Random) -> steps.Step:
    """Let the first bot that owes something act, else settle a game, else let time run."""
    at = campaign.at + timedelta(seconds=1)
    owed = rules.owed(campaign.game)
    due = next((entry for entry in owed if entry.seat is not None and entry.reply), None)
    if due is not None and due.seat is not None:
        command = _thought(rules, campaign, secret, due.seat)
        if command is not None:
            return steps.player_command(rules, campaign, secret, due.seat, command, at)
        return _expired(rules, campaign, secret, due.what, due.due)
    games = rules.games(campaign.game)
    if games:
        want = games[0]
        if want.stop is not None:
            stopped = RecordGameResult(war=want.war, result="stopped", reason="stopped", offer=want.stop)
            return steps.system_command(rules, campaign, secret, stopped, at)
        white, black = (campaign.table.seats[player.seat].rating for player in (want.white, want.black))
        more_time = round(200 * (want.white.initial_s - want.black.initial_s) / _seconds(want))
        wins = chosen.random() < win_chance(white, black, more_time, 1)
        result = RecordGameResult(war=want.war, result="white" if wins else "black", reason="checkmate", plies=60)
        return steps.system_command(rules, campaign, secret, result, at)
    entry = next(entry for entry in owed if not entry.open_ended)
    return _expired(rules, campaign, secret, entry.what, entry.due)


def _seconds(want: GameWant) -> int:
    return max(1, want.white.initial_s + want.black.initial_s)


def _expired(rules: Ruleset, campaign: kernel.Campaign, secret: bytes, what: str, due: datetime) -> steps.Step:
    expired = ExpireDeadline(what=what, due=due)
    return steps.system_command(rules, campaign, secret, expired, max(due, campaign.at))


def _thought(rules: Ruleset, campaign: kernel.Campaign, secret: bytes, seat: Seat) -> Any:
    game = campaign.game
    seen = Seen(
        board=game.board, seat=seat, level=campaign.table.seats[seat].bot_level or 1,
        public=rules.view(game, None), mine=rules.view(game, seat),
    )  # fmt: skip
    chance = fairness.FairChance(secret, campaign.id, b"", {"bot": campaign.seq << 20})
    return rules.bot(seen, chance)
