"""`warboard screens`: play a campaign on fresh data and take pictures of every page into docs/screens.

Each page is taken at two sizes in English and light; the lobby, a campaign, its missions and end, the board, and a
game of the provinces, a campaign of the kingdoms and their ends also dark and in Persian.
What is dealt differs from run to run: the platform draws its secrets itself. Needs the development packages.
"""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from warboard.pictured import position
from warboard.pictured_kingdoms import shoot as shoot_kingdoms
from warboard.pictured_provinces import shoot as shoot_provinces
from warboard.plan import ROOT
from warboard.servers import free_port
from warboard.visitor import Person, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

SIZES = {"desk": (1440, 900), "phone": (390, 844)}
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--force-color-profile=srgb"]

Prepare = Callable[["Page"], None]


class Camera:
    """Takes pictures as one signed-in person, or as a stranger."""

    def __init__(self, browser: "Browser", url: str, out: Path, only: str) -> None:
        self._browser = browser
        self._url = url
        self._out = out
        self._only = only

    def wants(self, name: str) -> bool:
        """Whether pictures of this page are asked for."""
        return any(part in name for part in self._only.split(","))

    def only_of(self, game: str) -> bool:
        """Whether pictures of this game alone are asked for."""
        return all(part.startswith(game) for part in self._only.split(","))

    def take(self, name: str, path: str, who: "BrowserContext | None", prepare: "Prepare", *, all_looks: bool) -> None:
        """Pictures `<name>-<size>-<language>-<theme>.png` of one page."""
        if not self.wants(name):
            return
        looks = product(SIZES, ("en", "fa"), ("light", "dark")) if all_looks else product(SIZES, ("en",), ("light",))
        for size, language, theme in looks:
            context = self._browser.new_context(
                viewport=dict(zip(("width", "height"), SIZES[size], strict=True)),  # type: ignore[arg-type]
                storage_state=None if who is None else who.storage_state(),
                has_touch=size == "phone",
                reduced_motion="reduce",
                timezone_id="Europe/Berlin",
            )
            kept = f"localStorage['warboard.language']='{language}';localStorage['warboard.theme']='{theme}'"
            context.add_init_script(kept)
            page = context.new_page()
            page.goto(self._url + path)
            page.locator(".skeleton, .loading").first.wait_for(state="detached")
            prepare(page)
            page.evaluate("document.fonts.ready.then(() => true)")
            page.wait_for_timeout(400)
            file = self._out / f"{name}-{size}-{language}-{theme}.png"
            page.screenshot(path=file)
            _shrink(file)
            context.close()


def _shrink(file: Path) -> None:
    """A palette of 256 colours halves a picture; without Pillow it stays as it is."""
    with suppress(ImportError):
        image = import_module("PIL.Image").open(file).convert("RGB")
        image.quantize(256, dither=0).save(file, optimize=True)


