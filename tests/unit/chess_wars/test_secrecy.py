"""Nobody learns what isn't theirs: not from a view, a patch, a line, a notice, a listing or a refusal, nor from when.

Two proofs. *Two worlds*: with everything that a viewer may not know changed or taken away, the viewer is shown and
refused the same to the byte. *Marks*: ids and words of the others' offers, and the campaign's secret, stand nowhere in
what a class was ever shown; an append of private facts alone gives outsiders no update, whose number would count it.
"""

import random
from datetime import timedelta
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from services.engine.core import kernel_facts, sight, steps
from services.engine.core.kernel import Rejected
from services.engine.core.rulesets.chess_wars import commands as c
from services.engine.core.rulesets.chess_wars import facts as f
from services.engine.core.rulesets.chess_wars.missions.growth import HalfOfHumanity
from services.engine.core.rulesets.chess_wars.records import Phase, Player
from services.engine.core.rulesets.chess_wars.records_secrets import PlayerSecret
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.values import PlaceId, Seat
from tests.unit.chess_wars.bots_play import play
from tests.unit.chess_wars.table import Game, board_of, declare, drafted
from tests.unit.chess_wars.walking import Walk, random_board

OFFERS = f.PeaceOffered | f.PeaceOfferEnded | f.PeaceAccepted | f.GameWentOn | f.AccordProposed | f.AccordOfferEnded
EVERYBODY = None


class Outsiders:
    """Looks at each append of a campaign with the eyes of those it doesn't concern."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.viewers: tuple[Seat | None, ...] = (None, *map(Seat, range(len(game.campaign.table.seats))))
        self.seen = sight.see(game.rules, game.campaign)
        self.marks: dict[bytes, set[Seat] | None] = {game.secret.hex().encode(): set()}
        """What stands nowhere but with these seats (`EVERYBODY`: it is public by now)."""
        self.met: set[str] = set()
        self._do, self._take = game.do, game._took
        game.do = self.do  # type: ignore[method-assign]
        game._took = self.took  # type: ignore[method-assign]

    def do(self, seat: int, command: Any, *, after: timedelta = timedelta(seconds=1)) -> tuple[Any, ...]:
        """A player's command; accords get words that can be told from all others."""
        if isinstance(command, c.ProposeAccord):
            command = replace(command, terms=f"words-{len(self.game.appends)}-")
        return self._do(seat, command, after=after)

    def took(self, step: steps.Step) -> tuple[Any, ...]:
        """Look at an append."""
        before, taken = self.seen, self._take(step)
        self.seen = sight.see(self.game.rules, self.game.campaign)
        if step.facts:
            self.remember(taken)
            shown = sight.shown(self.game.rules, before, self.seen, step.facts, self.game.at)
            self.check_marks(shown)
            self.check_unnoticed(taken, shown)
            self.check_notices(taken)
            self.check_secret_facts(taken)
            viewer = self.viewers[len(self.game.appends) % len(self.viewers)]
            if self.game.state.phase is not Phase.ENDED:
                check_two_worlds(self.game, viewer)
        return taken

    def remember(self, facts: tuple[Any, ...]) -> None:
        """The marks that facts leave."""
        for fact in facts:
            match fact:
                case f.AccordSigned(offer=offer):
                    self.marks[offer.terms.encode()] = EVERYBODY
                case _ if isinstance(fact, OFFERS):
                    self.met.add(type(fact).__name__)
                    self.marks[f'"{fact.offer.id}"'.encode()] = {fact.offer.by, fact.offer.to}
                    if isinstance(fact, f.AccordProposed):
                        self.marks[fact.offer.terms.encode()] = {fact.offer.by, fact.offer.to}

    def check_marks(self, shown: tuple[sight.Shown, ...]) -> None:
        """In no update and in no whole view of others."""
        for viewer in self.viewers:
            told = [entry.body for entry in shown if entry.viewer == viewer]
            told.append(msgspec.json.encode(sight.whole(self.seen, viewer)))
            for mark, known in self.marks.items():
                if known is not EVERYBODY and viewer not in known:
                    assert not any(mark in body for body in told), (viewer, mark)

    def check_unnoticed(self, facts: tuple[Any, ...], shown: tuple[sight.Shown, ...]) -> None:
        """Of an append of private facts alone outsiders get no update at all."""
        concerned = [parties(fact) for fact in facts]
        if facts and all(known is not EVERYBODY for known in concerned):
            insiders = set().union(*(known for known in concerned if known is not EVERYBODY))
            assert {entry.viewer for entry in shown} <= insiders

    def check_notices(self, facts: tuple[Any, ...]) -> None:
        """Of a private fact only those are told whom it concerns."""
        for fact in facts:
            known = parties(fact)
            for notice in self.game.rules.notices(fact):
                assert known is EVERYBODY or set(notice.seats) <= known

    def check_secret_facts(self, facts: tuple[Any, ...]) -> None:
        """With other secrets dealt and chosen nobody else is told anything else."""
        for fact in facts:
            if not isinstance(fact, f.SecretsDealt | f.SecretChosen):
                continue
            for viewer in self.viewers:
                other = otherwise_told(fact, viewer)
                assert self.game.rules.show(fact, viewer) == self.game.rules.show(other, viewer)
                if viewer is None:
                    assert self.game.rules.notices(fact) == self.game.rules.notices(other)


