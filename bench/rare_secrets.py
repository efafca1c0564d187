"""Campaigns of bots with the secrets that a draft hardly ever deals: each seat is given one after the draft.

Hidden Triangle is seldom the best fit, and Measured Expansion fills in only where fewer than three others fit. So the
bots draft as always, and then the campaign begins anew from the drafted empires, with these secrets chosen.
"""

import hashlib
from collections import Counter
from typing import Any

import msgspec

from services.engine.adapters.catalogue import Rules
from services.engine.core import fairness, steps
from services.engine.core.kernel import SeatHolder
from services.engine.core.rulesets.chess_wars.facts_missions import MissionScored
from services.engine.core.rulesets.chess_wars.facts_rounds import CountriesPicked
from services.engine.core.rulesets.chess_wars.facts_secrets import SecretsDealt
from services.engine.core.rulesets.chess_wars.looks import look_of
from services.engine.core.rulesets.chess_wars.missions.growth import MeasuredExpansion, fallback
from services.engine.core.rulesets.chess_wars.missions.look import Look
from services.engine.core.rulesets.chess_wars.missions.secret import SecretMission
from services.engine.core.rulesets.chess_wars.missions.triangle import HiddenTriangle, candidates
from services.engine.core.values import Seat
from warboard.simulate import START, play

SEATS, LEVEL = 4, 3
NAMES = (HiddenTriangle.__name__, MeasuredExpansion.__name__)


class _Drafted(Exception):  # noqa: N818 - not an error: the draft is over
    pass


def campaign(seed: int) -> tuple[Counter[str], Counter[str]]:
    """How often each of the two secrets was held, and how often it scored, in one campaign of four bots."""
    empires = [{"countries": countries} for countries in _draft(seed)]
    held: Counter[str] = Counter()
    for seat, look in enumerate(_looks(empires)):
        secret = _secret(look, measured=(seat + seed) % SEATS == 0)
        if secret is not None:
            held[secret.name] += 1
            empires[seat]["secret"] = msgspec.to_builtins(secret)
    scored: Counter[str] = Counter()

    def watch(facts: tuple[Any, ...]) -> None:
        scored.update(fact.mission for fact in facts if isinstance(fact, MissionScored) and fact.mission in NAMES)

    play(_rules(), seed, SEATS, {"position": {"empires": empires}}, level=LEVEL, watch=watch)
    return held, scored


def _rules() -> Any:
    rules = Rules().ruleset("chess_wars")
    assert rules is not None
    return rules


def _draft(seed: int) -> list[list[str]]:
    """The empires as bots draft them, by seat."""
    empires: list[list[str]] = [[] for _ in range(SEATS)]

    def watch(facts: tuple[Any, ...]) -> None:
        for fact in facts:
            if isinstance(fact, CountriesPicked):
                empires[fact.seat] += fact.countries
            elif isinstance(fact, SecretsDealt):
                raise _Drafted

    try:
        play(_rules(), seed, SEATS, {}, level=LEVEL, watch=watch)
    except _Drafted:
        return empires
    raise AssertionError("the draft dealt no secrets")


def _looks(empires: list[dict[str, Any]]) -> list[Look]:
    """Each empire as its missions see it at the start."""
    rules, secret = _rules(), hashlib.sha256(b"rare secrets").digest()
    board = Rules().board(rules.map_id(None))
    options = rules.options({"position": {"empires": empires}}, SEATS, board, fairness.FairChance(secret, "", b"", {}))
    game = steps.open_campaign(
        rules, board, campaign="position", seats=(SeatHolder(bot_level=LEVEL, person=False),) * SEATS, host=0,
        options=options, secret=secret, secret_hash="", salt=b"", at=START, simulated=True,
    ).after.game  # fmt: skip
    return [look_of(game, Seat(seat)) for seat in range(SEATS)]


def _secret(look: Look, *, measured: bool) -> SecretMission | None:
    if measured:
        return fallback(look)
    nearest = next(iter(candidates(look)), ())
    return nearest[0][1] if nearest else None
