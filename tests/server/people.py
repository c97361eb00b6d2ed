"""People with a browser each: cookie, HTTP and sockets. They know nothing but what the server tells them."""

from __future__ import annotations

import json
import random
import ssl
from collections.abc import Callable
from contextlib import ExitStack, suppress
from itertools import count
from typing import Any
from urllib.parse import urlsplit

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

PATIENCE = 30.0
"""How long a message may take before a test gives up, in seconds; it decides nothing else."""

SET_UPS = {0: "a3,a4,b3,c2,c3", 1: "e3,e4,f3,f4,g4"}
"""Massaï's first huts: not every five cells will do."""

PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Nobody needs it on loopback, but a browser of its own takes long to make one."""

Json = dict[str, Any]


class Person:
    """Somebody with a browser."""

    def __init__(self, address: str, name: str = "Anna") -> None:
        self.address, self.name = address, name
        self.http = httpx.Client(base_url=f"http://{address}", trust_env=False, timeout=PATIENCE, verify=PLAIN)
        self.connections: list[Connection] = []
        self.keys = (f"{name} {number}" for number in count())

    def close(self) -> None:
        for connection in self.connections:
            connection.close()
        self.http.close()

    def at(self, address: str) -> Person:
        """The same browser at another address of the server."""
        other = Person(address, self.name)
        other.http.cookies.update(self.http.cookies)
        other.keys = self.keys
        return other

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self.http.get(path, headers=headers)

    def post(self, path: str, data: object = None, **headers: str) -> httpx.Response:
        return self.http.post(path, json={} if data is None else data, headers=headers)

    def done(self, path: str, data: object = None) -> Any:
        """The answer to a request that is granted."""
        answer = self.post(path, data)
        assert answer.status_code < 300, answer.text
        return answer.json()

    def fetch(self, path: str) -> Any:
        answer = self.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    # Tables.

    def set_up(self, game: str = "malawi", *seats: str | int, **wishes: Any) -> str:
        """A new table; a number is a computer of that level. Without seats: me and an open one."""
        chosen = [
            {"who": "computer", "level": seat} if isinstance(seat, int) else {"who": seat}
            for seat in seats or ("me", "open")
        ]
        table: str = self.done("/api/tables", {"game": game, "seats": chosen, "name": self.name, **wishes})["table"]
        return table

    def info(self, table: str) -> Any:
        return self.fetch(f"/api/tables/{table}")

    def invitation(self, table: str) -> str:
        return str(urlsplit(self.info(table)["links"]["invite"]).fragment).removeprefix("join=")

    def seat_key(self, table: str, seat: int) -> str:
        return str(urlsplit(self.info(table)["links"]["seats"][str(seat)]).fragment).removeprefix("seat=")

    def join(self, table: str, key: str | None, **wishes: Any) -> int:
        seat: int = self.done(f"/api/tables/{table}/join", {"name": self.name, "key": key, **wishes})["seat"]
        return seat

    def live(self, table: str, **headers: str) -> Connection:
        """Open the table's page."""
        connection = Connection(self, table, headers)
        self.connections.append(connection)
        return connection


class Connection:
    """An open page: the socket, and the state that it shows."""

    def __init__(self, person: Person, table: str, headers: dict[str, str]) -> None:
        self.person, self.table, self.headers = person, table, headers
        self.bytes: list[str] = []
        """Everything that came in."""
        self.unanswered: dict[str, str] = {}
        """Requests, by their keys, of which nothing is known yet."""
        self.state: Json = {}
        self.broken = False
        self.open()

    def open(self) -> None:
        """Connect, and see how the table stands."""
        self.held = ExitStack()
        cookie = {"Cookie": self.person.cookie} if self.person.cookie else {}
        connection = connect(
            f"ws://{self.person.address}/api/tables/{self.table}/live?v=2",
            additional_headers={**cookie, **self.headers},
            proxy=None,
            open_timeout=PATIENCE,
            close_timeout=5,
            max_size=None,
            max_queue=None,
        )
        self.socket: ClientConnection = self.held.enter_context(connection)
        self.read()
        self.broken = False

    def close(self) -> None:
        with suppress(OSError, ConnectionClosed):
            self.held.close()

    def read(self, patience: float = PATIENCE) -> Json:
        """Return the next message that is not a ping."""
        while True:
            text = self.socket.recv(timeout=patience)
            assert isinstance(text, str)
            self.bytes.append(text)
            message: Json = json.loads(text)
            if message["type"] == "ping":
                self.socket.send(json.dumps({"type": "ping", "id": message["id"]}))
                continue
            if message["type"] == "state":
                self.state = message
                self.unanswered.pop(message.get("accepted", ""), None)
            return message

    def until(self, wanted: Callable[[Json], bool]) -> Json:
        """The first state of which this is true, the one at hand included."""
        while not wanted(self.state):
            self.read()
        return self.state

    def reach(self, seq: int) -> Json:
        return self.until(lambda state: state["seq"] >= seq)

    def say(self, type: str, *, key: str | None = None, **data: Any) -> str:
        """Send a request; its key."""
        key = key or next(self.person.keys)
        self.unanswered[key] = text = json.dumps({"type": type, "key": key, **data})
        self.socket.send(text)
        return key

    def answer(self, key: str) -> Json:
        """What comes of a request: the state that accepts it, or its refusal."""
        while True:
            message = self.read()
            if message.get("accepted") == key or (message["type"] == "refused" and message["key"] == key):
                self.unanswered.pop(key, None)
                return message

    def ask(self, type: str, **data: Any) -> Json:
        """A request that is granted: the state after it."""
        answer = self.answer(self.say(type, **data))
        assert answer["type"] == "state", answer
        return answer

    def refused(self, type: str, **data: Any) -> Json:
        """A request that is refused: how."""
        answer = self.answer(self.say(type, **data))
        assert answer["type"] == "refused", answer
        return answer

    def code(self, type: str, **data: Any) -> str:
        """The code of a refusal."""
        return str(self.refused(type, **data)["code"])

    @property
    def seat(self) -> int:
        seat = self.state["viewpoint"]
        assert isinstance(seat, int)
        return seat

    def move(self, move: str | random.Random, **data: Any) -> Json:
        """Play a move; a random one when dice are given."""
        text = move if isinstance(move, str) else some_move(self.state, move)
        return self.ask("move", **{"seat": self.seat, "ticket": self.state["ticket"], "move": text, **data})


def some_move(state: Json, dice: random.Random) -> str:
    """Return a move as a page would put it together."""
    combination = state["combination"]
    if combination is None:
        return str(dice.choice(state["legal_moves"])[0])
    if combination["kind"] == "set_up":
        return SET_UPS[state["viewpoint"]]
    return str(combination["prefix"] + ",".join(sorted(dice.sample(combination["cells"], combination["count"]))))


def play(connections: list[Connection], dice: random.Random, most: int = 1000) -> int:
    """Play on until the end, or at most this many moves. Return how many were played."""
    for connection in connections:  # another process may have let the last player in, and its news be on their way
        connection.until(lambda state: state["phase"] != "open")
    for number in range(most):
        seq = max(connection.state["seq"] for connection in connections)
        for connection in connections:
            connection.reach(seq)
        if connections[0].state["phase"] == "over":
            return number
        to_move = [connection for connection in connections if connection.state["ticket"] is not None]
        dice.choice(to_move).move(dice)
    return most
