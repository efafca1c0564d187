"""Which public missions a campaign plays (rules section 2): the default four, four picked, or four drawn."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from services.engine.adapters.maps import load_board
from services.engine.core import steps
from services.engine.core.fairness import FairChance, secret_hash
from services.engine.core.kernel import Rejected, SeatHolder
from services.engine.core.rulesets.chess_wars.missions.catalogue import DEFAULT, PUBLIC
from services.engine.core.rulesets.chess_wars.options import Options
from services.engine.core.storage import encode_facts
from services.engine.core.verifying import Recorded, faults
from tests.unit.chess_wars.table import RULES, START, small

WORLD = load_board("world")
FOUR = ["TwoFronts", "Expansion", "SevenWonders", "Kingslayer"]


def check(seats: int = 4, **raw: Any) -> Options:
    """As the engine checks a room's options."""
    chance = FairChance(b"\5" * 32, "room", b"", {})
    checked: Options = RULES.options(raw, seats, WORLD, chance)
    return checked


def refused(seats: int = 4, **raw: Any) -> tuple[str, dict[str, Any]]:
    with pytest.raises(Rejected) as refusal:
        check(seats, **raw)
    return refusal.value.code.value, dict(refusal.value.detail)


def names(options: Options) -> list[str]:
    return [mission.name for mission in options.played]


def test_the_default_four_with_exact_targets() -> None:
    """Whoever sets nothing plays the default four, and everybody can read their targets in the options."""
    played = msgspec.to_builtins(check())["played"]
    assert [mission["type"] for mission in played] == list(DEFAULT)
    assert len(played[1]["countries"]) == 5


def test_picked() -> None:
    """Any other four, in the order of the rule book."""
    assert names(check(missions="picked", picked=FOUR)) == [name for name in PUBLIC if name in FOUR]
    for wrong in ([], FOUR[:3], [*FOUR, "TwoBillion"], [*FOUR[:3], FOUR[0]], [*FOUR[:3], "WorldPeace"]):
        assert refused(missions="picked", picked=wrong)[0] == "bad_option"


@pytest.mark.parametrize(
    ("seats", "mission", "settings"),
    [
        (5, "MareNostrum", {}),
        (5, "GreatConnection", {}),
        (4, "Consolidation", {"draft": "connected"}),
        (2, "TwoBillion", {"theatre": ["Europe"]}),
        (2, "SevenWonders", {"theatre": ["Europe"]}),
        (2, "TwoFronts", {"theatre": ["Africa"]}),
    ],
)
def test_what_the_settings_rule_out_is_refused(seats: int, mission: str, settings: dict[str, Any]) -> None:
    """A picked mission that the seats, the draft or the theatre make impossible is named in the refusal."""
    picked = [mission, "Expansion", "Kingslayer", "LightningCampaign"]
    code, detail = refused(seats, missions="picked", picked=picked, **settings)
    assert (code, detail) == ("mission_unavailable", {"missions": [mission]})


def test_all_that_is_ruled_out_is_named() -> None:
    """Several are named at once, in the order of the rule book, so that the host needn't try them one by one."""
    picked = ["SevenWonders", "Expansion", "MareNostrum", "Kingslayer"]
    code, detail = refused(5, missions="picked", picked=picked, theatre=["Europe"])
    assert (code, detail) == ("mission_unavailable", {"missions": ["MareNostrum", "SevenWonders"]})


def test_drawn() -> None:
    """Four different ones, at most one of them long."""
    for redraws in range(12):
        played = check(missions="drawn", redraws=redraws).played
        assert len(played) == 4
        assert sum(mission.LONG for mission in played) <= 1


def test_targets_stay_until_they_are_drawn_anew() -> None:
    """Other settings don't change the draw, what a client sends as targets is ignored, and a redraw is counted."""
    first = check()
    assert check(target=8).played == first.played
    sent = msgspec.to_builtins(check(redraws=1))["played"]
    assert check(played=sent).played == first.played
    drawn = {check(redraws=count).played for count in range(6)}
    assert len(drawn) > 1
    assert check(redraws=5).played == check(redraws=5).played
    assert check(redraws=5).redraws == 5


def test_every_redraw_can_be_computed_again() -> None:
    """The n-th redraw is the n-th draw of the purpose `lobby`, without salt."""
    chance = FairChance(b"\5" * 32, "room", b"", {})
    RULES.options({"redraws": 3}, 4, WORLD, chance)
    assert [(draw.purpose, draw.n) for draw in chance.draws] == [("lobby", n) for n in range(4)]


def test_maps_without_missions_play_none() -> None:
    """A small board has no targets."""
    chance = FairChance(b"\5" * 32, "room", b"", {})
    assert RULES.options({}, 2, small(), chance).played == ()
    assert chance.draws == []


def test_verifying_draws_the_targets_once_more() -> None:
    """Targets that the secret doesn't lead to are found after the end."""

    def found(options: Options) -> list[str]:
        step = steps.open_campaign(
            RULES, WORLD, campaign="room", seats=(SeatHolder(),) * 4, host=0, options=options,
            secret=b"\5" * 32, secret_hash=secret_hash(b"\5" * 32), salt=b"salt", at=START,
        )  # fmt: skip
        start = Recorded(seq=1, at=START, seat=None, command=b"", facts=encode_facts(step.facts))
        return list(faults(RULES, WORLD, b"\5" * 32, [start]))

    assert found(check(redraws=2)) == []
    assert found(replace(check(redraws=2), redraws=1)) == ["the options were drawn otherwise than the secret has it"]
