"""From a step of the rules to the append that is stored: numbers, patches, notices, wants, seating, snapshot."""

import hashlib
from datetime import datetime
from typing import Any

import msgspec

from chassis.keys import Key
from chassis.timekeeping import unix_ms
from services.engine.app.appends import (
    Append,
    Deadline,
    Head,
    KeptAnswer,
    Neutral,
    Occupant,
    Text,
    Update,
    WantedGame,
)
from services.engine.app.loading import Loaded
from services.engine.core import campaign as kernel
from services.engine.core import kernel_facts, sight
from services.engine.core.campaign import Campaign
from services.engine.core.kernel import Owed
from services.engine.core.ruleset import Ruleset
from services.engine.core.sight import Shown, Views
from services.engine.core.steps import Step
from services.engine.core.storage import encode_facts
from services.engine.core.thoughts import is_thought
from services.engine.core.values import Seat

SNAPSHOT_EVERY = 64
"""Appends between two snapshots."""
PUBLIC = -1
"""The public's viewer number on wires and in tables."""


def seen_by(views: Views, viewer: int, head: Head) -> bytes:
    """The whole view of a class as JSON, with the campaign's name and whether it was imported.

    :param viewer: `PUBLIC` or a seat.
    """
    whole = dict(sight.whole(views, None if viewer == PUBLIC else Seat(viewer)))
    whole["campaign"] = {**whole["campaign"], "name": head.name, **({"imported": True} if head.imported else {})}
    content = msgspec.json.encode(whole)
    if viewer == PUBLIC or not views.padding:
        return content
    public_size = len(msgspec.json.encode({**whole, "mine": {}}))
    return sight.filled(content, public_size, views.padding)


def first_append(
    ruleset: Ruleset, step: Step, *, head: Head, seating: tuple[Occupant, ...], secret: bytes, codec: Any
) -> tuple[Append, Loaded]:
    """The append that starts a campaign, and the campaign as it then is in memory."""
    views = sight.see(ruleset, step.after)
    log = sight.lines(ruleset, step.facts, None)
    shown = [Shown(viewer=None, body=sight.body(step.after.at, {}, log))]
    shown.extend(Shown(viewer=Seat(seat), body=b"") for seat in range(len(step.after.table.seats)))
    before = Loaded(
        head=head, campaign=step.after, ruleset=ruleset, codec=codec, seating=seating, secret=secret, views=views
    )
    return _assemble(before, step, tuple(shown), views, seating=seating, command=b"", seat=None, key=None, first=True)


def next_append(
    before: Loaded,
    step: Step,
    *,
    seat: int | None,
    command: bytes,
    key: Key | None,
    texts: tuple[Text, ...] = (),
    newcomer: str = "",
) -> tuple[Append, Loaded]:
    """The append of one decided step on a loaded campaign.

    :param newcomer: account of the person who takes a seat over in it.

    Raises whatever the ruleset's `view`, `show`, `notices`, `owed` or `games` raise: the caller parks then.
    """
    ruleset = before.ruleset
    old = before.views or sight.see(ruleset, before.campaign)
    new = sight.see(ruleset, step.after)
    shown = sight.shown(ruleset, old, new, step.facts, step.after.at)
    seating = seated(before.seating, step.facts, step.after.at, newcomer)
    return _assemble(before, step, shown, new, seating=seating, command=command, seat=seat, key=key, texts=texts)


def parking_append(before: Loaded, step: Step) -> tuple[Append, Loaded]:
    """The append that parks or unparks; it asks nothing of the ruleset, which may be broken."""
    patch: dict[str, Any] = {"campaign": {"status": step.after.status}}
    log = sight.kernel_lines(step.facts)
    public = Shown(viewer=None, body=sight.body(step.after.at, patch, log))
    seats = (Shown(viewer=Seat(seat), body=b"") for seat in range(len(step.after.table.seats)))
    return _assemble(
        before, step, (public, *seats), None, seating=before.seating, command=b"", seat=None, key=None, parking=True
    )


def seated(
    seating: tuple[Occupant, ...], facts: tuple[Any, ...], at: datetime, newcomer: str = ""
) -> tuple[Occupant, ...]:
    """The seating after an append's facts."""
    for fact in facts:
        if isinstance(fact, kernel_facts.SeatHeld | kernel_facts.SeatReplaced):
            holder, old = fact.holder, seating[fact.seat]
            replaced = isinstance(fact, kernel_facts.SeatReplaced)
            held = msgspec.structs.replace(
                old,
                account=newcomer if replaced else old.account,
                bot_level=holder.bot_level or 0,
                left=holder.left,
                since_unix_ms=max(unix_ms(at), old.since_unix_ms + 1),
            )
            seating = (*seating[: fact.seat], held, *seating[fact.seat + 1 :])
    return seating


