"""`warboard screens`: play a campaign on fresh data and take pictures of every page into docs/screens.

Each page is taken at two sizes in English and light; the lobby, a campaign and the board also dark and in Persian.
What is dealt differs from run to run: the platform draws its secrets itself. Needs the development packages.
"""

import hashlib
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from warboard.plan import ROOT
from warboard.servers import free_port

if TYPE_CHECKING:
    from playwright.sync_api import APIRequestContext, Browser, BrowserContext, Page

SIZES, PATIENCE_S = {"desk": (1440, 900), "phone": (390, 844)}, 90
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--force-color-profile=srgb"]
OPENINGS = ("e2e4", "d2d4", "g1f3", "b1c3", "f1c4", "e7e5", "d7d5", "g8f6", "b8c6", "f8c5")

Prepare = Callable[["Page"], None]


class Camera:
    """Takes pictures as one signed-in person, or as a stranger."""

    def __init__(self, browser: "Browser", url: str, out: Path, only: str) -> None:
        self._browser = browser
        self._url = url
        self._out = out
        self._only = only

    def take(self, name: str, path: str, who: "BrowserContext | None", prepare: "Prepare", *, all_looks: bool) -> None:
        """Pictures `<name>-<size>-<language>-<theme>.png` of one page."""
        if self._only not in name:
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
            page.locator("#main, main").first.wait_for()
            page.locator(".skeleton, .loading").first.wait_for(state="detached")
            prepare(page)
            page.evaluate("document.fonts.ready.then(() => true)")
            page.wait_for_timeout(400)
            page.screenshot(path=self._out / f"{name}-{size}-{language}-{theme}.png")
            context.close()


class Person:
    """Somebody who plays over the same calls as the client."""

    def __init__(self, browser: "Browser", url: str, name: str) -> None:
        self.context = browser.new_context(extra_http_headers={"X-Warboard": "1"})
        self._http: APIRequestContext = self.context.request
        self._url = f"{url}/api/v1"
        self._keys = 0
        self.post("/guests", {"name": name, "language": "en"})

    def get(self, path: str) -> Any:
        """The answer to a question."""
        return self._http.get(self._url + path).json()

    def post(self, path: str, body: Any = None) -> Any:
        """The answer to a change; refusals are answers too."""
        return self._http.post(self._url + path, data=body or {}).json()

    def table(self, name: str, bots: int, **options: Any) -> str:
        """A room with the person and some bots; its id."""
        body = {"ruleset": "chess_wars", "name": name, "seats": 4, "options": options, "public": True}
        room: str = self.post("/rooms", {**body, "entropy": hashlib.sha256(name.encode()).hexdigest()})["room"]["id"]
        for level in range(1, bots + 1):
            self.post(f"/rooms/{room}/bots", {"level": level})
        return room

    def campaign(self, name: str, **options: Any) -> str:
        """A started campaign with three bots; its id."""
        room = self.table(name, 3, **options)
        self.post(f"/rooms/{room}/start")
        started: str = until(lambda: self.get(f"/rooms/{room}")["room"].get("campaign"))
        return started

    def command(self, place: str, **command: Any) -> Any:
        """Give a command to `/campaigns/<id>` or `/games/<id>`."""
        self._keys += 1
        return self.post(f"{place}/commands", {"key": f"screens-{self._keys}", "command": command})

    def play_until(self, campaign: str, wanted: Callable[[dict[str, Any], int], Any]) -> Any:
        """Take turns and answers until the view holds what is wanted; that."""

        def step() -> Any:
            view = self.get(f"/campaigns/{campaign}")["view"]
            me = view["you"]["seat"]
            found = wanted(view["game"], me)
            if not found:
                self._act(f"/campaigns/{campaign}", view["game"], me)
            return found

        return until(step)

    def _act(self, place: str, game: dict[str, Any], me: int) -> None:
        actions = self.get(f"{place}/actions")["actions"]
        for war in actions.get("AcceptWar", {}):
            self.command(place, type="AcceptWar", war=war)
        for war in actions.get("FightRedirect", {}):
            self.command(place, type="FightRedirect", war=war)
        for war, choice in actions.get("MeetRaise", {}).items():
            countries = choice.get("cheapest", [])
            self.command(place, type="MeetRaise", war=war, number=choice["number"], countries=countries)
        if game.get("turn", {}).get("seat") != me:
            return
        turn = game["turn"]["number"]
        targets = actions.get("DeclareWar", {}).get("targets", {})
        if not targets:
            self.command(place, type="PassTurn", turn=turn)
            return
        target = max(targets, key=lambda each: targets[each]["need"])
        origin = targets[target]["best"]
        stake = targets[target]["origins"][origin]["cheapest"]
        self.command(place, type="DeclareWar", turn=turn, target=target, origin=origin, stake=stake, reserves=[])

    def play_chess(self, game: str, moves: int) -> None:
        """Make sensible opening moves while there are any, and wait for the opponent's."""
        for _ in range(moves):
            state = until(lambda: self._to_move(game))
            legal = [origin + target for origin, targets in state["legal"].items() for target in targets]
            move = next((each for each in OPENINGS if each in legal), legal[0])
            self.command(f"/games/{game}", type="Move", ply=state["ply"], uci=move)
        until(lambda: self._to_move(game))

    def _to_move(self, game: str) -> Any:
        state = self.get(f"/games/{game}")["game"]
        return state if "legal" in state or state["state"] == "over" else None


