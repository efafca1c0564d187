"""The first facts of a campaign (rules sections 2 and 3)."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from services.engine.core.kernel import Chance, Setup
from services.engine.core.rulesets.chess_wars import consequences
from services.engine.core.rulesets.chess_wars.append import DAY, Append
from services.engine.core.rulesets.chess_wars.clocks import frozen_ratings
from services.engine.core.rulesets.chess_wars.dealing import deal
from services.engine.core.rulesets.chess_wars.draft import first_turn
from services.engine.core.rulesets.chess_wars.facts import CampaignStarted, EmpiresDealt, Fact
from services.engine.core.rulesets.chess_wars.options import DraftStyle, Options, theatre_mask
from services.engine.core.rulesets.chess_wars.position import check_position
from services.engine.core.rulesets.chess_wars.setting import position_set, set_secrets
from services.engine.core.rulesets.chess_wars.state import State


def start(setup: Setup, chance: Chance, evolve: Callable[[State | None, Fact], State]) -> tuple[Any, ...]:
    """The start: ratings freeze, and the draft begins, or the theatre is dealt, or a position is set."""
    options: Options = setup.options
    board = setup.board
    position = None if options.position is msgspec.UNSET else options.position
    if position is None:
        theatre = theatre_mask(options, board)
    else:
        theatre = check_position(position, len(setup.table.seats), board)
    dealt = options.draft is DraftStyle.DEALT
    window = timedelta(minutes=5) if options.live else DAY
    seats = len(setup.table.seats)
    started = CampaignStarted(
        at=setup.at,
        campaign=setup.campaign,
        map_id=board.id,
        map_sha256=board.sha256,
        options=options,
        theatre=board.ids(theatre),
        ratings=frozen_ratings(setup.table),
        draft=None if dealt or position is not None else first_turn(theatre.bit_count(), seats, setup.at, window),
        still=not setup.table.people,
    )
    state = replace(evolve(None, started), board=setup.board, table=setup.table)
    append = Append(state, setup.at, chance, evolve)
    if position is not None:
        append.add(position_set(append, position))
        set_secrets(append, position)
        consequences.follow_up(append, None)
    elif dealt:
        empires = deal(board, theatre, seats, chance.below("deal", 1 << 62))
        append.add(
            EmpiresDealt(
                at=setup.at,
                empires=tuple(board.ids(empire) for empire in empires),
                drafted_values=tuple(board.total("value", empire) for empire in empires),
            )
        )
        consequences.follow_up(append, None)
    return (started, *append.facts)
