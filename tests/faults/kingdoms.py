"""People with kingdoms, while the faults happen: they order, change their minds, sleep, report battles and vote."""

import asyncio
import json
import random
import secrets
from collections import Counter
from typing import Any

from tests.faults.front import Person, Refused, Watcher

PAUSE_S = (0.1, 0.4)
CHANGES_MIND, DISPUTES, HESITATES = 0.4, 0.3, 0.5
RACES = (
    "wrong_step", "battle_settled", "no_such_battle", "no_such_report", "already_reported", "no_spawn_choice",
    "enemy_reports", "not_disputed", "over", "out",
)  # fmt: skip
"""Refusals of what somebody else, or the clock, was quicker than."""


class Sealed:
    """What only one seat may see until its step is carried out."""

    def __init__(self) -> None:
        self._owner: dict[str, tuple[int, int]] = {}
        self.leaks: list[str] = []

    def keep(self, nonce: str, seat: int, step: int) -> None:
        """A nonce is about to be sent; its orders are in no view without it."""
        self._owner[nonce] = (seat, step)

    def look(self, viewer: int, told: Any, done: int, where: str) -> None:
        """Note whatever is told too early.

        :param viewer: a seat, -1 for a spectator.
        :param done: the step that was carried out last.
        """
        text = json.dumps(told)
        for nonce, (seat, step) in self._owner.items():
            if seat != viewer and step > done and nonce in text:
                self.leaks.append(f"{where} told {viewer} of {seat}'s orders for step {step} when {done} was done")


class King:
    """A person; what was said yes to is kept by step."""

    def __init__(self, person: Person, sealed: Sealed, chosen: random.Random, sleeps: float = 0.0) -> None:
        """
        :param sleeps: share of steps and battles this person does nothing about; of the others as many are not said to
            be ready.
        """
        self.person = person
        self.orders: dict[int, tuple[str, dict[str, Any]]] = {}
        """Step → nonce and orders that were acknowledged last."""
        self._sealed = sealed
        self._chosen = chosen
        self._sleeps = sleeps
        self._asleep: dict[int | str, bool] = {}
        """Step or battle → whether it is slept through."""
        self._once: set[tuple[str, str]] = set()
        """What is said of a battle once."""

    async def reign(self) -> None:
        """Play to the campaign's end."""
        path = f"/campaigns/{self.person.campaign}"
        while True:
            may = (await self.person.call("GET", f"{path}/actions"))["actions"]
            view = await self.person.view()
            game = view["game"]
            self._sealed.look(self.person.seat, view, game.get("adjudicated", {}).get("number", 0), "a view")
            if game.get("ended"):
                return
            if "submit" in may:
                await self._order(may["submit"])
            for name, acts in may.get("battles", {}).items():
                if name in game.get("battles", {}) and self._chosen.random() > HESITATES:
                    await self._fight(name, game["battles"][name], acts)
            await asyncio.sleep(self._chosen.uniform(*PAUSE_S))

    def _sleeps_through(self, what: int | str) -> bool:
        return self._asleep.setdefault(what, self._chosen.random() < self._sleeps)

    async def _order(self, asked: dict[str, Any]) -> None:
        step = asked["step"]
        if step in self._asleep or self._sleeps_through(step):
            return
        for _ in range(1 + (self._chosen.random() < CHANGES_MIND)):
            nonce, orders = secrets.token_hex(32), some_orders(asked, self._chosen)
            self._sealed.keep(nonce, self.person.seat, step)
            if not await self._say(type="Submit", step=step, nonce=nonce, orders=orders):
                return
            self.orders[step] = (nonce, orders)
        if self._chosen.random() >= self._sleeps:
            await self._say(type="SetReady", step=step, ready=True)

    async def _fight(self, name: str, battle: dict[str, Any], may: dict[str, Any]) -> None:
        if self._sleeps_through(name):
            return
        reports = may.get("report", False) and ("report", name) not in self._once
        if may.get("rule"):
            await self._say(type="RuleBattle", battle=name, **self._rounds(battle))
        elif may.get("simulate"):
            await self._say(type="SimulateBattle", battle=name)
        elif may.get("answer") and not (reports and self._chosen.random() < DISPUTES):
            await self._say(type="ConfirmReport", battle=name, report=may["answer"])
        elif may.get("choose_spawn") and ("spawn", name) not in self._once:
            self._once.add(("spawn", name))
            await self._say(type="ChooseSpawn", battle=name, spawn=self._chosen.choice("ab"))
        elif reports:
            self._once.add(("report", name))
            await self._say(type="ReportBattle", battle=name, **self._rounds(battle))

    def _rounds(self, battle: dict[str, Any]) -> dict[str, int]:
        ends = Counter(self._chosen.choices(("attacker_wins", "defender_wins", "drawn"), (5, 5, 1), k=battle["rounds"]))
        return {name: ends[name] for name in ("attacker_wins", "defender_wins", "drawn")}

    async def _say(self, **command: Any) -> bool:
        try:
            await self.person.act(**command)
        except Refused as refused:
            refused.unless(*RACES)
            return False
        return True


