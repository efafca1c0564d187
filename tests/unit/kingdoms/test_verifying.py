"""A finished campaign of the kingdoms is checked by anybody: draws, commitments, and every command decided again."""

import hashlib
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from services.engine.core.fairness import FairChance, salt_of, secret_hash
from services.engine.core.kernel import ExpireDeadline, SeatHolder, Seen
from services.engine.core.rulesets.kingdoms import commands as c
from services.engine.core.rulesets.kingdoms.facts import StepAdjudicated
from services.engine.core.rulesets.kingdoms.sealing import canonical
from services.engine.core.steps import Step, change_seat, open_campaign, player_command, system_command
from services.engine.core.storage import Codec, encode_facts
from services.engine.core.values import Seat
from services.engine.core.verifying import Recorded, faults
from tests.unit.kingdoms.table import NINE, RULES, START

NAME, SECRET, SALT = "c1", b"\7" * 32, salt_of([b"\1" * 32, b"\2" * 32, b"\3" * 32])
CODEC = Codec(RULES)


@pytest.fixture(scope="module")
def campaign() -> list[Recorded]:
    """Three people order as bots would, one leaves, windows run out, and somebody wins."""
    options = RULES.options({"last_turn": 4}, 3, NINE, FairChance(SECRET, NAME, b"", {}))
    step = open_campaign(
        RULES, NINE, campaign=NAME, seats=(SeatHolder(),) * 3, host=0, options=options,
        secret=SECRET, secret_hash=secret_hash(SECRET), salt=SALT, at=START,
    )  # fmt: skip
    appends = [Recorded(seq=1, at=START, seat=None, command=b"", facts=encode_facts(step.facts))]
    at = START

    def keep(after: Step, seat: Seat | None, command: Any) -> Step:
        said = msgspec.json.encode(command)
        appends.append(Recorded(seq=after.after.seq, at=at, seat=seat, command=said, facts=encode_facts(after.facts)))
        return after

    while step.after.outcome is None:
        game = step.after.game
        if step.after.seq == 12:
            left = change_seat(RULES, step.after, SECRET, Seat(2), Seat(2), "leave", at)
            step = keep(left, Seat(2), {"seat": 2, "change": "leave"})
            continue
        asked = [seat for seat in game.step.asked if game.kingdoms[seat].sealed is None] if game.step else []
        if asked:
            seen = Seen(board=NINE, seat=asked[0], level=3, public=RULES.view(game, None), mine={})
            command = RULES.bot(seen, FairChance(SECRET, NAME, SALT, {"bot": step.after.seq << 20}))
            step = keep(player_command(RULES, step.after, SECRET, asked[0], command, at), asked[0], command)
        elif game.step is not None and not game.kingdoms[0].ready and game.kingdoms[0].sealed is not None:
            ready = c.SetReady(step=game.step.number, ready=True)
            step = keep(player_command(RULES, step.after, SECRET, Seat(0), ready, at), Seat(0), ready)
        else:
            due = min((one for one in RULES.owed(game) if not one.open_ended), key=lambda one: one.due)
            at = max(at + timedelta(seconds=1), due.due)
            expired = ExpireDeadline(what=due.what, due=due.due)
            step = keep(system_command(RULES, step.after, SECRET, expired, at), None, expired)
    return appends


def test_an_honest_campaign_adds_up(campaign: list[Recorded]) -> None:
    """Every draw follows from the sealed secret, and every command leads to the same bytes."""
    assert list(faults(RULES, NINE, SECRET, campaign)) == []


def test_changed_orders_are_found(campaign: list[Recorded]) -> None:
    """Somebody's attack is made larger afterwards: the commitment was another."""
    at = next(
        number for number, one in enumerate(campaign) if b'"origin"' in one.facts and b'"OrdersSealed"' in one.facts
    )
    facts = campaign[at].facts.replace(b'"units":', b'"units":1', 1)
    forged = [*campaign[:at], msgspec.structs.replace(campaign[at], facts=facts), *campaign[at + 1 :]]
    assert list(faults(RULES, NINE, SECRET, forged))


def test_every_revealed_commitment_is_the_hash_of_its_orders(campaign: list[Recorded]) -> None:
    """With SHA-256 alone, as docs/fairness.md says."""
    told = [fact for one in campaign for fact in CODEC.facts(one.facts) if isinstance(fact, StepAdjudicated)]
    sealed = [shown for fact in told for shown in fact.revealed.values() if shown.by != "default"]
    assert len(sealed) > 12
    for shown in sealed:
        text = canonical(shown.orders).encode()
        assert hashlib.sha256(bytes.fromhex(shown.nonce) + text).hexdigest() == shown.commitment
