"""Who plays a seat, in random campaigns: anybody tries to change it, and what must hold of host and standing time."""

from services.engine.core.kernel import Rejected
from services.engine.core.rulesets.chess_wars.records import Phase
from services.engine.core.values import Seat
from tests.unit.chess_wars.walking import Walk


def changes_a_seat(walk: Walk) -> None:
    """Anybody gives a seat to a bot, takes it back or leaves it, or tries to: mostly its player or the host."""
    silent = [seat for seat, player in enumerate(walk.game.state.players) if player.ran_out]
    seat = walk.chosen.choice(silent) if silent and walk.chosen.random() < 0.5 else walk.chosen.randrange(walk.seats)
    by = walk.chosen.choice((seat, seat, walk.game.state.host, walk.somebody()))
    by = seat if by is None else int(by)
    change = walk.chosen.choices(("hand_to_bot", "take_back", "leave"), (4, 4, 2))[0]
    game, before, number, at = walk.game, walk.game.campaign, len(walk.game.appends), walk.game.at
    allowed = may_change(walk, by, seat, change)
    try:
        game.seat(seat, change, by=by)
        done = True
    except Rejected:
        done = False
    assert done == allowed, (by, seat, change)
    if not done:
        assert game.campaign is before
        assert len(game.appends) == number
        game.at = at
    check_people(walk)


def may_change(walk: Walk, by: int, seat: int, change: str) -> bool:
    """Whether somebody may change who plays a seat (rules section 4)."""
    table = walk.game.campaign.table
    if walk.game.campaign.outcome is not None or table.seats[seat].left:
        return False
    if by == seat:
        return True
    silent = walk.game.state.players[seat].ran_out or table.is_bot(Seat(seat))
    return by == table.host and (change == "take_back" or (change == "hand_to_bot" and silent))


def check_people(walk: Walk) -> None:
    """The host is somebody who plays, if anybody does; time stands still while nobody plays an empire."""
    table, state = walk.game.campaign.table, walk.game.state
    playing = {seat for seat, holder in enumerate(table.seats) if holder.bot_level is None and not holder.left}
    assert table.host in playing if playing else table.host is None
    if state.phase is not Phase.ENDED:
        still = all(state.players[seat].eliminated for seat in playing)
        assert (walk.game.waits() == ["abandoned"]) == still
