"""A load client: many games at once between two guests each, who move as soon as it is their turn.

It has its own small HTTP and WebSocket, because it must not measure a client library. It reads only the parts of a
state that it needs. See `python -m bench.load --help`. The last line that it prints is JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

SETUPS = "a3,a4,b3,c2,c3", "e3,e4,f3,f4,g4"
"""Set-ups that are always legal, by seat. Not every set of five cells is."""
MAX_MOVES = 100
"""After this many moves a player resigns. Random games could go on for a thousand."""
MAX_AT_ONCE = 20
"""Requests over HTTP at the same moment, while games are set up."""
PATIENCE = 60.0
"""Seconds until every game must have begun."""


class Refused(Exception):
    """The server refused a request of the load client."""


class Http:
    """A cookie and requests, each on a new connection."""

    def __init__(self, host: str, port: int, local: str | None = None) -> None:
        self.host, self.port = host, port
        self.local = (local, 0) if local else None
        """The address from which requests come."""
        self.cookie = ""

    async def ask(self, path: str, data: dict[str, Any] | None = None) -> dict[str, Any]:
        body = b"" if data is None else json.dumps(data).encode()
        lines = [
            f"{'GET' if data is None else 'POST'} {path} HTTP/1.1",
            f"Host: {self.host}:{self.port}",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
            f"Cookie: {self.cookie}",
            "Connection: close",
        ]
        reader, writer = await asyncio.open_connection(self.host, self.port, local_addr=self.local)
        try:
            writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
            answer = await reader.read()
        finally:
            writer.close()
        head, _, body = answer.partition(b"\r\n\r\n")
        first, *fields = head.decode().split("\r\n")
        for line in fields:
            name, _, value = line.partition(": ")
            if name.lower() == "set-cookie":
                self.cookie = value.partition(";")[0]
        if first.split()[1:2] not in (["200"], ["201"]):
            raise Refused(f"{path}: {first}: {body[:300].decode(errors='replace')}")
        reply: dict[str, Any] = json.loads(body)
        return reply


class Socket(asyncio.Protocol):
    """The page's side of a WebSocket."""

    def __init__(self, hear: Callable[[bytes], None], gone: Callable[[], None]) -> None:
        self.hear, self.gone = hear, gone
        self.waiting = bytearray()
        self.parts = b""
        self.open = False
        self.transport: asyncio.Transport | None = None

    async def connect(self, http: Http, path: str) -> None:
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {http.host}:{http.port}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: bHVkb3RoZXF1ZS1iZW5jaA==",
            f"Cookie: {http.cookie}",
        ]
        loop = asyncio.get_running_loop()
        transport, _ = await loop.create_connection(lambda: self, http.host, http.port, local_addr=http.local)
        transport.write("\r\n".join(lines).encode() + b"\r\n\r\n")

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def connection_lost(self, _: Exception | None) -> None:
        self.open = False
        self.gone()

    def data_received(self, data: bytes) -> None:
        self.waiting += data
        if not self.open:
            head, complete, rest = self.waiting.partition(b"\r\n\r\n")
            if not complete:
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                self.hang_up()
                return
            self.open, self.waiting = True, rest
        self._read_frames()

    def _read_frames(self) -> None:
        waiting, at = self.waiting, 0
        while len(waiting) - at >= 2:
            length, begin = waiting[at + 1], at + 2
            if length == 126:
                length, begin = int.from_bytes(waiting[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                length, begin = int.from_bytes(waiting[at + 2 : at + 10], "big"), at + 10
            if len(waiting) < begin + length:
                break
            first, at = waiting[at], begin + length
            self._take(first, bytes(waiting[begin:at]))
        del waiting[:at]

    def _take(self, first: int, payload: bytes) -> None:
        kind = first & 15
        if kind == 9:
            self.write(10, payload)
        elif kind == 8:
            self.hang_up()
        elif kind < 2:
            self.parts += payload
            if first & 128:
                payload, self.parts = self.parts, b""
                self.hear(payload)

    def send(self, message: dict[str, Any]) -> None:
        self.write(1, json.dumps(message, separators=(",", ":")).encode())

    def write(self, kind: int, payload: bytes) -> None:
        """Send a frame of any kind."""
        size = len(payload)
        length = bytes([128 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        # Pages must mask what they send; a mask of zeros masks nothing.
        if self.transport:
            self.transport.write(bytes([128 | kind]) + length + b"\0\0\0\0" + payload)

    def hang_up(self) -> None:
        if self.transport:
            self.transport.close()

    def close(self) -> None:
        """Close the connection without a call of `gone`."""
        self.gone = lambda: None
        self.hang_up()


@dataclass
class Tally:
    """The times that were measured."""

    sent: list[float] = field(default_factory=list)
    """When each acknowledged move was sent."""
    took: list[float] = field(default_factory=list)
    """How long each of them took, in seconds."""
    finished: int = 0
    bytes: int = 0
    faults: list[str] = field(default_factory=list)

    def between(self, begun: float, ended: float) -> dict[str, float]:
        """Return the figures of the moves that were acknowledged between two moments."""
        took = sorted(t for s, t in zip(self.sent, self.took, strict=True) if begun <= s + t < ended)
        at = {name: took[int(part * len(took))] * 1000 if took else 0.0 for name, part in (("p50", 0.5), ("p99", 0.99))}
        return {"moves_per_s": len(took) / (ended - begun), **{f"{name}_ms": ms for name, ms in at.items()}}


class Player:
    """One guest at a table, who moves as soon as it is their turn."""

    def __init__(self, match: Match, http: Http, seat: int) -> None:
        self.match, self.http, self.seat = match, http, seat
        self.socket = Socket(self.hear, match.lost)
        self.number = 0
        self.pending: dict[str, Any] | None = None
        """The move that was sent and not yet acknowledged."""
        self.ticket = -1
        self.sent = 0.0
        self.asked = False

    async def sit(self) -> None:
        await self.socket.connect(self.http, f"/api/tables/{self.match.table}/live?v=2")

    def hear(self, data: bytes) -> None:
        self.match.tally.bytes += len(data)
        if data.startswith(b'{"v":2,"type":"state"'):
            self.see(data)
            return
        message = json.loads(data)
        if message["type"] == "ping":
            self.say({"type": "ping", "id": message["id"]})
        else:
            self.match.tally.faults.append(f"{self.match.game}: {data.decode()[:300]}")

    def say(self, message: dict[str, Any]) -> None:
        if self.socket.open:
            self.socket.send(message)

    def see(self, data: bytes) -> None:
        """Read a new state: is our move in it, and is it our turn?"""
        if self.pending and data.rfind(b'"accepted":"' + self.pending["key"].encode() + b'"') >= 0:
            self.match.tally.sent.append(self.sent)
            self.match.tally.took.append(time.perf_counter() - self.sent)
            self.match.acknowledged(self, data)
            self.pending = None
        if _value(data, b'"phase":') == b'"over"':
            self.play_again(data)
        elif self.pending is None and (ticket := _value(data, b'"ticket":')) != b"null" and int(ticket) != self.ticket:
            self.ticket = int(ticket)
            self.move(json.loads(data))

    def move(self, state: dict[str, Any]) -> None:
        if len(state["moves"]) >= MAX_MOVES:
            self.say({"type": "resign", "key": f"enough {self.seat}", "seat": self.seat})
            return
        self.number += 1
        move = choose(state, self.seat, self.match.dice)
        key = f"{self.seat}.{self.number}.{self.match.dice.getrandbits(48):x}"
        self.pending = {"type": "move", "key": key, "seat": self.seat, "ticket": self.ticket, "move": move}
        if not self.match.stopped:
            self.sent = time.perf_counter()
            self.say(self.pending)

    def play_again(self, data: bytes) -> None:
        """Offer a rematch; go to the next table when both have."""
        if (following := _value(data, b'"next":')) != b"null":
            self.match.go_on(json.loads(following))
        elif not self.asked:
            self.asked = True
            self.say({"type": "offer", "key": f"again {self.seat}", "seat": self.seat, "what": "rematch"})


class Match:
    """Two guests who play one game after another, or one guest against the computer."""

    def __init__(self, host: str, port: int, game: str, seed: int, tally: Tally, level: int | None = None) -> None:
        self.host, self.port, self.game, self.tally, self.level = host, port, game, tally, level
        self.dice = random.Random(seed)
        self.table = ""
        self.players: list[Player] = []
        self.stopped = False
        self.moves = 0
        self._moving: asyncio.Task[None] | None = None

    def seat(self, http: Http, number: int) -> Player:
        return Player(self, http, number)

    async def set_up(self) -> None:
        anna, ben = Http(self.host, self.port), Http(self.host, self.port)
        other = {"who": "computer", "level": self.level} if self.level else {"who": "open"}
        new = {"game": self.game, "seats": [{"who": "me"}, other], "name": "Anna"}
        self.table = (await anna.ask("/api/tables", new))["table"]
        self.players = [self.seat(anna, 0)]
        if not self.level:
            invitation = (await anna.ask(f"/api/tables/{self.table}"))["links"]["invite"]
            await ben.ask(f"/api/tables/{self.table}/join", {"name": "Ben", "key": invitation.partition("=")[2]})
            self.players.append(self.seat(ben, 1))

    async def begin(self) -> None:
        for player in self.players:
            await player.sit()

    def acknowledged(self, player: Player, data: bytes) -> None:
        """Count a move that is on disk."""
        self.moves += 1

    def lost(self) -> None:
        if not self.stopped:
            self.tally.faults.append(f"{self.game}: a connection was lost")

    def go_on(self, table: str) -> None:
        if table != self.table:
            self.table = table
            self.tally.finished += 1
            self._moving = asyncio.get_running_loop().create_task(self._change_table())

    async def _change_table(self) -> None:
        """Go to the table of the rematch, where the sides are swapped."""
        self.leave()
        self.players = [self.seat(player.http, 1 - player.seat) for player in self.players]
        if not self.stopped:
            await self.begin()

    def leave(self) -> None:
        for player in self.players:
            player.socket.close()


def _value(data: bytes, name: bytes) -> bytes:
    """Return a short value of a state without reading the rest."""
    begin = data.index(name) + len(name)
    return data[begin : data.index(b",", begin)]


def choose(state: dict[str, Any], seat: int, dice: random.Random) -> str:
    """Return a random legal move."""
    if combination := state["combination"]:
        if combination["kind"] == "set_up":
            return SETUPS[seat]
        return str(combination["prefix"] + ",".join(sorted(dice.sample(combination["cells"], combination["count"]))))
    return str(dice.choice(state["legal_moves"])[0])


async def in_turns(works: Iterable[Callable[[], Awaitable[None]]]) -> None:
    """Do all works, some at a time."""
    gate = asyncio.Semaphore(MAX_AT_ONCE)

    async def one(work: Callable[[], Awaitable[None]]) -> None:
        async with gate:
            await work()

    await asyncio.gather(*map(one, works))


async def under_way(matches: Sequence[Match]) -> None:
    """Wait until a move of every game was acknowledged."""
    latest = time.perf_counter() + PATIENCE
    while waiting := sum(not match.moves for match in matches):
        if time.perf_counter() > latest:
            raise Refused(f"{waiting} games did not begin")
        await asyncio.sleep(0.05)


def busy_seconds(processes: Sequence[int]) -> float:
    """Return how long processes and their children have been computing; 0 where the system does not know."""
    ticks = 0
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it may have ended meanwhile
            fields = file.read_text().rpartition(")")[2].split()
            if int(file.parent.name) in processes or int(fields[1]) in processes:
                ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


async def play(
    host: str,
    ports: Sequence[int],
    games: Sequence[str],
    count: int,
    warm_up: float,
    seconds: float,
    processes: Sequence[int] = (),
) -> dict[str, Any]:
    """Play `count` games at once for some time, and return the figures. `processes` are the server's.

    With several ports each match has one of them, as behind a proxy that sends all players of a table to one server.
    """
    tally = Tally()
    matches = [
        Match(host, ports[number % len(ports)], games[number % len(games)], number, tally) for number in range(count)
    ]
    await in_turns(match.set_up for match in matches)
    await in_turns(match.begin for match in matches)
    await under_way(matches)
    await asyncio.sleep(warm_up)
    begun, client, server = time.perf_counter(), time.process_time(), busy_seconds(processes)
    await asyncio.sleep(seconds)
    ended, client, server = time.perf_counter(), time.process_time() - client, busy_seconds(processes) - server
    for match in matches:
        match.stopped = True
    await asyncio.sleep(0.3)
    for match in matches:
        match.leave()
    return {
        **tally.between(begun, ended),
        "games": count,
        "finished": tally.finished,
        "bytes_per_s": tally.bytes / (ended - begun + warm_up),
        "client_busy": client / (ended - begun),
        "server_busy": server / (ended - begun),
        "faults": len(tally.faults),
        "fault": tally.faults[0] if tally.faults else None,
        "load": os.getloadavg()[0],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="play many games at once against a server")
    parser.add_argument("port", type=int, nargs="+", help="several: one for each match in turn")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument(
        "--process", type=int, action="append", metavar="ID", help="the server's, to see how busy it is"
    )
    parser.add_argument("--game", action="append", help="may be given several times: a mix")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="at once")
    parser.add_argument("--warm-up", type=float, default=2.0, metavar="SECONDS")
    parser.add_argument("--seconds", type=float, default=8.0)
    asked = parser.parse_args()
    games = asked.game or ["malawi"]
    playing = play(asked.host, asked.port, games, asked.games, asked.warm_up, asked.seconds, asked.process or ())
    try:
        print(json.dumps(asyncio.run(playing)))
    except (OSError, Refused, ValueError) as error:
        raise SystemExit(f"{type(error).__name__}: {error}") from error


if __name__ == "__main__":
    main()
