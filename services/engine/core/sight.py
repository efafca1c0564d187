"""Who sees what of a campaign: views, and the patches and lines an append shows each viewer class.

A viewer class is the public (None) or one seat. No ruleset and no client writes patches: the views before and after an
append are compared here (RFC 7396), and a client applies what it gets blindly.
"""

from datetime import datetime
from typing import Any

import msgspec

from services.engine.core import kernel_facts
from services.engine.core.campaign import Campaign
from services.engine.core.kernel import Line, Notice, SeatHolder
from services.engine.core.patches import diff
from services.engine.core.ruleset import Ruleset
from services.engine.core.values import Seat, unix_ms

SEAT_REPLACED = "kernel.seat_replaced"
"""The line that says that another person plays a seat."""


class Views(msgspec.Struct, frozen=True, kw_only=True):
    """What every class sees of one state."""

    public: dict[str, Any]
    """`{"campaign": ..., "game": ...}`."""
    mine: tuple[dict[str, Any], ...]
    """The private part of each seat."""
    padding: int = 0
    """As `Ruleset.padding`."""


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """What one class is shown of an append."""

    viewer: Seat | None
    body: bytes
    """The inside of a JSON object without its braces (`"at_unix_ms":..,"patch":..,"lines":..`); empty if it is the same
    as the public's."""


def see(ruleset: Ruleset, campaign: Campaign) -> Views:
    """What every class sees now."""
    seats: list[dict[str, Any]] = []
    for seat, holder in enumerate(campaign.table.seats):
        entry: dict[str, Any] = {"seat": seat, "person": holder.person}
        if holder.bot_level is not None:
            entry["bot_level"] = holder.bot_level
        if holder.rating is not None:
            entry["rating"] = holder.rating
        if holder.own_rating:
            entry["own_rating"] = True
        if holder.left:
            entry["left"] = True
        if holder.replaced:
            entry["replaced"] = True
        seats.append(entry)
    head: dict[str, Any] = {
        "id": campaign.id,
        "ruleset": campaign.ruleset,
        "version": campaign.version,
        "status": campaign.status,
        "seats": {str(entry["seat"]): entry for entry in seats},
        "map": {"id": campaign.map_id, "sha256": campaign.map_sha256},
        "secret_hash": campaign.secret_hash,
        "salt": campaign.salt,
    }
    if campaign.table.host is not None:
        head["host"] = campaign.table.host
    if campaign.outcome is not None:
        head["outcome"] = msgspec.to_builtins(campaign.outcome)
    public = {"campaign": head, "game": ruleset.view(campaign.game, None)}
    mine = tuple(ruleset.view(campaign.game, Seat(seat)) for seat in range(len(seats)))
    return Views(public=public, mine=mine, padding=ruleset.padding(campaign.game.board))


def whole(views: Views, viewer: Seat | None) -> dict[str, Any]:
    """The view of one class, as docs/api.md has it."""
    if viewer is None:
        return views.public
    return {**views.public, "mine": views.mine[viewer], "you": {"seat": viewer}}


def shown(ruleset: Ruleset, before: Views, after: Views, facts: tuple[Any, ...], at: datetime) -> tuple[Shown, ...]:
    """What an append shows: the public's first, then each seat that sees something; classes that see nothing miss."""
    public_patch = diff(before.public, after.public)
    public_lines = lines(ruleset, facts, None)
    found: list[Shown] = []
    public_sees = bool(public_patch or public_lines)
    if public_sees:
        found.append(Shown(viewer=None, body=body(at, public_patch, public_lines)))
    for seat, (old, new) in enumerate(zip(before.mine, after.mine, strict=True)):
        own_patch = diff(old, new)
        own_lines = lines(ruleset, facts, Seat(seat))
        if own_patch or own_lines:
            patch = {**public_patch, "mine": own_patch} if own_patch else public_patch
            own = body(at, patch, (*public_lines, *own_lines))
            public_size = len(body(at, public_patch, public_lines)) if after.padding else 0
            found.append(Shown(viewer=Seat(seat), body=filled(own, public_size, after.padding)))
        elif public_sees:
            found.append(Shown(viewer=Seat(seat), body=b""))
    return tuple(found)


