"""A campaign played at random on a small theatre, with what must hold after every step."""

import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec

from services.engine.core import campaign as kernel
from services.engine.core import kernel_facts
from services.engine.core.board import Board
from services.engine.core.kernel import Rejected
from services.engine.core.patches import apply, diff
from services.engine.core.rulesets.chess_wars import commands as c
from services.engine.core.rulesets.chess_wars.facts import SecretChosen, SecretsDealt
from services.engine.core.rulesets.chess_wars.looks import look_of
from services.engine.core.rulesets.chess_wars.missions.growth import HalfOfHumanity
from services.engine.core.rulesets.chess_wars.records import Phase
from services.engine.core.rulesets.chess_wars.records_secrets import PlayerSecret
from services.engine.core.rulesets.chess_wars.rounds import held_back
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.rulesets.chess_wars.view import PrivateView, PublicView
from services.engine.core.storage import Codec, encode_facts
from services.engine.core.values import Seat
from tests.unit.chess_wars.listed import Listing
from tests.unit.chess_wars.making import everything, near
from tests.unit.chess_wars.offered import offered
from tests.unit.chess_wars.table import Game, board_of, no_nulls, plain

KNOWN_ONLY_TO = {"peace_offers": "p", "accord_offers": "a"}


def random_board(chosen: random.Random, seats: int) -> Board:
    """A connected board of six to eight countries a seat, with lanes among the borders."""
    names = [f"{a}{b}" for a in "ABCDEFGH" for b in "abcdefgh"][: seats * chosen.randrange(6, 9)]
    pairs = {f"{names[chosen.randrange(i)]}-{names[i]}" for i in range(1, len(names))}
    for _ in range(len(names)):
        a, b = chosen.sample(range(len(names)), 2)
        pairs.add(f"{names[min(a, b)]}-{names[max(a, b)]}")
    sea = {pair for pair in pairs if chosen.random() < 0.2}
    board = board_of({name: chosen.randrange(1, 10) for name in names}, land=pairs - sea, sea=sea)
    return with_missions(chosen, board) if chosen.random() < 0.6 else board


