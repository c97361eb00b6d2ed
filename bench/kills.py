"""Kill the server many times under load: is every acknowledged move still there, does every game go on?

All five games are played between two guests, and some against the computer. Each kill is a SIGKILL at a random moment.
The server then starts again on the same database. The guests come back, send again what was not acknowledged, and play
on. Every guest compares the state with the moves that were acknowledged before. At the end a search in the database
looks for the keys of all acknowledged moves.
"""

from __future__ import annotations

import asyncio
import json
import random
import socket
import sqlite3
import subprocess
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import ludotheque as lt
from bench.load import Http, Match, Player, Tally, in_turns
from bench.server import await_answer, start

KILLS = 50
MATCHES = 30
AGAINST_COMPUTER = 5
UNDER_LOAD = 0.1, 1.0
"""The shortest and the longest time between the moment when all games go on and the next kill, in seconds."""
PATIENCE = 45.0


class Survivor(Player):
    """A guest who remembers the acknowledged moves."""

    def __init__(self, match: Mortal, http: Http, seat: int) -> None:
        super().__init__(match, http, seat)
        self.mortal, self.table = match, match.table
        self.known: dict[int, str] = {}
        """Their own acknowledged moves at this table, by their place in the list of moves."""
        self.returning = False

    def come_back(self) -> None:
        """Connect again. A request without an answer is sent again after that."""
        self.socket.close()
        self.socket = type(self.socket)(self.hear, self.match.lost)
        self.asked, self.returning = False, True
        if not self.pending:
            self.ticket = -1  # a guest who was about to resign does so again

    def see(self, data: bytes) -> None:
        if self.returning:
            self.returning = False
            self.compare(json.loads(data)["moves"])
            if self.pending:
                self.say(self.pending)
        super().see(data)

    def compare(self, moves: list[tuple[int, str]]) -> None:
        for ply, text in self.known.items():
            if len(moves) <= ply or list(moves[ply]) != [self.seat, text]:
                self.mortal.unseen += 1


class Mortal(Match):
    """A match that goes on after its server was killed."""

    def __init__(self, port: int, game: str, seed: int, tally: Tally, level: int | None) -> None:
        super().__init__("127.0.0.1", port, game, seed, tally, level)
        self.keys: list[tuple[str, str]] = []
        """Table and key of every acknowledged move."""
        self.unseen = 0
        self.awake = True

    def seat(self, http: Http, number: int) -> Player:
        return Survivor(self, http, number)

    def lost(self) -> None:
        """Expect lost connections."""

    def acknowledged(self, player: Player, data: bytes) -> None:
        super().acknowledged(player, data)
        assert isinstance(player, Survivor)
        assert player.pending
        # The match may be on its way to the next table, when the other guest heard of it first.
        self.keys.append((player.table, player.pending["key"]))
        moves = json.loads(data)["moves"]
        ply = max(ply for ply, (seat, _) in enumerate(moves) if seat == player.seat)
        player.known[ply] = moves[ply][1]

    async def begin(self) -> None:
        """Try until the server is there, as pages do."""
        for player in self.players:
            while True:
                try:
                    await player.sit()
                    break
                except OSError:
                    await asyncio.sleep(0.05)

    async def come_back(self) -> None:
        if self._moving and not self._moving.done():
            self._moving.cancel()
            await asyncio.gather(self._moving, return_exceptions=True)
        for player in self.players:
            assert isinstance(player, Survivor)
            player.come_back()
        await self.begin()


async def torment(folder: Path) -> dict[str, Any]:
    dice = random.Random(7)
    database, port, tally = f"sqlite:///{folder}/tables.sqlite", free_port(), Tally()
    games = lt.games()
    levels = [1 if number < AGAINST_COMPUTER else None for number in range(MATCHES)]
    matches = [Mortal(port, games[number % len(games)], number, tally, level) for number, level in enumerate(levels)]
    server = await started(database, port)
    stuck = 0
    try:
        await in_turns(match.set_up for match in matches)
        await in_turns(match.begin for match in matches)
        stuck += await standing_still(matches)
        for _ in range(KILLS):
            await asyncio.sleep(dice.uniform(*UNDER_LOAD))
            server.kill()
            server.wait()
            server = await started(database, port)
            await in_turns(match.come_back for match in matches)
            stuck += await standing_still(matches)
    finally:
        server.kill()
        server.wait()
    for match in matches:
        match.leave()
    times = moved(folder / "tables.sqlite")
    keys = [key for match in matches for key in match.keys]
    return {
        "kills": KILLS,
        "games": MATCHES,
        "acknowledged": len(keys),
        "lost": sum(not times[key] for key in keys) + sum(match.unseen for match in matches),
        "played_twice": sum(count > 1 for count in times.values()),
        "stuck": stuck,
        "refused": len(tally.faults),
        "fault": tally.faults[0] if tally.faults else None,
    }


async def standing_still(matches: list[Mortal]) -> int:
    """Return how many games do not go on. Of each, a move sent from now on must be acknowledged."""
    before = [match.moves for match in matches]
    latest = time.monotonic() + PATIENCE
    while waiting := sum(match.moves == count for match, count in zip(matches, before, strict=True)):
        if time.monotonic() > latest:
            break
        await asyncio.sleep(0.02)
    return waiting


async def started(database: str, port: int) -> subprocess.Popen[str]:
    """Start a server; return it when it answers."""
    server = start(database, port)
    await asyncio.to_thread(await_answer, server, port)
    return server


def moved(file: Path) -> Counter[tuple[str, str]]:
    """Return how often the key of each guest's move is in the database. Moves of computers have none."""
    with closing(sqlite3.connect(file)) as connection:
        rows = connection.execute("SELECT table_id, body FROM events WHERE kind = 'moved'").fetchall()
    keys = ((table, json.loads(body)["key"]) for table, body in rows)
    return Counter((table, key) for table, key in keys if key)


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def run() -> None:
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(torment(Path(folder)))
    fault = figures.pop("fault")
    print("kills " + " ".join(f"{name}={value}" for name, value in figures.items()), flush=True)
    if fault:
        print(f"kills fault={fault}")


if __name__ == "__main__":
    run()