def filled(content: bytes, public_size: int, padding: int) -> bytes:
    """JSON with blanks after it, so that what a seat sees beyond the public has a size that says nothing.

    :param public_size: bytes of what everybody sees.
    :param padding: the rest gets a multiple of so many bytes; 0 for its own size.
    """
    return content + b" " * ((public_size - len(content)) % padding) if padding else content


def body(at: datetime, patch: dict[str, Any], log: tuple[Line, ...]) -> bytes:
    """An update as every client of a class gets it, without the braces and the number the gateway adds."""
    return msgspec.json.encode({"at_unix_ms": unix_ms(at), "patch": patch, "lines": log})[1:-1]


def lines(ruleset: Ruleset, facts: tuple[Any, ...], viewer: Seat | None) -> tuple[Line, ...]:
    """Lines of the log: the public's for None, else only what the seat sees beyond them."""
    found: list[Line] = []
    for fact in facts:
        if isinstance(fact, kernel_facts.KernelFact):
            if viewer is None:
                found.extend(_kernel_lines(fact))
        else:
            found.extend(ruleset.show(fact, viewer))
    return tuple(found)


def notices(ruleset: Ruleset, campaign: Campaign, facts: tuple[Any, ...]) -> tuple[Notice, ...]:
    """Who should hear of an append; the person acted upon is always among them."""
    found: list[Notice] = []
    everyone = tuple(Seat(seat) for seat in range(len(campaign.table.seats)))
    for fact in facts:
        match fact:
            case kernel_facts.SeatHeld(seat=seat, holder=holder):
                found.append(Notice(seats=(Seat(seat),), key=_of_the_holder(holder), parameters={"seat": seat}))
            case kernel_facts.SeatReplaced(seat=seat):
                found.append(Notice(seats=everyone, key="notice.seat_replaced", parameters={"seat": seat}))
            case kernel_facts.HostPassed(host=host) if host is not None:
                found.append(Notice(seats=(Seat(host),), key="notice.host_passed", parameters={"seat": host}))
            case kernel_facts.Parked():
                found.append(Notice(seats=everyone, key="notice.parked", parameters={}))
            case kernel_facts.Unparked():
                found.append(Notice(seats=everyone, key="notice.unparked", parameters={}))
            case kernel_facts.Ended(outcome=outcome):
                found.append(Notice(seats=everyone, key="notice.ended", parameters={"reason": outcome.reason}))
            case _ if not isinstance(fact, kernel_facts.KernelFact):
                found.extend(ruleset.notices(fact))
    return tuple(found)


def _of_the_holder(holder: SeatHolder) -> str:
    """What a seat's person is told. Whether a bot plays on after who left is up to the rules: nobody is told of one."""
    if holder.left:
        return "notice.seat_left"
    return "notice.seat_back" if holder.bot_level is None else "notice.seat_handed"


def kernel_lines(facts: tuple[Any, ...]) -> tuple[Line, ...]:
    """Lines of kernel facts alone, asking nothing of a ruleset."""
    return tuple(line for fact in facts for line in _kernel_lines(fact))


def _kernel_lines(fact: kernel_facts.KernelFact) -> tuple[Line, ...]:
    match fact:
        case kernel_facts.Started():
            return (Line(key="kernel.started"),)
        case kernel_facts.SeatHeld(seat=seat, holder=holder):
            if holder.left:
                return (Line(key="kernel.seat_left", parameters={"seat": seat}),)
            key = "kernel.seat_back" if holder.bot_level is None else "kernel.seat_handed"
            return (Line(key=key, parameters={"seat": seat}),)
        case kernel_facts.SeatReplaced(seat=seat):
            return (Line(key=SEAT_REPLACED, parameters={"seat": seat}),)
        case kernel_facts.HostPassed(host=host):
            return (Line(key="kernel.host_passed", parameters={} if host is None else {"seat": host}),)
        case kernel_facts.TimeCredited(what=what, credited_ms=credited_ms):
            return (Line(key="kernel.time_credited", parameters={"what": what, "credited_ms": credited_ms}),)
        case kernel_facts.Parked():
            return (Line(key="kernel.parked"),)
        case kernel_facts.Unparked():
            return (Line(key="kernel.unparked"),)
        case kernel_facts.Ended(outcome=outcome):
            return (Line(key="kernel.ended", parameters={"reason": outcome.reason}),)
        case kernel_facts.DrawsMade():
            return ()
