"""Commands made up without looking at what may be done, and commands that only just miss what may."""

import random
from typing import Any, get_args

from msgspec.structs import replace

from services.engine.core.rulesets.chess_wars import commands as c
from services.engine.core.values import PlaceId, Seat
from tests.unit.chess_wars.table import Game


class Parts:
    """Parts of commands, mostly such as are met in the campaign."""

    def __init__(self, chosen: random.Random, game: Game) -> None:
        self.chosen = chosen
        self.game = game

    def place(self) -> PlaceId:
        if self.chosen.random() < 0.03:
            return PlaceId("nowhere")
        return self.chosen.choice(self.game.board.places)

    def places(self) -> tuple[PlaceId, ...]:
        return tuple(self.place() for _ in range(self.chosen.choice((0, 1, 1, 2, 3))))

    def war(self) -> str:
        return self.chosen.choice([*self.game.state.wars, f"w{self.chosen.randrange(1, 9)}"])

    def seat(self) -> Seat:
        return Seat(self.chosen.randrange(-1, len(self.game.state.players) + 1))

    def peace(self) -> str:
        return self.chosen.choice([*self.game.state.peace_offers, f"p{self.chosen.randrange(1, 4)}-0-1"])

    def accord(self) -> str:
        return self.chosen.choice([*self.game.state.accord_offers, f"a0-1-{self.chosen.randrange(1, 4)}"])

    def turn(self) -> int:
        now = self.game.state.turn.number if self.game.state.turn else 1
        return now + self.chosen.choice((0, 0, 0, -1, 1))

    def pick(self) -> int:
        now = self.game.state.draft.pick if self.game.state.draft else 1
        return now + self.chosen.choice((0, 0, 0, -1, 1))

    def named(self, name: str) -> Any:
        """A value for a field of that name."""
        return {
            "country": self.place,
            "target": self.place,
            "origin": self.place,
            "countries": self.places,
            "stake": self.places,
            "reserves": self.places,
            "from_attacker": self.places,
            "from_defender": self.places,
            "war": self.war,
            "partner": self.seat,
            "turn": self.turn,
            "pick": self.pick,
            "number": lambda: self.chosen.randrange(0, 5),
            "round": lambda: self.game.state.round + self.chosen.choice((0, 0, -1, 1)),
            "rounds": lambda: self.chosen.randrange(1, 11),
            "accord_rounds": lambda: self.chosen.choice((0, 0, 1, 5, 10)),
            "tokens": lambda: self.chosen.randrange(-3, 4),
            "terms": lambda: "",
            "option": lambda: self.chosen.randrange(-1, 4),
        }[name]()

    def offer(self, kind: type) -> str:
        return self.peace() if kind in (c.AcceptPeace, c.DeclinePeace) else self.accord()


def everything(chosen: random.Random, game: Game) -> list[Any]:
    """One command of each kind, made up; ending the campaign aside."""
    return [_made(Parts(chosen, game), kind) for kind in get_args(c.PlayerCommand) if kind is not c.EndCampaign]


def near(chosen: random.Random, game: Game, command: Any) -> Any:
    """The command with one of its parts changed."""
    parts, kind = Parts(chosen, game), type(command)
    if not kind.__struct_fields__:
        return command
    name = chosen.choice(kind.__struct_fields__)
    return replace(command, **{name: parts.offer(kind) if name == "offer" else parts.named(name)})


def _made(parts: Parts, kind: type) -> Any:
    names: tuple[str, ...] = kind.__struct_fields__  # type: ignore[attr-defined]
    return kind(**{name: parts.offer(kind) if name == "offer" else parts.named(name) for name in names})