def deadlines(owed: tuple[Owed, ...], seating: tuple[Occupant, ...]) -> tuple[Deadline, ...]:
    """What the clock should watch of what is owed."""
    found: list[Deadline] = []
    for entry in owed:
        bot = is_thought(entry.what)
        account = "" if entry.seat is None or bot else seating[entry.seat].account
        needs = () if entry.seat is None or bot else ("gateway", "engine")
        found.append(
            Deadline(
                what=entry.what, since=entry.since, due=entry.due, account=account, needs=needs, credited=bool(needs)
            )
        )
    return tuple(found)


def wanted_games(
    ruleset: Ruleset, campaign: Campaign, owed: tuple[Owed, ...], seating: tuple[Occupant, ...]
) -> tuple[WantedGame, ...]:
    """The games that should exist, with who plays them. All of them stand still while nobody's window runs."""
    if campaign.outcome is not None:
        return ()
    paused = campaign.parked is not None or any(entry.stands_still for entry in owed)
    return tuple(
        WantedGame(
            game=f"{campaign.id}-{want.war}",
            want=want,
            white=seating[want.white.seat],
            black=seating[want.black.seat],
            paused=paused,
        )
        for want in ruleset.games(campaign.game)
    )


def _assemble(
    before: Loaded,
    step: Step,
    shown: tuple[Shown, ...],
    views: Views | None,
    *,
    seating: tuple[Occupant, ...],
    command: bytes,
    seat: int | None,
    key: Key | None,
    texts: tuple[Text, ...] = (),
    first: bool = False,
    parking: bool = False,
) -> tuple[Append, Loaded]:
    ruleset, after = before.ruleset, step.after
    numbers, updates = _numbered(before.head.numbers, shown)
    owed = () if parking and after.parked else kernel.owed(ruleset, after)
    wanted = deadlines(owed, seating)
    games = None if parking and after.parked else wanted_games(ruleset, after, owed, seating)
    deadline_digest = _digest(wanted)
    game_digest = before.games if games is None else _digest(games)
    new_deadlines = first or deadline_digest != before.deadlines
    new_games = games is not None and game_digest != before.games and (bool(games) or not first)
    head = msgspec.structs.replace(
        before.head,
        seq=after.seq,
        status=after.status,
        numbers=numbers,
        marked="" if parking else before.head.marked,
    )
    outcome = next((fact.outcome for fact in step.facts if isinstance(fact, kernel_facts.Ended)), None)
    reseated = first or seating != before.seating
    replaced = {
        old.seat: old.account for old, new in zip(before.seating, seating, strict=True) if old.account != new.account
    }
    append = Append(
        head=head,
        at=after.at,
        facts=encode_facts(step.facts),
        seat=seat,
        command=command,
        key=key,
        answer=None if key is None else _answer(key, seat, numbers, len(step.facts)),
        updates=updates,
        neutral=Neutral(
            seats=seating if reseated or outcome is not None else (),
            changed=tuple(new for old, new in zip(before.seating, seating, strict=True) if old != new),
            replaced=frozenset(replaced),
            notices=() if parking else sight.notices(ruleset, after, step.facts),
            started=first,
            outcome=outcome,
            parked=parked_by(step.facts),
            owed=owed if new_deadlines else None,
            games=games if games is not None and new_games else (),
        ),
        deadlines=wanted if new_deadlines else None,
        games=games if new_games else None,
        seating=seating if reseated else None,
        replaced=next(iter(replaced.values()), ""),
        snapshot=before.codec.freeze(after) if after.seq % SNAPSHOT_EVERY == 0 else None,
        texts=texts,
    )
    loaded = msgspec.structs.replace(
        before,
        head=head,
        campaign=after,
        seating=seating,
        former=before.former | set(replaced.values()),
        views=views,
        deadlines=deadline_digest,
        games=game_digest,
    )
    return append, loaded


def _numbered(numbers: dict[int, int], shown: tuple[Shown, ...]) -> tuple[dict[int, int], tuple[Update, ...]]:
    after = dict(numbers)
    updates: list[Update] = []
    for entry in shown:
        viewer = PUBLIC if entry.viewer is None else int(entry.viewer)
        after[viewer] = after.get(viewer, 0) + 1
        updates.append(Update(viewer=viewer, n=after[viewer], body=entry.body))
    return after, tuple(updates)


def _answer(key: Key, seat: int | None, numbers: dict[int, int], facts: int) -> KeptAnswer:
    viewer = PUBLIC if seat is None else seat
    return KeptAnswer(digest=key.digest, viewer=viewer, n=numbers.get(viewer, 0), facts=facts)


def parked_by(facts: tuple[Any, ...]) -> bool | None:
    """True if the facts park the campaign, False if they unpark it, else None."""
    for fact in facts:
        if isinstance(fact, kernel_facts.Parked):
            return True
        if isinstance(fact, kernel_facts.Unparked):
            return False
    return None


def _digest(value: Any) -> bytes:
    return hashlib.sha256(msgspec.json.encode(value)).digest()


def stamp(received: datetime, last: datetime, now: datetime, oldest: datetime) -> datetime:
    """When a command counts as given: the gateway's stamp, but not before the last fact, not after now, not too old."""
    return min(max(received, oldest, last), max(now, last))
