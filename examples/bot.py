"""A bot in sixty lines: WARBOARD_TOKEN=... (scopes read and play) python examples/bot.py plays an account's seats."""

import json
import os
import random
import threading
import urllib.error
import urllib.request
import uuid

URL = os.environ.get("WARBOARD_URL", "http://127.0.0.1:8000") + "/api/v1"
HEADERS = {"Authorization": f"Bearer {os.environ['WARBOARD_TOKEN']}", "Content-Type": "application/json"}
PLAYED: set[str] = set()


def ask(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(URL + path, data, HEADERS), timeout=30)


def act(path, **command):
    try:
        ask(f"{path}/commands", {"key": str(uuid.uuid4()), "command": command}).close()
    except urllib.error.HTTPError as refused:
        print(command, json.load(refused).get("sentence"))


def answer(campaign, kind, which):
    """One command for what the campaign waits for; `actions` says what it may be."""
    match kind:
        case "pick":
            choice = json.load(ask(f"{campaign}/actions"))["actions"]["PickCountry"]
            act(campaign, type="PickCountry", pick=choice["pick"], country=choice["countries"][0])
        case "secret":
            act(campaign, type="ChooseSecret", option=0)
        case "turn":
            act(campaign, type="PassTurn", turn=int(which))
        case "answer":
            act(campaign, type="AcceptWar", war=which)


def play(game):
    """Random legal moves: each line of the stream is the game, or what changed in it."""
    for line in ask(f"/stream?topic=game:{game}"):
        news = json.loads(line) if line.strip() else {}
        now = {**news.get("game", {}), **news.get("change", {})}
        if legal := now.get("legal"):
            start = random.choice(list(legal))
            act(f"/games/{game}", type="Move", ply=now["ply"], uci=start + random.choice(legal[start]))


for _ in ask("/stream?topic=me"):  # a line when something is owed, and an empty one every few seconds
    for campaign in json.load(ask("/campaigns"))["campaigns"]:
        for kind, _, which in (owed["what"].partition(":") for owed in campaign["owed"]):
            if kind == "move" and which not in PLAYED:
                PLAYED.add(which)
                threading.Thread(target=play, args=(which,), daemon=True).start()
            answer(f"/campaigns/{campaign['id']}", kind, which)