def otherwise_told(fact: Any, viewer: Seat | None) -> Any:
    """A fact with other secrets in it, but for the viewer's own."""
    if isinstance(fact, f.SecretChosen):
        return fact if fact.seat == viewer else replace(fact, option=fact.option + 1)
    return replace(fact, secrets=other_secrets(fact.secrets, viewer))


def other_secrets(secrets: dict[str, PlayerSecret], viewer: Seat | None) -> dict[str, PlayerSecret]:
    """Others in their place, and another number to choose from, where a viewer may not know them."""
    return {
        seat: held if held.revealed or not held.options or int(seat) == viewer else _other_secret(held)
        for seat, held in secrets.items()
    }


def _other_secret(held: PlayerSecret) -> PlayerSecret:
    number = 3 if len(held.options) != 3 else 2
    chosen = None if held.chosen is None else (held.chosen + 1) % number
    return PlayerSecret(options=tuple(HalfOfHumanity(people=10**9 + n) for n in range(number)), chosen=chosen)


def parties(fact: Any) -> set[Seat] | None:
    """Whom a fact is private to; `EVERYBODY` if it shows, and so does a game that is being stopped, or isn't any more.

    A turn that is held is shown to nobody.
    """
    match fact:
        case f.PreferencesSet(seat=seat):
            return {seat}
        case f.TurnHeld():
            return set()
        case f.PeaceOffered() | f.PeaceOfferEnded() | f.AccordProposed() | f.AccordOfferEnded():
            return {fact.offer.by, fact.offer.to}
        case kernel_facts.DrawsMade():
            return set()
        case _:
            return EVERYBODY


def check_two_worlds(game: Game, viewer: Seat | None) -> None:
    """A viewer can't tell the state from one in which everything hidden from them is otherwise."""
    other = otherwise(game.state, viewer)
    same = told(game, viewer, game.state) == told(game, viewer, other)
    assert same, viewer  # pytest would take minutes to compare such lines letter by letter
    if viewer is not None:
        for probe in probes(game.state):
            assert tried(game, viewer, game.state, probe) == tried(game, viewer, other, probe), (viewer, probe)


def told(game: Game, viewer: Seat | None, state: State) -> bytes:
    """The public picture, and a seat's own part and listing."""
    mine = () if viewer is None else (game.rules.view(state, viewer), game.rules.actions(state, viewer))
    return msgspec.json.encode((game.rules.view(state, None), *mine))


def probes(state: State) -> list[Any]:
    """Answers to every offer that stands and to some that might, as somebody would guess them."""
    peace = (*state.peace_offers, "p1-0-1", "p1-1-1", "p2-0-1")
    accords = (*state.accord_offers, "a0-1-1", "a1-0-1", "a1-2-1")
    found: list[Any] = [kind(offer=offer) for offer in peace for kind in (c.AcceptPeace, c.DeclinePeace)]
    return found + [kind(offer=offer) for offer in accords for kind in (c.SignAccord, c.DeclineAccord)]


def tried(game: Game, seat: Seat, state: State, command: Any) -> Any:
    """How a command is refused; nothing if it is done."""
    at = game.at + timedelta(seconds=1)
    campaign = replace(game.campaign, game=state)
    try:
        steps.player_command(game.rules, campaign, game.secret, seat, command, at)
    except Rejected as refusal:
        return refusal.code, refusal.kind, refusal.rule, refusal.detail
    return None


def otherwise(state: State, viewer: Seat | None) -> State:
    """The state with everything changed or taken away that a viewer may not know.

    Of accepted offers nothing is taken: their game is being stopped, which shows. That the player of a turn is there
    shows to the host, who may pass the turn of nobody else.
    """
    peace = {key: one for key, one in state.peace_offers.items() if one.accepted or viewer in (one.by, one.to)}
    accords = {key: one for key, one in state.accord_offers.items() if viewer in (one.by, one.to)}
    gone = [one for key, one in state.peace_offers.items() if key not in peace]
    players = tuple(hidden(state, Seat(seat), viewer, gone) for seat in range(len(state.players)))
    turn = state.turn
    if turn is not None and viewer not in (turn.seat, state.host):
        turn = replace(turn, heard=state.at if turn.heard is None else None)
    made = {kind: number for kind, number in state.offers_made.items() if f"{viewer}" in kind.split("-")}
    return replace(
        state,
        peace_offers=peace,
        accord_offers=accords,
        players=players,
        secrets=other_secrets(state.secrets, viewer),
        turn=turn,
        offers_made=made,
    )


