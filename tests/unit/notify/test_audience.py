"""Whom an append is told."""

from datetime import UTC, datetime

from services.notify.core.audience import ELIMINATED, ENDED, Event, Notice, Occupant, after, audience

AT = datetime(2026, 1, 1, tzinfo=UTC)
SEATS = (
    Occupant(seat=0, account="ann"),
    Occupant(seat=1, account="bob"),
    Occupant(seat=2, account="", bot_level=5),
    Occupant(seat=3, account="eve", bot_level=2),
)
BEFORE = {occupant.seat: occupant for occupant in SEATS}


def event(*notices: tuple[str, tuple[int, ...], bool], seats=(), changed=()) -> Event:
    return Event(
        campaign="c1", epoch=1, seq=9, at=AT, seats=seats, changed=frozenset(changed),
        notices=tuple(
            Notice(place=place, seats=to, key=key, parameters=b"{}", owes=owes)
            for place, (key, to, owes) in enumerate(notices)
        ),
    )  # fmt: skip


def told(happened: Event, before=BEFORE) -> list[tuple[str, str]]:
    return [(account, notice.key) for account, notice in audience(happened, before)]


def test_only_people_who_play_are_told() -> None:
    """Not a seat that began as a bot, nor one that a bot plays meanwhile, nor one that isn't there."""
    assert told(event(("notice.x", (0, 1, 2, 3, 9), False))) == [("ann", "notice.x"), ("bob", "notice.x")]


def test_the_end_is_told_to_every_person() -> None:
    assert told(event((ENDED, (0, 1, 2, 3), False))) == [("ann", ENDED), ("bob", ENDED), ("eve", ENDED)]


def test_who_is_handed_over_is_told_but_owes_nothing() -> None:
    """Pitfall 6: judged by the append, in which a bot plays the seat already."""
    seats = (Occupant(seat=0, account="ann", bot_level=3), *SEATS[1:])
    handed = event(
        ("notice.seat_handed", (0,), False), ("notice.your_turn", (0,), True), ("notice.turn_passed", (0,), False),
        seats=seats, changed=(0,),
    )  # fmt: skip
    assert told(handed) == [("ann", "notice.seat_handed"), ("ann", "notice.turn_passed")]


def test_who_left_for_good_hears_that_and_nothing_after_it() -> None:
    """Not even the end."""
    seats = (Occupant(seat=0, account="ann", bot_level=3, left=True), *SEATS[1:])
    leaving = event(
        ("notice.seat_left", (0,), False), ("notice.your_turn", (0,), True), (ENDED, (0, 1), False),
        seats=seats, changed=(0,),
    )  # fmt: skip
    assert told(leaving) == [("ann", "notice.seat_left"), ("bob", ENDED)]
    gone = after(leaving, BEFORE)
    assert told(event(("notice.x", (0, 1), False), (ENDED, (0, 1), False)), gone) == [
        ("bob", "notice.x"),
        ("bob", ENDED),
    ]


def test_who_takes_the_seat_back_is_told_everything() -> None:
    seats = (*SEATS[:3], Occupant(seat=3, account="eve"))
    back = event(("notice.seat_back", (3,), False), ("notice.your_turn", (3,), True), seats=seats, changed=(3,))
    assert told(back) == [("eve", "notice.seat_back"), ("eve", "notice.your_turn")]


def test_who_loses_the_seat_to_another_is_told_too() -> None:
    seats = (Occupant(seat=0, account="zoe"), *SEATS[1:])
    assert told(event(("notice.seat_handed", (0,), False), seats=seats, changed=(0,))) == [
        ("zoe", "notice.seat_handed"),
        ("ann", "notice.seat_handed"),
    ]


def test_elimination_silences_lesser_notices() -> None:
    """Pitfall 7: in the same append, whatever their order, and in later ones."""
    out = event(("notice.turn_passed", (1,), False), (ELIMINATED, (1,), False), ("notice.your_turn", (0,), True))
    assert told(out) == [("bob", ELIMINATED), ("ann", "notice.your_turn")]
    then = after(out, BEFORE)
    assert [seat for seat, occupant in then.items() if occupant.eliminated] == [1]
    assert told(event(("notice.parked", (0, 1), False)), then) == [("ann", "notice.parked")]
    assert told(event((ENDED, (1,), False)), then) == [("bob", ENDED)]
    assert after(event(seats=SEATS), then)[1].eliminated
