"""Puzzles, one after the other. To make one takes the server a while, and there are too many to keep all of them."""

from __future__ import annotations

import asyncio
from itertools import cycle

import ludotheque as lt
from bench.load import Refused
from ludotheque.teaching.puzzle import puzzles
from tests.server.attacks.conftest import Start
from tests.server.attacks.neighbours import Strength, felt

CONNECTIONS = 20


async def read_all(strength: Strength) -> None:
    """Ask for every puzzle of every game, those that take the longest first, again and again."""
    names = cycle(
        f"/api/games/{game}/puzzles/{puzzle.id}"
        for game in sorted(lt.games(), key=lambda game: game != "masterplan")
        for puzzle in puzzles(game)
    )

    async def connection() -> None:
        http = strength.http()
        while True:
            try:
                await http.ask(next(names))
                strength.counts["answered"] += 1
            except Refused as error:
                strength.counts[str(error).split()[2]] += 1
                await asyncio.sleep(0.1)

    connections = [asyncio.create_task(connection()) for _ in range(CONNECTIONS)]
    await asyncio.sleep(1)
    strength.full.set()
    await asyncio.gather(*connections)


def test_whoever_reads_all_puzzles_stops_no_player(start: Start) -> None:
    counts = felt(start(), read_all).counts
    assert counts["answered"] > 20
