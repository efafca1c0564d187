"""Pictures of the kingdoms: starting turns, orders, a turn with battles among three people and a bot, and an end."""

import hashlib
from typing import TYPE_CHECKING, Any

from warboard.visitor import Person, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from warboard.screens import Camera

BLUE = ("brittany", "normandy", "anjou", "poitou", "ile_de_france", "champagne", "burgundy", "flanders", "brabant")
AMBER = (
    "alsace", "swabia", "franconia", "bavaria", "helvetia", "austria", "lorraine", "rhineland", "franche_comte",
    "bohemia",
)  # fmt: skip
GREEN = (
    "frisia", "westphalia", "brunswick", "holstein", "thuringia", "mecklenburg", "brandenburg", "meissen", "moravia",
    "holland",
)  # fmt: skip
VIOLET = (
    "guyenne", "toulouse", "auvergne", "septimania", "dauphine", "provence", "piedmont", "lombardy", "venetia",
    "romagna", "tuscany",
)  # fmt: skip
OWNERS = {place: seat for seat, places in enumerate((BLUE, AMBER, GREEN, VIOLET)) for place in places}
UNITS = {
    "champagne": 7, "burgundy": 6, "brabant": 8, "flanders": 3, "poitou": 3, "lorraine": 6, "rhineland": 4,
    "franche_comte": 3, "bavaria": 7, "helvetia": 4, "bohemia": 4, "westphalia": 8, "meissen": 6, "holland": 3,
    "thuringia": 2, "auvergne": 5, "dauphine": 6, "venetia": 3, "lombardy": 4, "piedmont": 4, "guyenne": 3,
}  # fmt: skip
CONQUERED = (
    "alsace", "swabia", "bavaria", "helvetia", "lorraine", "rhineland", "franche_comte", "franconia", "auvergne",
    "dauphine", "guyenne", "toulouse", "septimania", "piedmont",
)  # fmt: skip
"""By seat 0, in a campaign that is nearly over: one more is enough."""
ATTACKS: tuple[tuple[tuple[str, str, int], ...], ...] = (
    (("burgundy", "franche_comte", 5), ("brabant", "rhineland", 4), ("champagne", "lorraine", 5)),
    (("lorraine", "champagne", 4), ("bavaria", "venetia", 6)),
    (("westphalia", "rhineland", 7), ("meissen", "bohemia", 5)),
)
"""Of the three people: lorraine and champagne attack each other, and on rhineland only the larger attack goes."""


def position(stage: str) -> dict[str, Any]:
    """The options of a campaign that begins in its middle."""
    return {"step_days": 2, "position": {"owners": OWNERS, "units": UNITS, "turn": 4, "stage": stage}}


def near_the_end() -> dict[str, Any]:
    """The options of a campaign in which seat 0 holds enough after its next attack."""
    owners = {place: 0 if place in CONQUERED else min(seat, 2) for place, seat in OWNERS.items()}
    where = {"owners": owners, "units": {**UNITS, "bavaria": 60}, "turn": 9, "stage": "attacks"}
    return {"battles": "simulated", "position": where}


def campaign(people: list[Person], name: str, bots: int, **options: Any) -> str:
    """A started campaign of some people and bots; its id."""
    room = table(people, name, bots, **options)
    people[0].post(f"/rooms/{room}/start")
    started: str = until(lambda: people[0].get(f"/rooms/{room}")["room"].get("campaign"))
    return started


def table(people: list[Person], name: str, bots: int, **options: Any) -> str:
    """A room in which some people and bots sit; its id."""
    seats = len(people) + bots
    body = {"ruleset": "kingdoms", "name": name, "seats": seats, "options": options, "public": True}
    room: str = people[0].post("/rooms", {**body, "entropy": _bytes(name, "0")})["room"]["id"]
    for number, person in enumerate(people[1:], 1):
        person.post(f"/rooms/{room}/seats", {"entropy": _bytes(name, str(number))})
    for _ in range(bots):
        people[0].post(f"/rooms/{room}/bots", {"level": 2})
    return room


