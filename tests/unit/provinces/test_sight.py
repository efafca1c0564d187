"""A client checks throws by what it is shown alone, and its own tests stand on draws of the real ones."""

import hashlib
import json
from pathlib import Path
from typing import Any

from services.engine.core import fairness, sight
from services.engine.core.rulesets.provinces import commands as c
from services.engine.core.rulesets.provinces.dice import DICE
from services.engine.core.values import PlaceId
from tests.unit.provinces.table import RULES, Game

VECTORS = Path(__file__).resolve().parents[3] / "web" / "src" / "lib" / "provinces" / "vectors.json"
SALT = fairness.salt_of([b"x" * 32, b"y" * 32])
REJECTING = (1 << 62) + (1 << 61) + 1
"""A bound that throws a quarter of all tries away, which one of dice hardly ever does."""


def shown(game: Game) -> dict[str, Any]:
    return sight.see(RULES, game.campaign).public


def test_throws_are_checked_from_what_is_shown() -> None:
    """The seal before, the key and the dice after, and the salt of the view's head are enough."""
    game = Game(2, seed=5)
    before = shown(game)
    place = next(place for place, one in before["game"]["provinces"].items() if one.get("owner") == 0)
    game.play(0, c.Reinforce(turn=1, units={place: 3}))
    origin, choices = next(iter(RULES.actions(game.state, 0)["Attack"]["origins"].items()))  # type: ignore[arg-type]
    game.play(0, c.Attack(turn=1, attack=1, origin=origin, target=choices[0]["target"]))
    after = shown(game)
    thrown = after["game"]["last_attack"]["throws"][0]
    key, dice = bytes.fromhex(thrown["key"]), (*thrown["attack"], *thrown["defence"])
    assert (thrown["n"], hashlib.sha256(key).hexdigest()) == (before["game"]["thrown"], before["game"]["seal"])
    head = after["campaign"]
    value = fairness.draw(key, head["id"], bytes.fromhex(head["salt"]), DICE, thrown["n"], 6 ** len(dice))
    assert dice == tuple(value // 6**place % 6 + 1 for place in range(len(dice)))


def test_further_throws_of_an_attack_follow_from_its_first() -> None:
    """So the one seal that was shown holds for all of them."""
    position = {"owners": {"fars": 0, "khorasan": 1}, "units": {"fars": 30, "bushehr": 20}}
    game = Game(2, seed=3, options={"assault": "blitz", "position": position})
    game.play(0, c.Reinforce(turn=1, units={PlaceId("fars"): 3}))
    seal = game.state.seal
    game.play(0, c.Attack(turn=1, attack=1, origin=PlaceId("fars"), target=PlaceId("bushehr")))
    throws = shown(game)["game"]["last_attack"]["throws"]
    keys = [bytes.fromhex(thrown["key"]) for thrown in throws]
    assert len(keys) > 3
    assert hashlib.sha256(keys[0]).hexdigest() == seal
    assert keys[1:] == [fairness.next_key(key) for key in keys[:-1]]
    assert [thrown["n"] for thrown in throws] == list(range(len(throws)))


def thrown_by(n: int, key: bytes) -> dict[str, Any]:
    """Three dice against two with a key."""
    value = fairness.draw(key, "c1", SALT, DICE, n, 6**5)
    dice = [value // 6**place % 6 + 1 for place in range(5)]
    seal = fairness.secret_hash(key)
    return {"n": n, "key": key.hex(), "seal": seal, "attack": dice[:3], "defence": dice[3:]}


def made() -> dict[str, Any]:
    """What the client's tests compare with."""
    secret = bytes(range(32))
    throws = []
    for n, (attack, defence) in enumerate(((3, 2), (3, 1), (2, 2), (1, 1), (1, 2), (2, 1))):
        key = fairness.draw_key(secret, "c1", SALT, DICE, n)
        value = fairness.draw(key, "c1", SALT, DICE, n, 6 ** (attack + defence))
        dice = [value // 6**place % 6 + 1 for place in range(attack + defence)]
        seal = fairness.secret_hash(key)
        throws.append({"n": n, "key": key.hex(), "seal": seal, "attack": dice[:attack], "defence": dice[attack:]})
    first = fairness.draw_key(secret, "c1", SALT, DICE, 20)
    attack = [thrown_by(20, first), thrown_by(21, fairness.next_key(first))]
    draws = [str(fairness.draw(secret, "c1", SALT, DICE, n, REJECTING)) for n in range(12)]
    return {"campaign": "c1", "salt": SALT.hex(), "secret": secret.hex(), "bound": str(REJECTING), "draws": draws,
            "throws": throws, "attack": attack}  # fmt: skip


def test_the_clients_draws_are_the_platforms() -> None:
    assert json.loads(VECTORS.read_text("utf-8")) == made()
