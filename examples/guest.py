"""A program that plays in the server like a page does: `python examples/guest.py http://127.0.0.1:8000 malawi 2`.

It sets up a table against the computer at a level and plays random moves to the end.
"""

from __future__ import annotations

import json
import random
import sys
import urllib.request
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import connect


def post(address: str, data: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """Send JSON. Return the answer, and the cookie that names this program from now on."""
    request = urllib.request.Request(address, json.dumps(data).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer), answer.headers["Set-Cookie"].partition(";")[0]


def choose(state: dict[str, Any]) -> str:
    """Return a legal move. A random combination may still be refused."""
    if combination := state["combination"]:
        return combination["prefix"] + ",".join(sorted(random.sample(combination["cells"], combination["count"])))
    return random.choice(state["legal_moves"])[0]


def play(server: str, game: str, level: int) -> dict[str, Any]:
    """Play one game and return its last state."""
    seats = [{"who": "me"}, {"who": "computer", "level": level}]
    created, cookie = post(f"{server}/api/tables", {"game": game, "seats": seats, "name": "guest.py"})
    address = f"ws://{urlsplit(server).netloc}/api/tables/{created['table']}/live?v=2"
    with connect(address, additional_headers={"Cookie": cookie}) as connection:
        for number, text in enumerate(connection):
            message = json.loads(text)
            if message["type"] == "ping":
                connection.send(json.dumps({"type": "ping", "id": message["id"]}))
                continue
            if message["type"] == "state":
                state = message
                if state["phase"] == "over":
                    break
            if state["ticket"] is not None:
                move = {"seat": state["viewpoint"], "ticket": state["ticket"], "move": choose(state)}
                connection.send(json.dumps({"type": "move", "key": str(number), **move}))
    return state


if __name__ == "__main__":
    last = play(sys.argv[1], sys.argv[2], int(sys.argv[3]))
    print(last["result"]["headline"]["en"], "–", last["result"]["text"]["en"])
