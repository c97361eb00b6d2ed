"""A program that plays random moves online, written from `docs/messages.md` alone. It needs the package `websockets`.

python examples/client.py http://127.0.0.1:8000 malawi          creates a table and prints the invitation for a friend
python examples/client.py http://127.0.0.1:8000 malawi 2        plays against the computer of level 2
python examples/client.py "http://127.0.0.1:8000/t/…#join=…"    accepts an invitation
"""

from __future__ import annotations

import json
import random
import secrets
import sys
import time
import urllib.error
import urllib.request
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

Json = dict[str, Any]
TRIES = 20
"""How often something is tried in a row."""
SILENCE = 35
"""Seconds after which a silent connection is dead. The server sends a ping every 15 seconds."""
LATER = {"fast", "storage", "unexpected", "crowd", "many_sockets"}
"""Codes of refusals after which the same request may succeed in a while."""


def pause(tries: int) -> None:
    """Wait before the next try, longer each time. The random part keeps clients from coming all at once."""
    time.sleep(min(16.0, 0.5 * 2**tries) * random.uniform(0.5, 1.0))


def choose(state: Json) -> str:
    """Return a random move. One that is made from a combination may be refused."""
    if combination := state["combination"]:
        return combination["prefix"] + ",".join(sorted(random.sample(combination["cells"], combination["count"])))
    return random.choice(state["legal_moves"])[0]


class Client:
    """A player of one server, who is known by a cookie."""

    def __init__(self, server: str) -> None:
        self.server, self.cookie = server, ""
        self.state: Json = {}
        self.move: Json | None = None
        """The move that was neither accepted nor refused yet. It is sent again on the next connection."""

    def request(self, path: str, data: Json | None = None) -> Json:
        """Return the answer to a request. It is sent again later when the server is busy or away."""
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        body = None if data is None else json.dumps(data).encode()
        for tries in range(TRIES):
            try:
                with urllib.request.urlopen(urllib.request.Request(self.server + path, body, headers)) as answer:
                    if cookie := answer.headers["Set-Cookie"]:
                        self.cookie = cookie.partition(";")[0]
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                if error.code != 429 and error.code < 500:
                    sys.exit(json.load(error)["message"]["en"])
            except OSError as error:
                print("no answer:", error, file=sys.stderr)
            pause(tries)
        sys.exit("the server does not answer")

    def create(self, game: str, opponent: Json) -> str:
        """Return the id of a new table. Print the invitation when a seat is free."""
        table = self.request("/api/tables", {"game": game, "seats": [{"who": "me"}, opponent], "name": "Client"})[
            "table"
        ]
        if path := self.request(f"/api/tables/{table}")["links"]["invite"]:
            print("/".join(self.server.split("/")[:3]) + path, flush=True)
        return table

    def play(self, table: str) -> Json:
        """Play until the end and return the last state. Connect again whenever the connection breaks."""
        address = f"ws{self.server.removeprefix('http')}/api/tables/{table}/live?v=2"
        tries = 0
        while tries < TRIES:
            try:
                with connect(address, additional_headers={"Cookie": self.cookie}, max_size=None) as socket:
                    answer = self.move
                    while self.state.get("phase") != "over":
                        if answer:
                            socket.send(json.dumps(answer))
                        answer, tries = self.answer(json.loads(socket.recv(timeout=SILENCE))), 0
                    return self.state
            except (OSError, WebSocketException) as error:
                print("connection lost:", error, file=sys.stderr)
                pause(tries)
                tries += 1
        sys.exit("the server does not answer")

    def answer(self, message: Json) -> Json | None:
        """Return what to send after a message."""
        match message["type"]:
            case "ping":
                return {"type": "ping", "id": message["id"]}
            case "gone" if message["code"] in LATER:
                raise OSError(message["code"])
            case "gone":
                sys.exit(message["message"]["en"])
            case "refused" if message["code"] in LATER:
                time.sleep(1.0)
                return self.move
            case "refused":
                self.move = None
                if message["code"] not in {"illegal", "stale", "late", "over"}:
                    sys.exit(message["message"]["en"])
                return self.next_move() if message["code"] == "illegal" else None
        self.state = message
        if self.move and message.get("accepted") == self.move["key"]:
            self.move = None
        return None if self.move else self.next_move()

    def next_move(self) -> Json | None:
        """Return a move with a new key, when there is a ticket for it."""
        if self.state["ticket"] is not None:
            turn = {"seat": self.state["viewpoint"], "ticket": self.state["ticket"], "move": choose(self.state)}
            self.move = {"type": "move", "key": secrets.token_hex(12), **turn}
        return self.move


def main(address: str, game: str = "", level: str = "") -> None:
    """Create a table or accept an invitation, and play."""
    server, _, key = address.rstrip("/").partition("#join=")
    if key:
        server, _, table = server.rpartition("/t/")
        client = Client(server)
        client.request(f"/api/tables/{table}/join", {"name": "Client", "key": key})
    else:
        client = Client(server)
        table = client.create(game, {"who": "computer", "level": int(level)} if level else {"who": "open"})
    result = client.play(table)["result"]
    print(result["headline"]["en"], "–", result["text"]["en"])


if __name__ == "__main__":
    main(*sys.argv[1:])