def order(person: Person, at: str, orders: dict[str, Any], *, ready: bool = True) -> None:
    """Hand in orders for the open step."""
    step = person.get(at)["view"]["game"]["step"]["number"]
    person.command(at, type="Submit", step=step, nonce=_bytes(at, str(step)), orders=orders)
    if ready:
        person.command(at, type="SetReady", step=step, ready=True)


def attacks(*ways: tuple[str, str, int]) -> dict[str, Any]:
    """Orders of the second step."""
    return {"kind": "attacks", "attacks": [{"origin": a, "target": b, "units": n} for a, b, n in ways]}


def reached(person: Person, at: str, kind: str) -> None:
    """Wait until a step is open, or for `battles` until none is."""
    until(lambda: person.get(at)["view"]["game"].get("step", {"kind": "battles"})["kind"] == kind)


def shoot(camera: "Camera", browser: "Browser", url: str) -> None:
    """Every page of a campaign, in the order in which it comes to it."""
    people = [Person(browser, url, name) for name in ("Mara", "کاوه", "Teo")]
    room = table(people, "The Marches", 1)
    camera.take("kingdoms-room", f"/rooms/{room}", people[0].context, _nothing, all_looks=False)
    _start(camera, people)
    _turn(camera, people)
    if camera.wants("kingdoms-over"):
        at = f"/campaigns/{campaign(people, 'Last march', 0, **near_the_end())}"
        order(people[0], at, attacks(("bavaria", "austria", 59)))
        for person in people[1:]:
            order(person, at, attacks())
        until(lambda: people[0].get(at)["view"]["game"].get("ended"))
        camera.take("kingdoms-over", at, people[0].context, _nothing, all_looks=True)


def _start(camera: "Camera", people: list[Person]) -> None:
    at = f"/campaigns/{campaign(people, 'The Marches, spring', 1)}"
    mara = people[0]
    camera.take("kingdoms-wishes", at, mara.context, _press("anjou", "poitou", "burgundy", "champagne"), all_looks=True)
    for person, first in zip(people, ("anjou", "alsace", "brunswick"), strict=True):
        order(person, at, {"kind": "preference", "places": [first]})
    reached(mara, at, "placement")
    game = mara.get(at)["view"]["game"]
    own = [place for place, province in game["provinces"].items() if province["owner"] == 0]
    camera.take("kingdoms-place", at, mara.context, _press(*own[:3], own[0], own[0]), all_looks=False)


def _turn(camera: "Camera", people: list[Person]) -> None:
    at = f"/campaigns/{campaign(people, 'The Marches, autumn', 1, **position('provision'))}"
    mara, kaveh, teo = people
    order(kaveh, at, {"kind": "provision", "create": {"lorraine": 1, "bavaria": 5}}, ready=False)
    camera.take("kingdoms-provision", at, mara.context, _press("champagne", "champagne", "brabant"), all_looks=False)
    supply = {"origin": "flanders", "target": "champagne", "units": 2}
    order(mara, at, {"kind": "provision", "supply": supply, "create": {"champagne": 6}})
    camera.take("kingdoms-sent", at, mara.context, _open("sealed"), all_looks=False)
    for person in (kaveh, teo):
        units = person.get(f"{at}/actions")["actions"]["submit"]
        order(person, at, {"kind": "provision", "create": {units["places"][0]: units["total"]}})
    reached(mara, at, "attacks")
    for person, ways in zip((kaveh, teo), ATTACKS[1:], strict=True):
        order(person, at, attacks(*ways), ready=person is teo)
    camera.take("kingdoms-attacks", at, mara.context, _attacks, all_looks=True)
    camera.take("kingdoms-text", at, mara.context, _bad_text, all_looks=False)
    camera.take("kingdoms-sheets", f"{at}/sheets", mara.context, _nothing, all_looks=False)
    camera.take("kingdoms-sheets-paper", f"{at}/sheets", mara.context, _paper, all_looks=False)
    for person, ways in zip((mara, kaveh), ATTACKS[:2], strict=True):
        order(person, at, attacks(*ways))
    reached(mara, at, "battles")
    _battles(camera, at, people)