@contextmanager
def _platform() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="warboard-screens-") as folder:
        port = free_port()
        command = [sys.executable, "-m", "warboard", "up", "--data", f"{folder}/var", "--port", str(port)]
        command += ["--base-port", "0"]
        quick = {**os.environ, "WARBOARD_BOT_PAUSE_MS": "20"}
        process = subprocess.Popen(command, cwd=ROOT, env=quick, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own command
        assert process.stdout is not None
        try:
            for line in process.stdout:
                if "Warboard is ready" in line:
                    break
            yield f"http://127.0.0.1:{port}"
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(40)


def _nothing(_: "Page") -> None: ...


def _press(*ids: str) -> "Prepare":
    """Press what carries these test ids, one after the other."""

    def prepare(page: "Page") -> None:
        for each in ids:
            page.get_by_test_id(each).first.click()
            page.wait_for_timeout(250)

    return prepare


def _tab(tab: str) -> "Prepare":
    return lambda page: page.locator(f"#tab-{tab}").click()


def _shoot(camera: Camera, browser: "Browser", url: str) -> None:
    """Every page, in the order in which a campaign comes to it."""
    take = camera.take
    for name, path in (("welcome", "/"), ("rules", "/rules"), ("sign-in", "/sign-in"), ("lost", "/nowhere")):
        take(name, path, None, _nothing, all_looks=False)
    mara, teo = Person(browser, url, "Mara"), Person(browser, url, "Teo")
    teo.table("Friday blitz", 1, pace="live", initial_min=5, increment_s=3)
    teo.table("Old Silk Road", 2, theatre=["Asia", "Europe"])
    room = mara.table("The Long Spring II", 2)
    take("room", f"/rooms/{room}", mara.context, _nothing, all_looks=False)
    take("create", "/", mara.context, _create, all_looks=False)
    draft = mara.campaign("Marches, winter", draft="connected")
    mara.play_until(draft, lambda game, me: game.get("draft", {}).get("seat") == me)
    take("draft", f"/campaigns/{draft}", mara.context, _nothing, all_looks=False)

    if camera.wants("choosing"):
        take("choosing", f"/campaigns/{_dealt(mara)}", mara.context, _choosing, all_looks=True)
    if camera.wants("missions") or camera.wants("ended"):
        _shoot_missions(camera, mara)

    spring = mara.campaign("The Long Spring", draft="dealt")
    at = f"/campaigns/{spring}"
    mara.play_until(spring, lambda game, me: game.get("turn", {}).get("seat") == me)
    for name, prepare, looks in (
        ("campaign", _nothing, True),
        ("targets", _press("choose-target"), False),
        ("standings", _tab("standings"), False),
        ("diplomacy", _tab("diplomacy"), False),
        ("table", _press("table"), False),
        ("declare", _declare, True),
    ):
        take(name, at, mara.context, prepare, all_looks=looks)
    playing = mara.play_until(spring, _playing)
    take("lobby", "/", mara.context, _nothing, all_looks=True)
    take("inbox", "/inbox", mara.context, _nothing, all_looks=False)
    take("war", at, mara.context, _press(f"war-{playing['id']}"), all_looks=False)
    take("log", at, mara.context, _tab("log"), all_looks=False)
    take("history", at, mara.context, _history, all_looks=True)
    take("watching", at, teo.context, _nothing, all_looks=False)
    game = f"{spring}-{playing['game']}"
    mara.play_chess(game, 4)
    take("board", f"{at}/games/{game}", mara.context, _nothing, all_looks=True)
    mara.command(f"/games/{game}", type="Resign")
    take("board-over", f"{at}/games/{game}", mara.context, _nothing, all_looks=False)
    if camera.wants("answer"):  # it takes its time until a bot attacks
        take("answer", f"/campaigns/{_attacked(mara)}", mara.context, _press("next-action"), all_looks=False)
    take("account", "/sign-in", mara.context, _nothing, all_looks=False)


def _dealt(person: Person) -> str:
    """A campaign in which secret missions are being chosen."""
    campaign = person.campaign("The Quiet Hour", draft="dealt")
    until(lambda: person.get(f"/campaigns/{campaign}")["view"]["game"]["phase"] == "secrets")
    return campaign


def _shoot_missions(camera: Camera, mara: Person) -> None:
    """The missions in the middle of a campaign, and its end some rounds later."""
    dealt = mara.get(f"/campaigns/{_dealt(mara)}")["view"]["game"]
    autumn = mara.campaign("Marches, autumn", draft="dealt", advance="host", position=position(dealt))
    at = f"/campaigns/{autumn}"
    camera.take("missions", at, mara.context, _missions, all_looks=True)
    if camera.wants("ended"):
        mara.look_on(autumn, rounds=6)
        mara.command(at, type="EndCampaign")
        camera.take("ended", at, mara.context, _nothing, all_looks=True)
        camera.take("ended-below", at, mara.context, _ended_below, all_looks=False)


def _attacked(person: Person) -> str:
    """A campaign in which somebody has declared war on the person, among several: bots choose whom they attack."""
    campaigns = [person.campaign(f"Harbour lights {n}", draft="dealt") for n in range(1, 6)]

    def step() -> str:
        for campaign in campaigns:
            view = person.get(f"/campaigns/{campaign}")["view"]
            if _asked(view["game"], view["you"]["seat"]):
                return campaign
            if view["mine"].get("secret", {}).get("options"):
                person.command(f"/campaigns/{campaign}", type="ChooseSecret", option=0)
            turn = view["game"].get("turn", {})
            if turn.get("seat") == view["you"]["seat"]:
                person.command(f"/campaigns/{campaign}", type="PassTurn", turn=turn["number"])
        return ""

    return str(until(step))


def _choosing(page: "Page") -> None:
    """A secret looked at: the map lights its countries."""
    page.get_by_test_id("secret-card").first.click()


def _missions(page: "Page") -> None:
    """The tab, with all countries of missions marked."""
    page.locator("#tab-missions").click()
    page.get_by_test_id("mark-missions").check()
    page.get_by_test_id("claim").first.scroll_into_view_if_needed()


def _ended_below(page: "Page") -> None:
    """Further down: the race and the secrets."""
    page.get_by_test_id("end-secrets").scroll_into_view_if_needed()
    page.get_by_test_id("points-chart").scroll_into_view_if_needed()


def _create(page: "Page") -> None:
    """The form for a new table; phones have its button at the thumb."""
    page.locator("button:visible", has_text="Create").first.click()


def _declare(page: "Page") -> None:
    """The stake builder on the first target of the list."""
    page.locator("button.target").first.click()
    page.wait_for_timeout(500)


def _history(page: "Page") -> None:
    """A moment of the past, on the way to now."""
    page.get_by_test_id("history").click()
    page.get_by_test_id("history-slider").wait_for()
    page.wait_for_timeout(1000)
    for _ in range(4):
        page.get_by_test_id("history-backward").click()


def _playing(game: dict[str, Any], me: int) -> Any:
    for war, entry in game.get("wars", {}).items():
        if me in (entry["attacker"], entry["defender"]) and entry["state"] == "playing":
            return {"id": war, "game": entry["game"]}
    return None


def _asked(game: dict[str, Any], me: int) -> bool:
    return any(war.get("awaiting", {}).get("seat") == me for war in game.get("wars", {}).values())


def screens(
    out: Annotated[Path, typer.Option(help="The folder.")] = ROOT / "docs" / "screens",
    only: Annotated[
        str, typer.Option(help="Only pages with this, or one of these with commas between, in their name.")
    ] = "",
    browser: Annotated[Path, typer.Option(help="Chromium.")] = Path("/usr/bin/chromium"),
) -> None:
    """Take pictures of every page of the client, for looking at."""
    from playwright.sync_api import sync_playwright

    out.mkdir(parents=True, exist_ok=True)
    with _platform() as url, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=ARGS)
        camera = Camera(chromium, url, out, only)
        if camera.wants("provinces") or camera.only_of("provinces"):
            shoot_provinces(camera, chromium, url)
        if camera.wants("kingdoms") or camera.only_of("kingdoms"):
            shoot_kingdoms(camera, chromium, url)
        if not camera.only_of("provinces") and not camera.only_of("kingdoms"):
            _shoot(camera, chromium, url)
        chromium.close()
