"""What a seat could declare war on: every target with its cheapest stakes, and why not for the rest."""

from services.engine.core.board import bits
from services.engine.core.rulesets.chess_wars import choices as ch
from services.engine.core.rulesets.chess_wars.clocks import clocks
from services.engine.core.rulesets.chess_wars.forecast import forecast
from services.engine.core.rulesets.chess_wars.refusals import Refusal
from services.engine.core.rulesets.chess_wars.stakes import cheapest, free_mask, stakeable
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.rulesets.chess_wars.targets import blocked, foreign, need_against, origins
from services.engine.core.rulesets.chess_wars.viewing_wars import clocks_view
from services.engine.core.values import PlaceId, Seat


def declare_choice(state: State, seat: Seat) -> ch.DeclareChoice:
    """Every target and every blocked country for a seat, whether or not it is its turn."""
    targets: dict[str, ch.TargetChoice] = {}
    barred: dict[str, ch.Blocked] = {}
    stakes = Stakes(state, seat)
    near = state.map.around(state.empires[seat])
    for position in bits(foreign(state, seat)):
        place = state.map.places[position]
        if not near >> position & 1:
            barred[place] = _FAR
            continue
        reason = blocked(state, seat, place)
        if reason is None:
            targets[place] = _target(state, stakes, place, position)
        else:
            barred[place] = ch.Blocked(code=reason.code.value, detail=reason.detail)
    turn = state.turn
    mine = turn is not None and turn.seat == seat
    return ch.DeclareChoice(
        not_now=_not_now(state, seat, mine),
        turn=turn.number if turn is not None and mine else 0,
        targets=targets,
        blocked=barred,
        stakeable=list(state.map.ids(free_mask(state, seat))),
    )


_FAR = ch.Blocked(code=Refusal.NOT_BORDERING.value)


def _not_now(state: State, seat: Seat, mine: bool) -> str:
    if not mine:
        return Refusal.NOT_YOUR_TURN.value
    return "" if state.players[seat].tokens else Refusal.NO_TOKENS.value


class Stakes:
    """Cheapest stakes of one seat, each counted once: many targets share origins and needs."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state = state
        self.seat = seat
        self._blocks: dict[int, int] = {}
        self._found: dict[tuple[int, int], tuple[int, ...] | None] = {}

    def block(self, origin: int) -> int:
        """Mask of everything that could be staked from an origin (a position)."""
        if origin not in self._blocks:
            block = stakeable(self.state, self.seat, 1 << origin)
            for position in bits(block):
                self._blocks[position] = block
            self._blocks[origin] = block
        return self._blocks[origin]

    def cheapest(self, origin: int, need: int) -> tuple[int, ...] | None:
        """Positions of the cheapest stake from an origin, in map order."""
        key = (origin, need)
        if key not in self._found:
            board = self.state.map
            rest = cheapest(board, self.block(origin) & ~(1 << origin), need - board.figures["value"][origin])
            self._found[key] = None if rest is None else tuple(sorted((origin, *rest)))
        return self._found[key]


def _target(state: State, stakes: Stakes, place: PlaceId, position: int) -> ch.TargetChoice:
    board = state.map
    need = need_against(state, place)
    values = board.figures["value"]
    found: dict[str, ch.OriginChoice] = {}
    ranks = []
    for origin in bits(origins(state, stakes.seat, position)):
        chosen = stakes.cheapest(origin, need)
        if chosen is None:
            continue
        total = sum(values[one] for one in chosen)
        names: list[str] = [board.places[one] for one in chosen]
        found[board.places[origin]] = ch.OriginChoice(
            cheapest=names, total=total, most=board.total("value", stakes.block(origin))
        )
        ranks.append((total, len(chosen), sorted(names), board.places[origin]))
    owner = state.territory.countries[place].owner
    times = clocks(state, stakes.seat, owner, place)
    return ch.TargetChoice(
        owner=owner,
        need=need,
        best=min(ranks)[3],
        clocks=clocks_view(times),
        forecast=forecast(state, stakes.seat, owner, times),
        origins=found,
    )