def hidden(state: State, seat: Seat, viewer: Seat | None, gone: list[Any]) -> Player:
    """A player with other wishes, and with the tokens back that hidden offers set aside."""
    player = state.players[seat]
    if seat == viewer:
        return player
    back = sum(offer.set_aside.get(str(seat), 0) for offer in gone)
    wishes = tuple(reversed(state.theatre)) if not player.preferences else ()
    proposed = {partner: number for partner, number in player.proposed.items() if partner == f"{viewer}"}
    return replace(player, tokens=player.tokens + back, preferences=wishes, proposed=proposed)


def three() -> Game:
    """Ann's A (3) borders Bob's G (3); Cid looks on."""
    names = "ABCDEFGHIJKLMNOPQR"
    land = [f"{a}-{b}" for a, b in pairwise(names)] + ["A-G"]
    game = drafted(board_of(dict.fromkeys(names, 3), land), ("A B C D E F", "G H I J K L", "M N O P Q R"))
    for seat in (2, 1):
        if game.state.turn is not None and game.state.turn.seat == seat:
            game.do(seat, c.PassTurn(turn=game.turn()))
    return game


@pytest.mark.parametrize("seed", range(16))
def test_bots_keep_their_secrets(seed: int) -> None:
    """Whole campaigns of bots on small theatres."""
    chosen = random.Random(seed)
    seats = 3 + seed % 3
    ratings = {seat: chosen.randrange(800, 2400) for seat in range(seats)}
    draft = ("free", "connected", "dealt")[seed % 3]
    game = Game(
        random_board(chosen, seats), seats=seats, bots=range(seats), ratings=ratings, simulated=True,
        draft=draft, last_round=3,
    )  # fmt: skip
    Outsiders(game)
    play(game, seed)


def test_people_keep_their_secrets() -> None:
    """Anything at all, in campaigns with offers of both kinds."""
    met: set[str] = set()
    for seed in range(8):
        walk = Walk(seed, 3 + seed % 3, draft="free", tokens_a_round=3)
        watched = Outsiders(walk.game)
        for _ in range(130):
            if walk.game.state.phase is Phase.ENDED:
                break
            walk.chosen.choice((walk.something_offered, walk.something_offered, walk.time_passes, walk.near_miss))()
        met |= watched.met
    assert met >= {"PeaceOffered", "PeaceOfferEnded", "AccordProposed", "AccordOfferEnded"}


def test_terms_of_a_peace_that_came_too_late_stay_private() -> None:
    """Everybody sees that the game was being stopped, and that it goes on; for what terms only the two."""
    game = three()
    watched = Outsiders(game)
    game.do(0, declare(game, "G", "A", "A B"))
    game.do(1, c.AcceptWar(war="w1"))
    game.do(0, c.OfferPeace(war="w1", from_attacker=(PlaceId("A"),), tokens=1))
    game.do(1, c.AcceptPeace(offer="p1-0-1"))
    game.result("w1", "", "declined", "p1-0-1")
    assert watched.met == {"PeaceOffered", "PeaceAccepted", "GameWentOn"}
    for seat in (0, 1):
        assert game.state.wars["w1"].state == "playing"
        assert "p1-0-1" in str(game.rules.show(game.appends[-1][1][0], Seat(seat)))


def test_a_third_player_is_refused_alike_whether_or_not_an_offer_stands() -> None:
    """Ids of offers can be guessed: the refusal of a stranger must not say whether there is one (sections 5.7, 8)."""
    game = three()
    game.do(0, c.ProposeAccord(partner=Seat(1), rounds=2))
    game.do(0, declare(game, "G", "A", "A B"))
    game.do(0, c.OfferPeace(war="w1", from_attacker=(PlaceId("A"),), tokens=1))
    assert game.view()["seats"]["0"]["tokens"] == 1
    there: list[Any] = [c.SignAccord(offer="a0-1-1"), c.DeclineAccord(offer="a0-1-1")]
    there += [c.AcceptPeace(offer="p1-0-1"), c.DeclinePeace(offer="p1-0-1")]
    for answer in there:
        assert game.refused(2, answer) == "already_answered"
        assert game.refused(2, replace(answer, offer=answer.offer[:-1] + "2")) == "already_answered"