def _battles(camera: "Camera", at: str, people: list[Person]) -> None:
    mara, kaveh, teo = people
    camera.take("kingdoms-battles", at, mara.context, _nothing, all_looks=True)
    camera.take("kingdoms-past", at, mara.context, _past, all_looks=True)
    camera.take("kingdoms-report", at, mara.context, _battle("b4-lorraine"), all_looks=False)
    result = {"attacker_wins": 5, "defender_wins": 2, "drawn": 1}
    mara.command(at, type="ReportBattle", battle="b4-lorraine", **result)
    camera.take("kingdoms-answer", at, kaveh.context, _battle("b4-lorraine"), all_looks=False)
    teo.command(at, type="ReportBattle", battle="b4-bohemia", **result)
    other = {"attacker_wins": 3, "defender_wins": 5, "drawn": 0}
    kaveh.command(at, type="ReportBattle", battle="b4-bohemia", **other)
    camera.take("kingdoms-ruling", at, mara.context, _battle("b4-bohemia"), all_looks=False)
    kaveh.command(at, type="ConfirmReport", battle="b4-lorraine", report=1)
    reason = "The recording shows five rounds for Teo."
    mara.command(at, type="RuleBattle", battle="b4-bohemia", **result, reason=reason)
    camera.take("kingdoms-turn", f"{at}/turns/4", mara.context, _nothing, all_looks=True)
    camera.take("kingdoms-turn-paper", f"{at}/turns/4", mara.context, _paper, all_looks=False)


def _bytes(*words: str) -> str:
    return hashlib.sha256("/".join(words).encode()).hexdigest()


def _nothing(_: "Page") -> None: ...


def _press(*places: str) -> Any:
    """Press provinces on the map, one after the other."""

    def prepare(page: "Page") -> None:
        for place in places:
            page.locator(f".badge[data-id={place}]").click()
            page.wait_for_timeout(120)

    return prepare


def _open(name: str) -> Any:
    """Open what is folded."""
    return lambda page: page.get_by_test_id(name).locator("summary").click()


def _past(page: "Page") -> None:
    """The moment before the last step was over."""
    page.get_by_test_id("history").click()
    page.locator("[data-testid=history-slider]:not([max='1'])").wait_for()
    page.get_by_test_id("history-backward").click()
    page.wait_for_timeout(200)


def _attacks(page: "Page") -> None:
    """Two attacks made, and a third being aimed."""
    for place in ("burgundy", "franche_comte"):
        page.locator(f".badge[data-id={place}]").click()
    page.get_by_test_id("aim-done").click()
    for place in ("champagne", "lorraine"):
        page.locator(f".badge[data-id={place}]").click()
    page.wait_for_timeout(150)


def _bad_text(page: "Page") -> None:
    """Orders as text that can't all be carried out."""
    page.get_by_test_id("way-text").check(force=True)
    lines = ("attack Champagne -> Lorraine 5", "attack Burgundy -> Bohemy 3", "attck Brabant")
    page.get_by_test_id("orders-text").fill("\n".join(lines))
    page.get_by_test_id("send-text").click()
    page.get_by_test_id("bad-lines").wait_for()


def _battle(name: str) -> Any:
    """The battle opened in its list, on a phone with the sheet raised."""

    def prepare(page: "Page") -> None:
        grip = page.get_by_test_id("grip")
        if grip.is_visible():
            grip.click()
        page.get_by_test_id(f"battle-{name}").click()
        page.wait_for_timeout(200)

    return prepare


def _paper(page: "Page") -> None:
    """As it comes from a printer: a sheet of A4."""
    page.set_viewport_size({"width": 794, "height": 1123})
    page.emulate_media(media="print")
