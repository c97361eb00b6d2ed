"""Computers that sit at tables: searches in threads, with thinkers shared among the tables of a game.

A thinker holds tables of many megabytes, so that there are only as many as can think at once. What a computer decides
follows from the table's seed and its view alone, whichever thinker it borrows.
"""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor

from ludotheque.engine.computer import Computer
from ludotheque.engine.levels import level
from ludotheque.position import Game, Move, View
from ludotheque.server.lending import Lending

IDLE = 6
"""Thinkers that wait for their next borrower."""


class Thought:
    """A decision that is being thought about; it can be stopped."""

    def __init__(self, view: View, number: int, seed: int, seconds: float | None) -> None:
        self.view, self.number, self.seed, self.seconds = view, number, seed, seconds
        self.computer: Computer | None = None
        self.stopped = False

    def stop(self) -> None:
        self.stopped = True
        if self.computer:
            self.computer.stop()


class Opponents:
    """All computers of a server."""

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = seconds
        self._pool = ThreadPoolExecutor(max(1, (os.cpu_count() or 2) - 1), "ludotheque-thinker")
        self._computers: Lending[tuple[Game, int], Computer] = Lending(self._seat, IDLE)

    def _seat(self, kind: tuple[Game, int]) -> Computer:
        game, number = kind
        return Computer(game, level(number), seconds=self.seconds)

    def thought(self, view: View, number: int, seed: int) -> Thought:
        return Thought(view, number, seed, self.seconds)

    async def decide(self, thought: Thought) -> Move | None:
        """What the computer decides; None when it was stopped."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._choose, thought)

    def _choose(self, thought: Thought) -> Move | None:
        if thought.stopped:
            return None
        kind = thought.view.game, thought.number
        computer = self._computers.borrow(kind)
        computer.seed, thought.computer = thought.seed, computer
        try:
            move = computer.choose(thought.view)
        finally:
            thought.computer = None
            self._computers.put_back(kind, computer)
        return None if thought.stopped else move

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
