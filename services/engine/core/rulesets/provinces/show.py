"""Lines of the log: everything is public in this game."""

from typing import Any, assert_never

from services.engine.core.kernel import Line
from services.engine.core.rulesets.provinces import facts as f
from services.engine.core.values import Seat


def show(fact: f.Fact, viewer: Seat | None) -> tuple[Line, ...]:
    """The public's lines for None; a seat sees no others."""
    return () if viewer is not None else _lines(fact)


def _line(key: str, **parameters: Any) -> tuple[Line, ...]:
    return (Line(key=f"provinces.{key}", parameters=parameters),)


def _lines(fact: f.Fact) -> tuple[Line, ...]:
    match fact:
        case f.Dealt():
            return _line("dealt", seats=fact.seats)
        case f.TurnBegan():
            return _line("turn_began", seat=fact.seat, turn=fact.number, income=fact.income)
        case f.Reinforced():
            return _line("reinforced", seat=fact.seat, placed=fact.placed, by=fact.by)
        case f.Attacked():
            return _attacked(fact)
        case f.Moved():
            ends = {"origin": fact.origin, "target": fact.target}
            return _line("moved", seat=fact.seat, units=fact.units, **ends)
        case f.TurnEnded():
            return () if fact.by == "player" else _line("turn_ended", seat=fact.seat, by=fact.by)
        case f.PlayerOut():
            return _line(f"player_{fact.how}", seat=fact.seat)
        case f.GameEnded():
            winners = {} if fact.outcome.nobody_won else {"winner": _first(fact)}
            return _line("game_ended", reason=fact.outcome.reason, **winners)
        case _:
            assert_never(fact)


def _attacked(fact: f.Attacked) -> tuple[Line, ...]:
    whom = {} if fact.defender == f.NEUTRAL else {"defender": fact.defender}
    return _line(
        "attacked",
        seat=fact.seat,
        origin=fact.origin,
        target=fact.target,
        throws=[{"attack": throw.attack, "defence": throw.defence} for throw in fact.throws],
        attack_lost=sum(throw.attack_lost for throw in fact.throws),
        defence_lost=sum(throw.defence_lost for throw in fact.throws),
        taken=fact.taken,
        moved_in=fact.moved_in,
        **whom,
    )


def _first(fact: f.GameEnded) -> int:
    return next(int(one.seat) for one in fact.outcome.standings if one.place == 1)
