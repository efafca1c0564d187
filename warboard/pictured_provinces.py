"""Pictures of the provinces: two people and a bot in the middle of a game, its end, and a map of one's own."""

import hashlib
import json
from typing import TYPE_CHECKING, Any

from warboard.plan import ROOT
from warboard.visitor import Person, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from warboard.screens import Camera

BLUE = (
    "luristan", "khuzestan", "bakhtiari", "bushehr", "fars", "hormozgan", "kerman", "sistan_baluchestan",
)  # fmt: skip
AMBER = ("tehran", "mazandaran", "semnan", "khorasan", "south_khorasan", "isfahan", "yazd")
GREEN = ("west_azerbaijan", "east_azerbaijan", "gilan", "qazvin_zanjan", "kurdistan", "hamadan")
UNITS = {
    "west_azerbaijan": 2, "east_azerbaijan": 4, "gilan": 1, "kurdistan": 5, "hamadan": 4, "bakhtiari": 4, "bushehr": 2,
    "fars": 6, "hormozgan": 2, "kerman": 5, "sistan_baluchestan": 1, "tehran": 5, "semnan": 1, "khorasan": 6,
    "south_khorasan": 2,
}  # fmt: skip
OWNERS = {place: seat for seat, places in enumerate((BLUE, AMBER, GREEN)) for place in places}


def middle() -> dict[str, Any]:
    """The options of a game that begins in its middle."""
    return {"turn_s": 300, "assault": "single", "position": {"owners": OWNERS, "units": UNITS}}


def near_the_end() -> dict[str, Any]:
    """The options of a game in which seat 0 wins by its next conquest."""
    owners = {**OWNERS, "yazd": 0, "isfahan": 0}
    units = {**UNITS, "kerman": 30, "south_khorasan": 1}
    return {"turn_s": 300, "assault": "blitz", "position": {"owners": owners, "units": units}}


def table(host: Person, guest: Person, name: str, options: dict[str, Any], *, entry: int = 0) -> str:
    """A room of three in which two people sit, and a bot unless it is played for coins; its id."""
    body = {"ruleset": "provinces", "name": name, "seats": 3, "options": options, "public": True, "entry": entry}
    room: str = host.post("/rooms", {**body, "entropy": _bytes(name, "host")})["room"]["id"]
    guest.post(f"/rooms/{room}/seats", {"entropy": _bytes(name, "guest")})
    if not entry:
        host.post(f"/rooms/{room}/bots", {"level": 3})
    return room


def started(host: Person, room: str) -> str:
    """The campaign of a room that is started now."""
    host.post(f"/rooms/{room}/start")
    campaign: str = until(lambda: host.get(f"/rooms/{room}")["room"].get("campaign"))
    return campaign


def shoot(camera: "Camera", browser: "Browser", url: str) -> None:
    """Every page of a game, in the order in which it comes to it."""
    mara, kaveh = Person(browser, url, "Mara"), Person(browser, url, "کاوه")
    room = table(mara, kaveh, "میز جمعه", {}, entry=50)
    camera.take("provinces-room", f"/rooms/{room}", mara.context, _nothing, all_looks=False)
    _maps(camera, mara, kaveh)
    camera.take("provinces-create", "/", mara.context, _create, all_looks=True)
    game = started(mara, table(mara, kaveh, "Friday dice", middle()))
    at = f"/campaigns/{game}"
    camera.take("provinces-place", at, mara.context, _press("fars", "fars", "luristan"), all_looks=False)
    mara.command(at, type="Reinforce", turn=1, units={"fars": 2, "luristan": 1})
    mara.command(at, type="Attack", turn=1, attack=1, origin="fars", target="isfahan", move_in=3)
    camera.take("provinces", at, mara.context, _press("fars", "yazd"), all_looks=True)
    camera.take("provinces-dice", at, mara.context, _dice, all_looks=False)
    camera.take("provinces-watching", at, kaveh.context, _nothing, all_looks=False)
    won = started(mara, table(mara, kaveh, "Last throw", near_the_end()))
    mara.command(f"/campaigns/{won}", type="Reinforce", turn=1, units={"kerman": 3})
    attack = {"type": "Attack", "turn": 1, "attack": 1, "origin": "kerman", "target": "south_khorasan"}
    mara.command(f"/campaigns/{won}", **attack)
    camera.take("provinces-over", f"/campaigns/{won}", mara.context, _nothing, all_looks=True)


def _maps(camera: "Camera", host: Person, guest: Person) -> None:
    """A map of one's own: chosen in the room, refused with its faults, and played on, drawn as discs."""
    isles = json.loads((ROOT / "examples" / "maps" / "nine_isles.json").read_text("utf-8"))
    options = {"turn_s": 300, "assault": "single", "map": host.post("/maps", isles)["id"]}
    room = table(host, guest, "Nine isles", options)
    broken = {**isles, "id": "Isles", "sea": [{"a": "cove", "b": "moon"}], "land": isles["land"][:6]}
    camera.take("provinces-map", f"/rooms/{room}", host.context, _below("map-field"), all_looks=True)
    camera.take("provinces-map-faults", f"/rooms/{room}", host.context, _upload(broken), all_looks=False)
    position = {"owners": {place["id"]: seat % 3 for seat, place in enumerate(isles["places"])}}
    game = started(host, table(host, guest, "Isles", {**options, "position": position}))
    camera.take("provinces-discs", f"/campaigns/{game}", host.context, _press("grove"), all_looks=True)


def _bytes(*words: str) -> str:
    return hashlib.sha256("/".join(words).encode()).hexdigest()


def _nothing(_: "Page") -> None: ...


def _below(part: str) -> Any:
    """Scroll to a part of the page."""
    return lambda page: page.get_by_test_id(part).scroll_into_view_if_needed()


def _upload(board: dict[str, Any]) -> Any:
    """Choose a map file, and wait for what is said of it."""

    def prepare(page: "Page") -> None:
        content = json.dumps(board).encode()
        page.get_by_test_id("map-file").set_input_files(
            {"name": "isles.json", "mimeType": "application/json", "buffer": content}
        )
        page.get_by_test_id("map-faults").scroll_into_view_if_needed()

    return prepare


def _press(*places: str) -> Any:
    """Press provinces on the map, one after the other."""

    def prepare(page: "Page") -> None:
        for place in places:
            page.locator(f".badge[data-id={place}]").click()
            page.wait_for_timeout(150)

    return prepare


def _create(page: "Page") -> None:
    """The form for a table for coins; phones have its button at the thumb."""
    page.locator("[data-testid=create-provinces]:visible, .thumb .button:not(.primary):visible").first.click()
    page.get_by_test_id("game-provinces").check(force=True)
    page.get_by_test_id("way-competitive").check(force=True)


def _dice(page: "Page") -> None:
    """The dice and what was found when they were checked; a page that came later has seen no seal."""
    page.get_by_test_id("dice-checked").click()
