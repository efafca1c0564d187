"""Nobody learns what isn't theirs from the pages of a history or from an import, wherever the pages are cut.

As `test_secrecy.py` for what is seen now. *Two worlds*: a whole history is the same to the byte when everything was
otherwise that its class may not know. *Marks*: ids of the others' offers, and the campaign's secret, stand nowhere.
"""

import random
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from services.engine.app.assembling import PUBLIC
from services.engine.app.history import Past
from services.engine.core import sight
from services.engine.core.retelling import retold
from services.engine.core.rulesets.chess_wars import commands as c
from services.engine.core.rulesets.chess_wars import facts as f
from services.engine.core.rulesets.chess_wars.records import Phase
from services.engine.core.rulesets.chess_wars.ruleset import ChessWars
from services.engine.core.values import PlaceId, Seat
from tests.unit.chess_wars.bots_play import play
from tests.unit.chess_wars.table import Game
from tests.unit.chess_wars.test_secrecy import other_secrets
from tests.unit.chess_wars.told import Appends, Told
from tests.unit.chess_wars.walking import Walk, random_board


def walked(seed: int) -> Game:
    """Anything at all, with empires handed to bots and taken back."""
    walk = Walk(seed, 3 + seed % 3, draft=("free", "connected", "dealt")[seed % 3], tokens_a_round=3)
    steps = (walk.something_offered,) * 5 + (walk.time_passes, walk.near_miss, walk.somebody_comes_or_goes)
    for _ in range(110):
        if walk.game.state.phase is Phase.ENDED:
            break
        walk.chosen.choice(steps)()
    return walk.game


def played(seed: int) -> Game:
    """A campaign of bots to its end."""
    chosen = random.Random(seed)
    seats = 3 + seed % 3
    ratings = {seat: chosen.randrange(800, 2400) for seat in range(seats)}
    game = Game(
        random_board(chosen, seats), seats=seats, bots=range(seats), ratings=ratings, simulated=True,
        draft=("free", "connected", "dealt")[seed % 3], last_round=3,
    )  # fmt: skip
    play(game, seed)
    return game


CAMPAIGNS = [pytest.param(make, seed, id=f"{make.__name__}-{seed}") for make in (walked, played) for seed in range(6)]


@pytest.mark.parametrize(("make", "seed"), CAMPAIGNS)
async def test_pages_cut_anywhere_say_what_the_class_was_shown(make: Any, seed: int) -> None:
    """While a campaign grows and others read, too: nothing kept for all is shown to a seat, late, or of another."""
    game, chosen = make(seed), random.Random(seed)
    told = Told(game)
    for at, facts in game.appends:
        told.add(at, facts)
        viewer, limit = chosen.choice(told.classes), chosen.choice((1, 2, 7, 500, 600))
        first = chosen.randrange(1, len(told.updates[viewer]) + 3)
        for start in {1, first}:
            page = await told.page(viewer, start, limit)
            assert page == await told.page(viewer, start, limit, Past(told))  # type: ignore[arg-type]
            wanted = told.updates[viewer][start - 1 :][: min(limit, 500)]
            assert list(page.updates) == wanted[: len(page.updates)]
            more = start - 1 + len(page.updates) < len(told.updates[viewer])
            assert page.next == (page.updates[-1].n + 1 if page.updates and more else 0)
            assert bool(page.view) == (start == 1)
    for viewer in told.classes:
        whole = sight.whole(sight.see(game.rules, game.campaign), None if viewer == PUBLIC else Seat(viewer))
        shown = await told.replayed(viewer)
        assert shown["campaign"].pop("name") == "Ours"
        assert shown == msgspec.json.decode(msgspec.json.encode(whole))
        assert await told.history(viewer, 3) == await told.history(viewer)


@pytest.mark.parametrize(("make", "seed"), CAMPAIGNS)
async def test_a_history_is_the_same_in_a_world_where_all_that_is_hidden_is_otherwise(make: Any, seed: int) -> None:
    """Others' secrets and choices, wishes, and offers that came to nothing; up to what reveals one of them."""
    game = make(seed)
    appends = before_revelations(game.appends)
    assert len(appends) > 3
    for viewer in Told(game).classes:
        one, other = Told(game, appends), Told(game, otherwise(appends, viewer))
        same = await one.history(viewer) == await other.history(viewer)
        assert same, viewer  # pytest would take minutes to compare them letter by letter