def until(step: Callable[[], Any]) -> Any:
    """The first answer of a step that is something.

    :raises TimeoutError: it never was.
    """
    ends = time.monotonic() + PATIENCE_S  # noqa: TID251 - a limit on a person's patience, not the game's time
    while time.monotonic() < ends:  # noqa: TID251
        if found := step():
            return found
        time.sleep(0.1)
    raise TimeoutError("the campaign never came to what was to be shown")


@contextmanager
def _platform() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="warboard-screens-") as folder:
        port = free_port()
        command = [sys.executable, "-m", "warboard", "up", "--data", f"{folder}/var", "--port", str(port)]
        process = subprocess.Popen([*command, "--base-port", "0"], cwd=ROOT, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own command
        assert process.stdout is not None
        try:
            for line in process.stdout:
                if "Warboard is ready" in line:
                    break
            yield f"http://127.0.0.1:{port}"
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(40)


def _nothing(page: "Page") -> None:
    """Leave the page as it opens."""


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
    take("watching", at, teo.context, _nothing, all_looks=False)
    game = f"{spring}-{playing['game']}"
    mara.play_chess(game, 4)
    take("board", f"{at}/games/{game}", mara.context, _nothing, all_looks=True)
    mara.command(f"/games/{game}", type="Resign")
    take("board-over", f"{at}/games/{game}", mara.context, _nothing, all_looks=False)
    attacked = _attacked(mara)
    take("answer", f"/campaigns/{attacked}", mara.context, _press("next-action"), all_looks=False)
    mara.command(at, type="EndCampaign")
    take("ended", at, mara.context, _nothing, all_looks=False)
    take("account", "/sign-in", mara.context, _nothing, all_looks=False)


def _attacked(person: Person) -> str:
    """A campaign in which somebody has declared war on the person, among several: bots choose whom they attack."""
    campaigns = [person.campaign(f"Harbour lights {n}", draft="dealt") for n in range(1, 6)]

    def step() -> str:
        for campaign in campaigns:
            view = person.get(f"/campaigns/{campaign}")["view"]
            if _asked(view["game"], view["you"]["seat"]):
                return campaign
            turn = view["game"].get("turn", {})
            if turn.get("seat") == view["you"]["seat"]:
                person.command(f"/campaigns/{campaign}", type="PassTurn", turn=turn["number"])
        return ""

    return str(until(step))


def _create(page: "Page") -> None:
    """The form for a new table; phones have its button at the thumb."""
    page.locator("button:visible", has_text="Create").first.click()


def _declare(page: "Page") -> None:
    """The stake builder on the first target of the list."""
    page.locator("button.target").first.click()
    page.wait_for_timeout(500)


def _playing(game: dict[str, Any], me: int) -> Any:
    for war, entry in game.get("wars", {}).items():
        if me in (entry["attacker"], entry["defender"]) and entry["state"] == "playing":
            return {"id": war, "game": entry["game"]}
    return None


def _asked(game: dict[str, Any], me: int) -> bool:
    return any(war.get("awaiting", {}).get("seat") == me for war in game.get("wars", {}).values())


def screens(
    out: Annotated[Path, typer.Option(help="The folder.")] = ROOT / "docs" / "screens",
    only: Annotated[str, typer.Option(help="Only pages with this in their name.")] = "",
    browser: Annotated[Path, typer.Option(help="Chromium.")] = Path("/usr/bin/chromium"),
) -> None:
    """Take pictures of every page of the client, for looking at."""
    from playwright.sync_api import sync_playwright

    out.mkdir(parents=True, exist_ok=True)
    with _platform() as url, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=ARGS)
        _shoot(Camera(chromium, url, out, only), chromium, url)
        chromium.close()
