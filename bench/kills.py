"""Kill the server again and again under load: is every acknowledged decision still there, does every game go on?

All five games between two guests, and some against the computer. After each kill (SIGKILL, at a random moment) the
server is started again on the same database; the guests come back, send again what was not acknowledged, and play on.
Every guest compares what he is shown with what had been acknowledged to him; at the end the database is searched for
the keys of all acknowledged decisions.
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
"""So many seconds pass between the moment when all games go on and the next kill."""
PATIENCE = 45.0


class Survivor(Player):
    """A guest who remembers what was acknowledged."""

    def __init__(self, match: Mortal, http: Http, seat: int) -> None:
        super().__init__(match, http, seat)
        self.mortal, self.table = match, match.table
        self.known: dict[int, str] = {}
        """His own acknowledged decisions at this table, by their place in the list of moves."""
        self.returning = False

    def come_back(self) -> None:
        """A new connection; what was asked for and not answered is sent again when it stands."""
        self.socket.close()
        self.socket = type(self.socket)(self.hear, self.match.lost)
        self.asked, self.returning = False, True
        if not self.owed:
            self.due = -1  # who was about to give up does so again

    def see(self, data: bytes) -> None:
        if self.returning:
            self.returning = False
            self.compare(json.loads(data)["moves"])
            if self.owed:
                self.say(self.owed)
        super().see(data)

    def compare(self, moves: list[tuple[int, str]]) -> None:
        for ply, text in self.known.items():
            if len(moves) <= ply or list(moves[ply]) != [self.seat, text]:
                self.mortal.unseen += 1


class Mortal(Match):
    """A match that outlives its server."""

    def __init__(self, port: int, game: str, seed: int, tally: Tally, level: int | None) -> None:
        super().__init__("127.0.0.1", port, game, seed, tally, level)
        self.keys: list[tuple[str, str]] = []
        """Table and key of every acknowledged decision."""
        self.unseen = 0
        self.awake = True

    def seat(self, http: Http, number: int) -> Player:
        return Survivor(self, http, number)

    def lost(self) -> None:
        """That is what we are here for."""

    def acknowledged(self, player: Player, data: bytes) -> None:
        super().acknowledged(player, data)
        assert isinstance(player, Survivor)
        assert player.owed
        # The match may be on its way to the next table already, because the other one has heard of it first.
        self.keys.append((player.table, player.owed["key"]))
        moves = json.loads(data)["moves"]
        ply = max(ply for ply, (seat, _) in enumerate(moves) if seat == player.seat)
        player.known[ply] = moves[ply][1]

    async def begin(self) -> None:
        """As pages do: again and again, until the server is there."""
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
    found = decided(folder / "tables.sqlite")
    keys = [key for match in matches for key in match.keys]
    return {
        "kills": KILLS,
        "games": MATCHES,
        "acknowledged": len(keys),
        "lost": sum(not found[key] for key in keys) + sum(match.unseen for match in matches),
        "played_twice": sum(times > 1 for times in found.values()),
        "stuck": stuck,
        "refused": len(tally.faults),
        "fault": tally.faults[0] if tally.faults else None,
    }


async def standing_still(matches: list[Mortal]) -> int:
    """How many games do not go on: of each, a decision sent from now on must be acknowledged."""
    before = [match.decisions for match in matches]
    latest = time.monotonic() + PATIENCE
    while waiting := sum(match.decisions == count for match, count in zip(matches, before, strict=True)):
        if time.monotonic() > latest:
            break
        await asyncio.sleep(0.02)
    return waiting


async def started(database: str, port: int) -> subprocess.Popen[str]:
    """A server that answers."""
    server = start(database, port)
    await asyncio.to_thread(await_answer, server, port)
    return server


def decided(file: Path) -> Counter[tuple[str, str]]:
    """How often the key of each guest's decision stands in the database; computers have none."""
    with closing(sqlite3.connect(file)) as connection:
        rows = connection.execute("SELECT table_id, body FROM events WHERE kind = 'decided'").fetchall()
    keys = ((table, json.loads(body)["key"]) for table, body in rows)
    return Counter((table, key) for table, key in keys if key)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def run() -> None:
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(torment(Path(folder)))
    fault = found.pop("fault")
    print("kills " + " ".join(f"{name}={value}" for name, value in found.items()), flush=True)
    if fault:
        print(f"kills fault={fault}")


if __name__ == "__main__":
    run()
