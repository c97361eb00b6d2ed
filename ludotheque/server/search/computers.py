"""Computer players at tables.

The move of a computer player depends on the seed of the table and on its view only, not on the engine that it uses.
"""

from __future__ import annotations

import os

from ludotheque.engine.computer import Computer
from ludotheque.engine.levels import level
from ludotheque.position import Game, Move, View
from ludotheque.server.search.pool import Search, SearchPool

MAX_IDLE = 6


class ComputerPlayers:
    """All computer players of a server."""

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = seconds
        threads = max(1, (os.cpu_count() or 2) - 1)
        self.pool = SearchPool(self._computer, threads=threads, max_idle=MAX_IDLE, name="ludotheque-computer")

    def _computer(self, kind: tuple[Game, int]) -> Computer:
        game, number = kind
        return Computer(game, level(number), seconds=self.seconds)

    async def move(self, search: Search, view: View, number: int, seed: int) -> Move | None:
        """Return the move of a computer player of level `number`; None when the search was stopped."""

        def work(computer: Computer) -> Move:
            computer.seed = seed
            search.bind(computer.stop)
            return computer.choose(view)

        return await self.pool.run(search, (view.game, number), work)

    def close(self) -> None:
        """Drop the searches that wait for a thread."""
        self.pool.close()