def some_orders(asked: dict[str, Any], chosen: random.Random) -> dict[str, Any]:
    """Any orders a step takes."""
    kind = asked["kind"]
    if kind == "preference":
        return {"kind": kind, "places": chosen.sample(asked["places"], chosen.randint(0, 8))}
    if kind == "attacks":
        origins = asked.get("attacks", {})
        taken = chosen.sample(list(origins), min(len(origins), chosen.randint(0, 4)))
        by_target = {way["target"]: way for way in (_way(origin, origins[origin], chosen) for origin in taken)}
        return {"kind": kind, "attacks": list(by_target.values())}
    split = dict(Counter(chosen.choices(asked["places"], k=asked["total"])))
    if kind == "placement":
        return {"kind": kind, "units": split}
    origins = asked.get("supply", {})
    if not origins:
        return {"kind": kind, "create": split}
    origin = chosen.choice(list(origins))
    return {"kind": kind, "supply": _way(origin, origins[origin], chosen), "create": split}


def _way(origin: str, may: dict[str, Any], chosen: random.Random) -> dict[str, Any]:
    return {"origin": origin, "target": chosen.choice(may["targets"]), "units": chosen.randint(1, may["most"])}


class Spy(Watcher):
    """A socket of a person or a spectator that notes each seal, and whatever comes too early, twice or not at all."""

    def __init__(self, person: Person, sealed: Sealed) -> None:
        super().__init__(person)
        self.commitments: dict[tuple[int, int], str] = {}
        """(Step, seat) → what was seen last while the step was open."""
        self._sealed = sealed

    def _received(self, message: dict[str, Any]) -> bool:
        before = self.cursor.get("n")
        goes_on = super()._received(message)
        if message["t"] in ("view", "patch"):
            if message["t"] == "view" and before is not None and message["n"] != before:
                self.faults.append(f"a view {message['n']} came in place of the patches after {before}")
            self._look(message)
        return goes_on

    def _look(self, message: dict[str, Any]) -> None:
        game, seat = self.view["game"], self.person.seat
        self._sealed.look(seat, message, game.get("adjudicated", {}).get("number", 0), "a socket")
        public = json.dumps({name: part for name, part in game.items() if name != "adjudicated"})
        if any(f'"{name}"' in public for name in ("orders", "nonce", "text")):
            self.faults.append(f"orders are in the public picture: {public}")
        for other, kingdom in game["kingdoms"].items():
            if "step" in game and "commitment" in kingdom:
                self.commitments[game["step"]["number"], int(other)] = kingdom["commitment"]


async def peek(person: Person, sealed: Sealed) -> None:
    """Read everything there is to read of a campaign, for ever."""
    path = f"/campaigns/{person.campaign}"
    while True:
        for part in ("", "/log", "/history"):
            told = await person.call("GET", path + part)
            game = (await person.view())["game"]
            sealed.look(person.seat, told, game.get("adjudicated", {}).get("number", 0), part or "a view")
        await asyncio.sleep(0.5)
