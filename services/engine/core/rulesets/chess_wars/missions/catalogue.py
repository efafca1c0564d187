"""The public missions: which there are, which a game can have, and how four are drawn (sections 2 and 10)."""

from services.engine.core.rulesets.chess_wars.missions.ground import Ground, Numbers
from services.engine.core.rulesets.chess_wars.missions.public_chains import (
    Consolidation,
    ContinentalBridge,
    GreatConnection,
)
from services.engine.core.rulesets.chess_wars.missions.public_fronts import AcrossTheSeas, TwoFronts
from services.engine.core.rulesets.chess_wars.missions.public_growth import Expansion, GreatExpanse, TwoBillion
from services.engine.core.rulesets.chess_wars.missions.public_places import (
    GreatPowers,
    MareNostrum,
    RegionalPower,
    SevenWonders,
    StrategicPositions,
)
from services.engine.core.rulesets.chess_wars.missions.public_records import (
    CampaignVeteran,
    Kingslayer,
    LightningCampaign,
)

PublicMission = (
    Expansion
    | RegionalPower
    | StrategicPositions
    | GreatConnection
    | CampaignVeteran
    | GreatPowers
    | AcrossTheSeas
    | ContinentalBridge
    | Consolidation
    | TwoFronts
    | MareNostrum
    | TwoBillion
    | GreatExpanse
    | SevenWonders
    | Kingslayer
    | LightningCampaign
)
"""Closed union of the public missions, in the order of the rule book."""

PUBLIC: dict[str, type[PublicMission]] = {kind.__name__: kind for kind in PublicMission.__args__}
"""By name."""
DEFAULT = ("Expansion", "StrategicPositions", "GreatPowers", "CampaignVeteran")
"""What new campaigns play."""
PLAYED = 4
"""Public missions a campaign has."""
MOST_LONG = 1
"""Long ones among four that are drawn."""


def available(kind: type[PublicMission], ground: Ground) -> bool:
    """Whether the number of seats and the draft allow a mission; its theatre may still not have what it needs."""
    if not ground.data or (kind.FREE_DRAFTS_ONLY and not ground.free_draft):
        return False
    return kind.LEAST_SEATS <= ground.seats <= kind.MOST_SEATS


def drawn(name: str, ground: Ground, numbers: Numbers) -> PublicMission | None:
    """A mission with its targets; None if this game can't have it."""
    kind = PUBLIC[name]
    return kind.drawn(ground, numbers) if available(kind, ground) else None


def four_drawn(ground: Ground, numbers: Numbers) -> tuple[PublicMission, ...]:
    """Four missions this game can have, at most one of them long, in the order of the rule book."""
    left = list(PUBLIC)
    four: dict[str, PublicMission] = {}
    while left and len(four) < PLAYED:
        name = left.pop(numbers.below(len(left)))
        if PUBLIC[name].LONG and sum(one.LONG for one in four.values()) >= MOST_LONG:
            continue
        mission = drawn(name, ground, numbers)
        if mission is not None:
            four[name] = mission
    return tuple(four[name] for name in PUBLIC if name in four)