def with_missions(chosen: random.Random, board: Board) -> Board:
    """The board with targets of missions, and places that lie somewhere."""

    def some(count: int) -> list[str]:
        return [str(place) for place in chosen.sample(board.places, count)]

    missions = {
        "groups": {f"g{n}": {"need": 3, "countries": some(5)} for n in range(2)},
        "mountain_kingdom": {"need": 2, "clusters": [{"countries": some(3)} for _ in range(4)]},
        "island_empire": {"pool": some(9)},
        "straits": [{"id": f"s{n}", "shore_a": some(1), "shore_b": some(2)} for n in range(4)],
        "strategic_positions": {"need": 3, "marked": 5, "pool": [{"id": place} for place in some(6)]},
        "routes": {"r": dict(zip(("from", "to"), some(2), strict=True))},
    }
    points = {place: (chosen.uniform(-60, 60), chosen.uniform(-180, 180)) for place in board.places}
    west = board.mask(some(len(board.places) // 2))
    tags = {**board.tags, "continent:West": west, "continent:East": board.everywhere & ~west}
    return msgspec.structs.replace(board, extra={"missions": missions, "points": points}, tags=tags)


class Walk:
    """One random campaign, checked after every step."""

    def __init__(self, seed: int, seats: int, **options: Any) -> None:
        self.chosen = random.Random(seed)
        self.board = random_board(self.chosen, seats)
        ratings = {seat: self.chosen.randrange(800, 2400) for seat in range(seats)}
        self.game = Game(self.board, seats=seats, ratings=ratings, last_round=6, **options)
        self.seats = seats
        self.views = self.all_views()

    def all_views(self) -> list[dict[str, Any]]:
        return [self.game.view(), *(self.game.view(seat) for seat in range(self.seats))]

    def step(self) -> None:
        """Anything at all."""
        roll = self.chosen.random()
        if roll < 0.06:
            self.watched(Walk.nonsense)
        elif roll < 0.12:
            self.watched(Walk.near_miss)
        elif roll < 0.2:
            self.watched(Walk.time_passes)
        elif roll < 0.22:
            self.watched(Walk.somebody_comes_or_goes)
        else:
            self.watched(Walk.something_offered)

    def watched(self, step: Callable[["Walk"], None]) -> None:
        """Take a step and look at everything after it."""
        before, number = self.game.state, len(self.game.appends)
        tokens = sum(self.held(seat) for seat in range(self.seats))
        step(self)
        if len(self.game.appends) > number:
            self.check_tokens(before, tokens)
        self.check()

    def held(self, seat: int) -> int:
        return self.game.state.players[seat].tokens + held_back(self.game.state, Seat(seat))

    def something_offered(self) -> None:
        order = list(range(self.seats))
        self.chosen.shuffle(order)
        for seat in order:
            listed = self.offered_to(seat)
            if listed:
                weights = [WEIGHTS.get(type(one), 1.0) for one in listed]
                self.game.do(seat, self.chosen.choices(listed, weights)[0])
                return
        self.time_passes()

    def offered_to(self, seat: int) -> list[Any]:
        """A command for everything that is listed for a seat, but for the word that ends it all."""
        listed = offered(self.game.actions(seat), self.chosen.randrange)
        return [command for command in listed if not isinstance(command, c.EndCampaign)]

    def time_passes(self) -> None:
        """A game ends, or a window does; or just some time."""
        if self.chosen.random() < 0.1:
            self.game.at += timedelta(hours=2)
            return
        games = self.game.rules.games(self.game.state)
        if games and self.chosen.random() < 0.8:
            want = self.chosen.choice(games)
            if want.stop is not None and self.chosen.random() < 0.6:
                self.game.result(want.war, "stopped", "stopped", want.stop)
            elif want.offers and self.chosen.random() < 0.5:
                self.game.result(want.war, "", "declined", want.offers[0].offer)
            else:
                self.game.result(want.war, self.chosen.choice(["white", "black", "draw"]))
            return
        open_windows = [owed for owed in self.game.owed() if not owed.open_ended]
        if open_windows:
            self.game.expire(min(open_windows, key=lambda owed: owed.due).what)

    def somebody_comes_or_goes(self) -> None:
        seat = self.chosen.randrange(self.seats)
        away = self.game.campaign.table.is_bot(Seat(seat))
        self.game.seat(seat, "take_back" if away else "hand_to_bot", by=seat)

    def nonsense(self) -> None:
        """A command made up with little thought, by anybody."""
        seat = self.somebody()
        self.tried(seat, self.chosen.choice(everything(self.chosen, self.game)))

    def near_miss(self) -> None:
        """Something that somebody may do, with one part of it changed, or done by somebody else."""
        seat = self.somebody()
        listed = self.offered_to(seat)
        if not listed:
            return
        command = self.chosen.choices(listed, [WEIGHTS.get(type(one), 1.0) for one in listed])[0]
        if self.chosen.random() < 0.3:
            self.tried(self.chosen.randrange(self.seats), command)
        else:
            self.tried(seat, near(self.chosen, self.game, command))

    def host_passes(self) -> None:
        """Hours later somebody, mostly the host, passes the turn that is on."""
        self.game.at += timedelta(hours=self.chosen.randrange(3))
        turn = self.game.state.turn
        self.tried(self.somebody(), c.PassTurnFor(turn=0 if turn is None else turn.number))

    def somebody(self) -> int:
        """Mostly somebody of whom something is asked, or the host."""
        asked = [owed.seat for owed in self.game.owed()] + [self.game.state.host]
        seat = self.chosen.choice(asked) if self.chosen.random() < 0.7 else None
        return self.chosen.randrange(self.seats) if seat is None else int(seat)

    def tried(self, seat: int, command: Any) -> None:
        """What is listed is accepted; everything else is refused, with a known code, and changes nothing."""
        before, number, at = self.game.campaign, len(self.game.appends), self.game.at
        allowed = self.listing(seat).allows(command)
        refusal = self.answer(seat, command)
        if isinstance(command, c.AcceptPeace) and refusal is None and not allowed:
            # Terms that can't be kept any more aren't listed; accepting them is no mistake, the offer lapses.
            assert any(getattr(fact, "how", "") == "stale" for fact in self.game.appends[-1][1])
            return
        assert allowed == (refusal is None), (seat, command, refusal)
        if refusal is not None:
            assert self.game.campaign is before
            assert len(self.game.appends) == number
            assert refusal.code == "over" if before.ended_at else refusal.code in self.game.rules.refusals
            no_nulls(plain(refusal.detail))
            self.game.at = at

    def answer(self, seat: int, command: Any) -> Rejected | None:
        """What a command is refused with; None if it was done."""
        try:
            self.game.do(seat, command)
        except Rejected as refusal:
            return refusal
        return None

    def listing(self, seat: int) -> Listing:
        """What a seat is told a second before its command."""
        game = self.game
        mine = [place for place, holding in game.state.territory.countries.items() if holding.owner == seat]
        return Listing(game.actions(seat), self.board, mine, game.at + timedelta(seconds=1))

    def check_tokens(self, before: Any, tokens: int) -> None:
        """Tokens are only made when a round starts, and only spent on what costs them."""
        state = self.game.state
        if state.round == before.round:
            assert sum(self.held(seat) for seat in range(self.seats)) <= tokens

    def check(self) -> None:
        state, game = self.game.state, self.game
        assert set(state.territory.countries) <= set(state.theatre)
        if state.phase is Phase.WAR:
            assert set(state.territory.countries) == set(state.theatre)
            assert not any(kept_back(state, Seat(seat)) for seat in range(self.seats))
        assert all(player.tokens >= 0 for player in state.players)
        tied: list[str] = []
        for war in state.underway:
            tied += set(war.ties())
            assert all(state.territory.countries[place].owner == war.attacker for place in (*war.stake, *war.added))
            assert all(state.territory.countries[place].owner == war.defender for place in war.put_ins)
            assert state.territory.countries[war.target].owner == war.defender
        assert len(tied) == len(set(tied))
        assert game.owed() or state.phase is Phase.ENDED
        assert len({owed.what for owed in game.owed()}) == len(game.owed())
        self.check_views()

    def check_views(self) -> None:
        """Views have no nulls, keep to their types, tell nobody what isn't theirs, and follow from their patches."""
        views = self.all_views()
        for number, (before, after) in enumerate(zip(self.views, views, strict=True)):
            no_nulls(after)
            assert apply(before, diff(before, after)) == after
            msgspec.convert(after, PublicView if number == 0 else PrivateView, strict=True)
        self.views = views
        assert not set(KNOWN_ONLY_TO) & set(views[0])
        self.check_secrets(views[0])
        for seat, mine in enumerate(views[1:]):
            for kind in KNOWN_ONLY_TO:
                assert all(seat in (offer["by"], offer["to"]) for offer in mine.get(kind, {}).values())

    def check_secrets(self, public: dict[str, Any]) -> None:
        """Offers are in no byte that others see: not in the public view, nor in anybody else's lines."""
        offers = [*self.game.state.peace_offers.values(), *self.game.state.accord_offers.values()]
        seen = msgspec.json.encode(public).decode()
        assert not any(f'"{offer.id}"' in seen for offer in offers)
        facts = [fact for fact in self.game.appends[-1][1] if not isinstance(fact, kernel_facts.KernelFact)]
        for viewer in (None, *map(Seat, range(self.seats))):
            shown = [self.game.rules.show(fact, viewer) for fact in facts]
            no_nulls(plain(shown))
            lines = msgspec.json.encode(shown).decode()
            assert not any(f'"{one.id}"' in lines for one in offers if viewer not in (one.by, one.to))

        no_nulls(plain([self.game.rules.notices(fact) for fact in facts]))
        if self.game.state.secrets and self.game.state.phase is not Phase.ENDED:
            self.check_disguised(Seat(len(self.game.appends) % self.seats))

    def check_disguised(self, seat: Seat) -> None:
        """With another secret nobody else would see, be told or be listed anything else, to the byte."""
        held = self.game.state.secrets[str(seat)]
        if held.revealed:
            return
        other = disguised(held)
        state = self.game.state
        changed = msgspec.structs.replace(state, secrets={**state.secrets, str(seat): other})
        for viewer in (None, *(one for one in map(Seat, range(self.seats)) if one != seat)):
            assert self.seen_by(viewer, state) == self.seen_by(viewer, changed)
            for fact in self.game.appends[-1][1]:
                match fact:
                    case SecretsDealt():
                        hidden = msgspec.structs.replace(fact, secrets={**fact.secrets, str(seat): other})
                    case SecretChosen(seat=who) if who == seat:
                        hidden = msgspec.structs.replace(fact, option=1 - fact.option)
                    case _:
                        continue
                assert self.game.rules.show(fact, viewer) == self.game.rules.show(hidden, viewer)
                assert self.game.rules.notices(fact) == self.game.rules.notices(hidden)

    def seen_by(self, viewer: Seat | None, state: Any) -> bytes:
        """Everything a class is told of a state."""
        rules = self.game.rules
        listed = {} if viewer is None else rules.actions(state, viewer)
        return msgspec.json.encode([rules.view(state, viewer), listed, rules.owed(state), rules.games(state)])

    def replayed(self) -> None:
        """Stored facts, read back and folded, give the same state and the same views."""
        codec = Codec(self.game.rules)
        campaign = None
        for at, facts in self.game.appends:
            campaign = kernel.replay(self.game.rules, self.board, campaign, at, codec.facts(encode_facts(facts)))
        assert campaign is not None
        again = msgspec.structs.replace(campaign.game, board=None, table=None)
        assert msgspec.json.encode(again) == plain_state(self.game)
        assert plain(self.game.rules.view(campaign.game, None)) == plain(self.game.view())
        thawed = codec.thaw(codec.freeze(campaign), self.board)
        assert plain(self.game.rules.view(thawed.game, None)) == plain(self.game.view())


def disguised(held: PlayerSecret) -> PlayerSecret:
    """Another secret in the place of one: other options, and another choice, but as many."""
    options = tuple(HalfOfHumanity(people=10**9 + number) for number in range(len(held.options)))
    chosen = None if held.chosen is None else (held.chosen + 1) % len(options)
    return PlayerSecret(options=options, chosen=chosen)


WEIGHTS = {
    c.PassTurn: 0.2,
    c.ProposeAccord: 0.02,
    c.SetPreferences: 0.02,
    c.CallOff: 0.1,
    c.RenounceAccord: 0.1,
    c.OfferPeace: 0.2,
    c.AcceptPeace: 0.4,
    c.AdvanceRound: 0.05,
    c.DeclareWar: 4.0,
    c.RaiseStakes: 4.0,
}
"""How gladly a random player gives a command, so that wars go their length."""


def kept_back(state: State, seat: Seat) -> bool:
    """Whether a secret that everyone must know of by now isn't revealed (rules section 10)."""
    held = state.secrets.get(str(seat))
    if held is None or held.mission is None or held.revealed or state.players[seat].eliminated:
        return False
    return held.mission.steps_left(look_of(state, seat)) <= (0 if held.mission.SHOWN_ONLY_COMPLETE else 1)


def plain_state(game: Game) -> bytes:
    return msgspec.json.encode(msgspec.structs.replace(game.state, board=None, table=None))
