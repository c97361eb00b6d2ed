"""Fuzzed messages to a real server: it must answer each, with no error of its own, and must not grow.

`python -m tests.server.fuzz --messages 1000000` sends messages on sockets and requests over HTTP: no JSON, other types,
huge numbers, deep nesting, half characters, and messages of the right form with one field changed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import ludotheque as lt
from bench.load import Http, Socket, choose
from tests.server.serving import Process

HOST = "127.0.0.1"
PAGES, CLIENTS = 12, 6
"""Sockets and connections that send at the same time."""
OVER_HTTP = 0.15
"""The part of the messages that are requests over HTTP. They take longer."""
BATCH = 20
"""Messages that one socket sends before it waits for the answers."""
GROWTH = 1.3
"""How much larger the server may be at the end than after the first tenth."""
PATIENCE = 60.0
UNLIMITED: dict[str, Any] = dict.fromkeys(
    [
        "analyses_per_second",
        "analysis_burst",
        "analyses_per_address",
        "analyses_waiting",
        "connections_per_address",
        "file_burst",
        "open_tables_per_address",
        "sockets_per_address",
        "studies_per_address",
        "studies_waiting",
        "tables_per_address",
        "tables_per_guest",
    ],
    10**7,
)
SETTINGS = {**UNLIMITED, "analysis_seconds": 0.02, "annotation_seconds": 0.05, "hint_seconds": 0.02, "unload_after": 0}
SEATS = [{"who": "me"}, {"who": "me"}]
MOVES = ["c1-e3", "a3,a4,b3,c2,c3", "@", "c1", "x", "a1-a1-a1", "é" * 400, "0", "", "\ud800"]
ODD: list[Any] = [
    *(None, True, False, 0, -1, 1.5, 1e308, 2**63, -(2**70), 10**400, "", "\ud800", "\u0000", "\u202e", "a" * 3000),
    *([], {}, [[]], {"a": {}}, ["a"] * 500, {"\udfff": 1}, "NaN", "../../etc", "'; --", "é" * 100),
]
RAW = [
    *(
        b"",
        b"{",
        b"[" * 2000,
        b'{"a":' * 700,
        b"nul",
        b"NaN",
        b'{"type":"move"',
        b"\xff\xfe\x00",
        b'"\\ud800"',
        b"1" * 4000,
    ),
    *(b'{"type":"move","type":"ping"}', b'{"\\ud800":1}', b"\x00" * 100, b" " * 4000, b"[1,2,3]", b"-0", b"1e999"),
]
CUTTING = [b"\xff\xfe", b"\xc3(", b" " * 5000]
"""What no page sends: bytes that are no text, and too many. The socket is cut."""
GETS = [
    *("/api/mine", "/api/open", "/api/games", "/api/games/malawi", "/web/../settings.py", "/web/%00", "/t/AAAA", "/"),
    *("/api/tables/{table}", "/api/tables/{table}/record", "/api/tables/{table}/picture.svg", "/nowhere/%ff%fe"),
    *("/api/tables/{table}/replay", "/api/tables/%2e%2e", "/api/games/\u00e9", "/replay/{table}", "/healthz?a=%00"),
]


class Made:
    """Makes messages from a seed."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def key(self) -> str:
        return f"{self.dice.getrandbits(40):x}"

    def socket_message(self, state: dict[str, Any]) -> bytes:
        """Return a message for a table in this state: a good one, one with a fault, or none at all."""
        dice, seat = self.dice, self.dice.randrange(2)
        if dice.random() < 0.15:
            return dice.choice(CUTTING if dice.random() < 0.02 else RAW)
        common = {"key": self.key(), "seat": seat}
        ticket = state.get("ticket") if dice.random() < 0.7 else dice.choice([0, 1, dice.getrandbits(70), None])
        offer = {"what": dice.choice(["draw", "takeback", "rematch", "rain"])}
        message: dict[str, Any] = dice.choice(
            [
                {**common, "type": "move", "ticket": ticket, "move": self.move(state)},
                {**common, "type": "offer", **offer},
                {**common, "type": "decline", **offer},
                {**common, "type": "claim", "as": dice.choice(["win", "draw"])},
                {**common, "type": "rename", "name": dice.choice(["Mallory", self.key(), "\u202e\ud800", "é" * 30])},
                {"type": "handover", "seat": seat},
                {"type": "ping", "id": dice.getrandbits(8)},
                {**common, "type": dice.choice(["resign", "decide", "pulse", "sing"])},
            ]
        )
        return self.spoiled(message)

    def move(self, state: dict[str, Any]) -> str:
        if self.dice.random() < 0.5 and (state.get("legal_moves") or state.get("combination")):
            return choose(state, state["viewpoint"], self.dice)
        return self.dice.choice(MOVES)

    def spoiled(self, message: dict[str, Any]) -> bytes:
        """Return the message, often with a field that is odd, missing or one too many, or with other bytes."""
        dice, part = self.dice, self.dice.random()
        if part < 0.5:
            name = dice.choice([*message, "extra"])
            message = {**message, name: dice.choice(ODD)}
            if part < 0.1:
                del message[name]
        data = json.dumps(message).encode()
        if part > 0.9:
            place = dice.randrange(len(data))
            data = data[:place] + bytes([dice.randrange(128)]) * dice.randrange(3) + data[place + 1 :]
        return data

    def request(self, table: str) -> tuple[str, bytes | None]:
        """Return the path and the body of a request; without a body it is a GET."""
        dice = self.dice
        if dice.random() < 0.3:
            return dice.choice(GETS).format(table=dice.choice([table, self.key()])), None
        game = dice.choice(lt.games())
        moves = [[dice.randrange(3), dice.choice(MOVES)] for _ in range(dice.randrange(3))]
        study = {"game": game, "moves": moves}
        if dice.random() < 0.2:
            study["position"] = dice.choice(["", "turn=0", "x" * 4000, str(lt.load(game).start())])
        if dice.random() < 0.1:
            study = {"record": dice.choice(["", "x" * 9000, "Game malawi\n\n1. c1-e3", "\ud800"])}
        wishes: list[tuple[str, dict[str, Any]]] = [
            ("study/look", {**study, "since": dice.choice([0, 10**9])}),
            ("study/svg", {**study, "ply": dice.choice([0, 1, None, 10**30]), "language": "fr"}),
            (
                "study/gif",
                {**study, "theme": dice.choice(["light", "wood", None]), "coordinates": dice.choice([True, 7])},
            ),
            ("study/explain", {**study, "player": dice.randrange(4), "clicks": [dice.choice(MOVES)]}),
            ("study/preview", {**study, "player": dice.randrange(4), "candidates": [dice.choice(MOVES)]}),
            ("study/annotate", {"game": game, "moves": []}),
            (f"tables/{table}/explain", {"seat": 0, "clicks": [dice.choice(MOVES)]}),
            (f"tables/{table}/preview", {"seat": 0, "candidates": [dice.choice(MOVES)]}),
            (f"tables/{table}/join", {"name": "Eve", "key": self.key(), "seat": dice.randrange(9)}),
            (f"tables/{table}/return", {"key": self.key()}),
            (f"tables/{table}/hint", {"seat": 0}),
            ("tables", {"game": game, "seats": dice.choice([SEATS, [], SEATS * 3]), "options": {"huff": 3}}),
        ]
        path, body = dice.choice(wishes)
        return f"/api/{path}", dice.choice(RAW) if dice.random() < 0.1 else self.spoiled(body)


