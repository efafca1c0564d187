"""What the games came to: ratings and scores."""

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Any

import msgspec

from services.chessgate.core.levels import LEVELS
from warboard.calibration.elo import WIDE, Rating, Score, fit
from warboard.calibration.match import PIN, Played, Player, levels, pin

LEAST = 0.65
"""What each level has to score against the one below."""


class Pair(msgspec.Struct, frozen=True, kw_only=True):
    """How two players fared against each other; the first's view."""

    player: str
    against: str
    games: int
    wins: int
    draws: int
    losses: int

    @property
    def share(self) -> float:
        """Points a game."""
        return (self.wins + self.draws / 2) / self.games

    @property
    def margin(self) -> float:
        """Half of the 95 % interval of the share, by the spread of these games (a won and a lost one are added)."""
        games, share = self.games + 2, (self.wins + self.draws / 2 + 1) / (self.games + 2)
        spread = ((self.wins + 1) + self.draws / 4) / games - share**2
        return WIDE * sqrt(max(0.0, spread) / games)


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A calibration."""

    engine: str
    pinned: int
    """Rating of the pin: the `UCI_Elo` it was limited to."""
    games: int
    seeds: tuple[int, ...]
    ratings: tuple[Rating, ...]
    """Of levels 1 to 8."""
    pairs: tuple[Pair, ...]
    seconds: tuple[tuple[float, float], ...]
    """Of levels 1 to 8: a move's mean and the longest one."""
    plies: float
    """A game's mean."""
    too_long: int
    """Games drawn by their length."""

    @property
    def too_close(self) -> list[Pair]:
        """Neighbours of which the stronger scored too little."""
        return [pair for pair in self.pairs if neighbours(pair) and pair.share < LEAST]


def neighbours(pair: Pair) -> bool:
    """Whether these are a level and the one below."""
    order = [player.name for player in levels(range(1, len(LEVELS) + 1))]
    return PIN not in {pair.player, pair.against} and order.index(pair.player) == order.index(pair.against) + 1


def report(games: Sequence[Played], pinned: int) -> Report:
    """Sum the games up and fit the ratings.

    :raises ValueError: a level has played too little to be linked with the pin.
    """
    everybody = levels(range(1, len(LEVELS) + 1))
    pairs = tuple(_pairs(games))
    scores = [
        Score(player=pair.player, against=pair.against, points=pair.share * pair.games, games=pair.games)
        for pair in pairs
    ]
    fitted = fit(scores, PIN, pinned)
    if missing := [player.name for player in everybody if player.name not in fitted]:
        raise ValueError(f"no games yet: {', '.join(missing)}")
    return Report(
        engine=", ".join(sorted({game.engine for game in games})), pinned=pinned, games=len(games),
        seeds=tuple(sorted({game.seed for game in games})), pairs=pairs,
        ratings=tuple(fitted[player.name] for player in everybody),
        seconds=tuple(_seconds(games, player) for player in everybody),
        plies=sum(game.plies for game in games) / len(games),
        too_long=sum(game.reason == "length" for game in games),
    )  # fmt: skip


def counted(games: Iterable[Played], pinned: int) -> list[Played]:
    """Those of these games that were played between the present levels and pin."""
    now = {player.name: player for player in (*levels(range(1, len(LEVELS) + 1)), pin(pinned))}
    return [game for game in games if all(now.get(one.name) == one for one in (game.first, game.second))]


def plain(made: Report) -> dict[str, Any]:
    """For `--json`."""
    shares = [{**msgspec.to_builtins(pair), "share": pair.share, "margin": pair.margin} for pair in made.pairs]
    return {**msgspec.to_builtins(made), "pairs": shares}


def _pairs(games: Iterable[Played]) -> Iterable[Pair]:
    points: dict[tuple[str, str], list[float]] = {}
    for game in games:
        points.setdefault((game.first.name, game.second.name), []).append(game.points)
    for (player, against), won in sorted(points.items()):
        yield Pair(
            player=player, against=against, games=len(won), wins=won.count(1), draws=won.count(0.5),
            losses=won.count(0),
        )  # fmt: skip


def _seconds(games: Iterable[Played], player: Player) -> tuple[float, float]:
    moves, seconds, longest = 0, 0.0, 0.0
    for game in games:
        for side, one in enumerate((game.first, game.second)):
            if one == player:
                moves += game.moves[side]
                seconds += game.seconds[side]
                longest = max(longest, game.longest[side])
    return seconds / max(1, moves), longest
