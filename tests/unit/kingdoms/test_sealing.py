"""Sealed orders: their text, their commitment, and that nobody else learns them before their step is carried out."""

import hashlib

from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from services.engine.core.fairness import FairChance
from services.engine.core.kernel import Seen
from services.engine.core.rulesets.kingdoms import commands as c
from services.engine.core.rulesets.kingdoms.orders_text import parse
from services.engine.core.rulesets.kingdoms.sealing import canonical, commitment
from services.engine.core.values import PlaceId, Seat
from tests.unit.kingdoms.table import NINE, RULES, Game, nonce

PLACES = st.sampled_from(NINE.places)
UNITS = st.integers(1, c.MOST_UNITS)
COUNTS = st.dictionaries(PLACES, UNITS, max_size=9)
SUPPLY = st.builds(c.Supply, origin=PLACES, target=PLACES, units=UNITS)
ATTACK = st.builds(c.AttackOrder, origin=PLACES, target=PLACES, units=UNITS)
ORDERS = st.one_of(
    st.lists(PLACES, max_size=12).map(lambda places: c.Preference(places=tuple(places))),
    st.builds(c.Placement, units=COUNTS),
    st.builds(c.Provision, supply=st.one_of(st.just(UNSET), SUPPLY), create=COUNTS),
    st.lists(ATTACK, max_size=9).map(lambda attacks: c.Attacks(attacks=tuple(attacks))),
)
KINDS = {c.Preference: "preference", c.Placement: "placement", c.Provision: "provision", c.Attacks: "attacks"}


@given(ORDERS)
def test_the_canonical_text_reads_as_the_same_orders(orders: c.AnyOrders) -> None:
    """Up to the order of attacks, which the text sorts."""
    read = parse(canonical(orders), KINDS[type(orders)], NINE)
    assert read.bad == []
    assert canonical(read.orders) == canonical(orders)
    if isinstance(orders, c.Attacks):
        assert isinstance(read.orders, c.Attacks)
        key = str
        assert sorted(read.orders.attacks, key=key) == sorted(orders.attacks, key=key)
    else:
        assert read.orders == orders


def test_the_commitment_is_the_hash_of_nonce_and_text() -> None:
    """SHA-256 over the 32 bytes and the text, as anybody can compute it."""
    orders = c.Attacks(
        attacks=(
            c.AttackOrder(origin=PlaceId("B"), target=PlaceId("E"), units=2),
            c.AttackOrder(origin=PlaceId("A"), target=PlaceId("D"), units=4),
        )
    )
    text = "attack A -> D 4\nattack B -> E 2\n"
    assert canonical(orders) == text
    assert commitment("00" * 32, orders) == hashlib.sha256(bytes(32) + text.encode()).hexdigest()


def test_no_orders_are_sealed_as_no_text() -> None:
    """An empty list has a commitment, too."""
    assert canonical(c.Attacks()) == ""
    assert commitment("00" * 32, c.Attacks()) == hashlib.sha256(bytes(32)).hexdigest()


def test_bots_never_use_a_nonce_twice() -> None:
    """Else what was revealed once would open what is sealed now."""
    game = Game(3, bots=3, host=None, options={"share_percent": 60})
    seen = Seen(board=NINE, seat=Seat(0), level=2, public=RULES.view(game.state, None), mine={})
    commands = [RULES.bot(seen, FairChance(bytes(32), "c", b"", {"bot": seq << 20})) for seq in range(20)]
    assert len({command.nonce for command in commands if isinstance(command, c.Submit)}) == 20


def test_everybodys_orders_are_revealed_with_what_proves_them() -> None:
    """Text, nonce and commitment agree."""
    game = Game(2)
    for seat in (0, 1):
        game.submit(seat, c.Preference(places=(PlaceId("EB"[seat]),)), ready=True)
    last = RULES.view(game.state, None)["adjudicated"]
    for seat in (0, 1):
        shown = last["revealed"][str(seat)]
        sealed = hashlib.sha256(bytes.fromhex(shown["nonce"]) + shown["text"].encode()).hexdigest()
        assert sealed == shown["commitment"] == commitment(nonce(seat, 1), c.Preference(places=(PlaceId("EB"[seat]),)))
