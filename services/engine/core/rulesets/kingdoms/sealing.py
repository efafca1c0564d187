"""Sealed orders: their canonical text, and the commitment that everybody sees (docs/fairness.md, "Sealed orders").

Text: a line an order, each ended by a line feed; `prefer` in the player's order, the others sorted by verb and ids.
"""

import hashlib
from typing import assert_never

from msgspec import UNSET

from services.engine.core.board import Board
from services.engine.core.kernel import Chance
from services.engine.core.rulesets.kingdoms.commands import AnyOrders, Attacks, Placement, Preference, Provision


def canonical(orders: AnyOrders) -> str:
    """The orders as the text that is sealed; empty for no orders.

    >>> canonical(Placement(units={"b": 2, "a": 18}))
    'place a 18\\nplace b 2\\n'
    """
    match orders:
        case Preference():
            lines = [f"prefer {place}" for place in orders.places]
        case Placement():
            lines = [f"place {place} {units}" for place, units in sorted(orders.units.items())]
        case Provision():
            lines = []
            if orders.supply is not UNSET:
                lines.append(f"supply {orders.supply.origin} -> {orders.supply.target} {orders.supply.units}")
            lines += [f"create {place} {units}" for place, units in sorted(orders.create.items())]
        case Attacks():
            ordered = sorted(orders.attacks, key=lambda one: (one.origin, one.target, one.units))
            lines = [f"attack {one.origin} -> {one.target} {one.units}" for one in ordered]
        case _:
            assert_never(orders)
    return "".join(f"{line}\n" for line in lines)


def commitment(nonce: str, orders: AnyOrders) -> str:
    """SHA-256 of the nonce's 32 bytes and the UTF-8 bytes of the canonical text, hex.

    :param nonce: 64 hex digits.
    """
    return hashlib.sha256(bytes.fromhex(nonce) + canonical(orders).encode()).hexdigest()


def drawn_nonce(chance: Chance) -> str:
    """A bot's nonce: 256 bits of the campaign's randomness, hex.

    They are draws of `bot`, the one purpose that a bot's thoughts never draw twice at the same number.
    """
    return "".join(f"{chance.below('bot', 1 << 32):08x}" for _ in range(8))


BLOCK = 4096


def padding(board: Board) -> int:
    """Bytes in which any orders on a map fit, as JSON and as text beside each other, in whole blocks.

    At most one attack a province, each naming two provinces twice; the other kinds of orders are shorter.
    """
    an_attack = 4 * max(len(place) for place in board.places) + 72
    return -(-(512 + len(board.places) * an_attack) // BLOCK) * BLOCK
