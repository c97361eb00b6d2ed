"""A program that plays in the server like a page does: `python examples/guest.py http://127.0.0.1:8000 malawi 2`.

It sets up a table against the computer at a level and plays random decisions to the end.
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
    """Send JSON; the answer, and the cookie that names us from now on."""
    request = urllib.request.Request(address, json.dumps(data).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer), answer.headers["Set-Cookie"].partition(";")[0]


def choose(state: dict[str, Any]) -> str:
    """A legal decision, or a guess from a family of them."""
    if family := state["family"]:
        return family["before"] + ",".join(sorted(random.sample(family["cells"], family["count"])))
    return random.choice(state["choices"])[0]


def play(server: str, game: str, level: int) -> dict[str, Any]:
    """Play one game; its last state."""
    seats = [{"who": "me"}, {"who": "computer", "level": level}]
    told, cookie = post(f"{server}/api/tables", {"game": game, "seats": seats, "name": "guest.py"})
    address = f"ws://{urlsplit(server).netloc}/api/tables/{told['table']}/live"
    with connect(address, additional_headers={"Cookie": cookie}) as line:
        for number, text in enumerate(line):
            message = json.loads(text)
            if message["type"] == "pulse":
                line.send(json.dumps({"type": "pulse", "id": message["id"]}))
                continue
            if message["type"] == "state":
                state = message
                if state["phase"] == "over":
                    break
            if state["due"] is not None:
                decision = {"seat": state["facing"], "due": state["due"], "move": choose(state)}
                line.send(json.dumps({"type": "decide", "key": str(number), **decision}))
    return state


if __name__ == "__main__":
    last = play(sys.argv[1], sys.argv[2], int(sys.argv[3]))
    print(last["result"]["headline"]["en"], "–", last["result"]["words"]["en"])