@pytest.mark.parametrize(("make", "seed"), CAMPAIGNS)
async def test_a_history_names_no_offers_of_others_and_no_secret(make: Any, seed: int) -> None:
    """Of an accepted peace and of a signed accord the terms are public, the offer's id isn't."""
    game = make(seed)
    told = Told(game, game.appends)
    said = {viewer: await told.history(viewer) for viewer in told.classes}
    offers = [fact.offer for _, facts in game.appends for fact in facts if isinstance(fact, OFFERED)]
    for offer in offers:
        for viewer in set(told.classes) - {offer.by, offer.to}:
            assert f'"{offer.id}"'.encode() not in said[viewer], (viewer, offer)
        assert f'"{offer.id}"'.encode() in said[offer.by]
    assert not any(game.secret.hex().encode() in everything for everything in said.values())


@pytest.mark.parametrize(("make", "seed"), CAMPAIGNS)
async def test_an_import_shows_what_the_public_was_shown(make: Any, seed: int) -> None:
    """Told again from the rows of an export, update for update."""
    game = make(seed)
    told = Told(game, game.appends)
    again = [one.shown for one in retold(game.rules, game.board, told.rows) if one.shown]
    assert again == [update.body for update in told.updates[PUBLIC]]


def test_no_command_carries_words_past_the_platform() -> None:
    """What players write freely is taken out of commands, or an export would have it: all other text is an id."""
    for command in get_args(c.PlayerCommand):
        for field in msgspec.structs.fields(command):
            on_the_map = field.type in (PlaceId, c.Countries)
            taken_out = ChessWars.words.get(command.__name__) == field.name
            assert on_the_map or taken_out or not holds_words(msgspec.inspect.type_info(field.type)), field


def holds_words(info: Any) -> bool:
    """Whether a type takes text of any form."""
    if isinstance(info, msgspec.inspect.StrType):
        return info.pattern is None
    inner = [getattr(info, "item_type", None), getattr(info, "type", None), *getattr(info, "types", ())]
    return any(holds_words(one) for one in inner if one is not None)


OFFERED = f.PeaceOffered | f.AccordProposed
ENDED = f.PeaceOfferEnded | f.AccordOfferEnded
REVEALING = f.SecretRevealed | f.CampaignEnded


def before_revelations(appends: Appends) -> Appends:
    """Up to the append in which somebody's secret becomes public."""
    for number, (_, facts) in enumerate(appends):
        if any(isinstance(fact, REVEALING) for fact in facts):
            return appends[:number]
    return appends


def otherwise(appends: Appends, viewer: int) -> Appends:
    """The same campaign, but for everything that a class may not know."""
    facts = [fact for _, every in appends for fact in every]
    kept = {fact.offer.id for fact in facts if isinstance(fact, f.AccordSigned | f.PeaceAccepted)}
    kept |= {fact.offer.id for fact in facts if isinstance(fact, OFFERED) and viewer in (fact.offer.by, fact.offer.to)}
    paying = {paid_by(fact.offer) for fact in facts if isinstance(fact, f.PeaceOffered) and fact.offer.set_aside}
    kept |= {fact.offer.id for fact in facts if isinstance(fact, f.PeaceOffered) and paid_by(fact.offer) in paying}
    other: Appends = []
    numbers: dict[Seat, int] = {}
    for at, every in appends:
        changed = tuple(one for fact in every for one in _otherwise(fact, viewer, kept, numbers))
        if changed:
            other.append((at, changed))
    return other


def paid_by(offer: Any) -> tuple[str, Seat]:
    """Offers of one player in one war follow upon one another with the tokens that are set aside."""
    return offer.war, offer.by


def _otherwise(fact: Any, viewer: int, kept: set[str], numbers: dict[Seat, int]) -> tuple[Any, ...]:
    match fact:
        case f.SecretsDealt(secrets=secrets):
            others = other_secrets(secrets, None if viewer == PUBLIC else Seat(viewer))
            numbers.update({Seat(int(seat)): len(held.options) for seat, held in others.items()})
            return (replace(fact, secrets=others),)
        case f.SecretChosen(seat=seat) if seat != viewer:
            return (replace(fact, option=(fact.option + 1) % numbers[seat]),)
        case f.PreferencesSet(seat=seat) if seat != viewer:
            return (replace(fact, countries=fact.countries[::-1][:3]),)
        case f.TurnHeld():
            return ()
        case _ if isinstance(fact, OFFERED | ENDED) and fact.offer.id not in kept:
            return ()
        case _:
            return (fact,)
