"""How a campaign ends, and who stands where (rules section 12)."""

from msgspec.structs import replace

from services.engine.core.kernel import Outcome, Standing
from services.engine.core.rulesets.chess_wars.append import Append
from services.engine.core.rulesets.chess_wars.commands import EndCampaign
from services.engine.core.rulesets.chess_wars.facts import CampaignEnded, PlayerEliminated
from services.engine.core.rulesets.chess_wars.peace import returned
from services.engine.core.rulesets.chess_wars.records_wars import Result, WarState
from services.engine.core.rulesets.chess_wars.refusals import Refusal, not_allowed
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.rulesets.chess_wars.titles import figures
from services.engine.core.values import Seat

TIE_ORDER = ("population", "area", "gdp")


def eliminate(append: Append) -> None:
    """Players who have lost their last country: their accords end."""
    state = append.state
    for number, empire in enumerate(state.empires):
        if empire or state.players[number].eliminated:
            continue
        ended = tuple(key for key in state.accords if str(number) in key.split("-"))
        append.add(PlayerEliminated(at=append.at, seat=Seat(number), accords_ended=ended))


def check_victory(append: Append) -> None:
    """End the campaign if someone has reached the target, or only one player has countries left."""
    state = append.state
    if any(state.points(Seat(seat)) >= state.options.target for seat in range(len(state.players))):
        end_campaign(append, "target")
    elif sum(map(bool, state.empires)) <= 1:
        end_campaign(append, "last_standing")


def standings(state: State, reason: str) -> tuple[Standing, ...]:
    """Everyone's place: total, then people, land, economy; level on all of it, places are shared.

    The last player with countries wins outright.
    """
    counted = {name: figures(state, name) for name in TIE_ORDER}
    keys = []
    for seat, empire in enumerate(state.empires):
        outright = int(reason == "last_standing" and bool(empire))
        keys.append((outright, state.points(Seat(seat)), *(counted[name][seat] for name in TIE_ORDER)))
    if reason == "target":
        keys = [_shared_at_target(state, key) for key in keys]
    return tuple(
        Standing(
            seat=Seat(seat),
            place=1 + sum(other > key for other in keys),
            points=state.points(Seat(seat)),
            figures={name: counted[name][seat] for name in TIE_ORDER},
        )
        for seat, key in enumerate(keys)
    )


def _shared_at_target(state: State, key: tuple[int, ...]) -> tuple[int, ...]:
    """Players who reach the target with equal totals share the victory, whatever their empires."""
    return (*key[:2], 0, 0, 0) if key[1] >= state.options.target else key


def rated(state: State, reason: str) -> bool:
    """Whether the campaign counts for ratings: not ended early by the host, and everybody plays still who sat down."""
    seats = state.seating.seats
    people = sum(holder.person for holder in seats)
    away = any(holder.person and (holder.left or holder.bot_level is not None) for holder in seats)
    early = reason == "abandoned" or (reason == "host" and state.round != state.options.last_round)
    return people > 1 and not away and not state.seating.replaced and not early and not state.seating.simulated


def end_campaign(append: Append, reason: str) -> None:
    """End it: wars underway are cancelled, and tokens held back go back to who held them."""
    state = append.state
    wars = {}
    tokens = {str(seat): player.tokens for seat, player in enumerate(state.players)}
    for war in state.underway:
        result = Result(how="cancelled", at=append.at)
        if war.redirect_paid:
            tokens[str(war.defender)] += 1
        wars[war.id] = replace(
            war,
            state=WarState.CANCELLED,
            result=result,
            ended_round=state.round,
            due=None,
            stop=None,
            held=(),
            reserves=(),
            redirect_paid=False,
        )
    for offer in state.peace_offers.values():
        for seat, back in returned(state, offer).items():
            tokens[seat] += back - state.players[int(seat)].tokens
    outcome = Outcome(reason=reason, standings=standings(state, reason), rated=rated(state, reason))
    append.add(CampaignEnded(at=append.at, outcome=outcome, wars=wars, tokens=tokens))


def may_end(state: State, seat: Seat) -> None:
    """Whether a seat may end the campaign.

    :raises Rejected: `not_host`.
    """
    if seat != state.host:
        not_allowed(Refusal.NOT_HOST, "12")


def decide_end(append: Append, seat: Seat, command: EndCampaign) -> None:
    """End the campaign at the host's word, on points as they stand."""
    del command
    may_end(append.state, seat)
    end_campaign(append, "host")