class Page:
    """A page at a table of its own, which sends and counts what comes back."""

    def __init__(self, port: int, made: Made, counts: Counter[str]) -> None:
        self.http, self.made, self.counts = Http(HOST, port), made, counts
        self.state: dict[str, Any] = {}
        self.answered, self.heard, self.lost = "", asyncio.Event(), False

    async def sit_down(self) -> None:
        """Open a new table, on which both players are this one."""
        game = self.made.dice.choice(lt.games())
        self.table = (await self.http.ask("/api/tables", {"game": game, "seats": SEATS}))["table"]
        await self.open()

    async def open(self) -> None:
        self.lost = False
        self.socket = Socket(self.hear, self.gone)
        await self.socket.connect(self.http, f"/api/tables/{self.table}/live?v=2")
        await self.hear_that(lambda: self.socket.open)

    def hear(self, data: bytes) -> None:
        message = json.loads(data)
        self.counts[message["type"]] += 1
        self.counts[f"code {message.get('code', '')}"] += 1
        if message["type"] == "state":
            self.state = message
        if message["type"] == "refused":
            self.answered = message["key"]
        self.heard.set()

    def gone(self) -> None:
        self.lost = True
        self.heard.set()

    async def hear_that(self, wanted: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not (wanted() or self.lost):
                self.heard.clear()
                await self.heard.wait()

    def has_heard(self, key: str) -> bool:
        return self.answered == key

    async def send(self, count: int) -> None:
        """Send messages. The last one of each batch must be answered, so nothing was lost before it."""
        await self.sit_down()
        while count > 0:
            if self.state.get("phase") == "over" or self.made.dice.random() < 0.01:
                self.socket.close()
                await self.sit_down()
            if self.lost:
                self.counts["reconnected"] += 1
                await self.open()
            end = f"end {self.made.key()}"
            for _ in range(min(BATCH, count)):
                self.socket.write(1, self.made.socket_message(self.state))
            self.socket.write(1, json.dumps({"type": "end", "key": end}).encode())
            await self.hear_that(partial(self.has_heard, end))
            if not self.lost:
                count -= BATCH
                self.counts["sent"] += BATCH
        self.socket.close()


class Client:
    """A connection that asks over HTTP."""

    def __init__(self, port: int, made: Made, counts: Counter[str]) -> None:
        self.port, self.made, self.counts = port, made, counts

    async def send(self, count: int) -> None:
        """Send requests. Each must be answered, and with no status of an error of the server."""
        table = (await Http(HOST, self.port).ask("/api/tables", {"game": "malawi", "seats": SEATS}))["table"]
        while count > 0:
            reader, writer = await asyncio.open_connection(HOST, self.port)
            async with asyncio.timeout(PATIENCE):
                for _ in range(min(100, count)):
                    path, body = self.made.request(table)
                    writer.write(_head(path, body))
                    status = await _answer(reader)
                    count -= 1
                    self.counts[f"status {status}"] += 1
                    self.counts["sent"] += 1
                    # Nobody asks for more than may wait, so 503 would be an error too.
                    if status >= 500:
                        raise AssertionError(f"{status} to {path} {body!r}")
            writer.close()


def _head(path: str, body: bytes | None) -> bytes:
    target = "".join(sign if sign.isascii() else "%C3%A9" for sign in path)
    if body is None:
        return f"GET {target} HTTP/1.1\r\nHost: a\r\n\r\n".encode()
    lines = (
        f"POST {target} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return lines.encode() + body


async def _answer(reader: asyncio.StreamReader) -> int:
    """Return the status of an answer, and read all of it."""
    head = await reader.readuntil(b"\r\n\r\n")
    if length := re.search(rb"content-length: (\d+)", head, re.IGNORECASE):
        await reader.readexactly(int(length[1]))
    elif b"chunked" in head.lower():
        while size := int(await reader.readuntil(b"\r\n"), 16):
            await reader.readexactly(size + 2)
        await reader.readexactly(2)
    return int(head.split()[1])


def megabytes(process: int | None) -> float:
    """Return the memory of a process."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    assert found
    return int(found[1]) / 1024


async def send_all(port: int, count: int, seed: int, counts: Counter[str]) -> None:
    """Send this many messages, through several pages and connections at a time."""
    each, requests = int(count * (1 - OVER_HTTP)) // PAGES, int(count * OVER_HTTP) // CLIENTS
    pages = [Page(port, Made(seed + number), counts).send(each) for number in range(PAGES)]
    clients = [Client(port, Made(seed + 100 + number), counts).send(requests) for number in range(CLIENTS)]
    await asyncio.gather(*pages, *clients)


def fuzz(messages: int, folder: Path, seed: int = 1) -> tuple[Counter[str], float, float]:
    """Return what came of the messages, and the server's megabytes after the first tenth of them and at the end."""
    errors, counts = folder / "errors", Counter[str]()
    server = Process(f"sqlite:///{folder / 'tables.sqlite'}", errors, **SETTINGS)
    try:
        asyncio.run(send_all(server.port, messages // 10, seed, counts))
        before = megabytes(server.work.pid)
        asyncio.run(send_all(server.port, messages - messages // 10, seed + 1000, counts))
        after = megabytes(server.work.pid)
    finally:
        server.kill()
    log = errors.read_text()
    assert "ERROR" not in log, log[:3000]
    assert not counts["code unexpected"], counts
    return counts, before, after


def main() -> None:
    parser = argparse.ArgumentParser(description="send fuzzed messages to a server of its own")
    parser.add_argument("--messages", type=int, default=100_000, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # it warns at every write to a socket that was cut
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        counts, before, after = fuzz(asked.messages, Path(folder), asked.seed)
    sent, seconds = counts["sent"], time.perf_counter() - begun
    print(" ".join(f"{name}={number}" for name, number in sorted(counts.items())))
    print(f"fuzz messages={sent} per_s={sent / seconds:.0f} megabytes={before:.0f}+{after - before:.0f}", flush=True)
    if after > GROWTH * before:
        raise SystemExit("fuzz: the server grows")


if __name__ == "__main__":
    main()
