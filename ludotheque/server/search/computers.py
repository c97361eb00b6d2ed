"""Computer players at tables.

The move of a computer player depends on the seed of the table and on its view only, not on the engine that it uses.
"""

from __future__ import annotations

import os

from ludotheque.position import Move, View
from ludotheque.server.search.jobs import MoveJob
from ludotheque.server.search.pool import SearchPool
from ludotheque.server.search.search import Search
from ludotheque.server.search.turns import Turns
from ludotheque.server.settings import Settings

NICENESS = 5
"""The server goes before computer players, and they go before analyses."""


def usual_workers(processes: int = 1) -> int:
    """Return how many workers suit each of so many server processes on this machine."""
    return max(1, min(8, ((os.cpu_count() or 2) - 1) // processes))


class ComputerPlayers:
    """All computer players of a server."""

    def __init__(self, settings: Settings) -> None:
        self.seconds = settings.search_seconds
        workers = settings.computer_workers or usual_workers()
        most = settings.computers_waiting
        turns = Turns(workers, each=most, most=most, refusal="busy")
        self.pool = SearchPool(workers, turns, niceness=NICENESS, megabytes=settings.worker_megabytes)

    async def move(self, search: Search, view: View, number: int, seed: int, asker: str = "") -> Move | None:
        """Return the move of a computer player of level `number`; None when the search was stopped.

        `asker` is the network address of those who wait for the move.
        """
        return await self.pool.run(search, asker, MoveJob(view, number, seed, self.seconds))

    async def close(self) -> None:
        """End all searches."""
        await self.pool.close()
