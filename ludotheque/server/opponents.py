"""Computers that sit at tables: searches in threads, with thinkers shared among the tables of a game.

A thinker holds tables of many megabytes, so that there are only as many as can think at once. What a computer decides
follows from the table's seed and its view alone, whichever thinker it borrows.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor

from ludotheque.engine.computer import Computer
from ludotheque.engine.levels import level
from ludotheque.position import Game, Move, View

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
        self._idle: OrderedDict[tuple[Game, int], list[Computer]] = OrderedDict()
        self._lock = threading.Lock()

    def thought(self, view: View, number: int, seed: int) -> Thought:
        return Thought(view, number, seed, self.seconds)

    async def decide(self, thought: Thought) -> Move | None:
        """What the computer decides; None when it was stopped."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._choose, thought)

    def _choose(self, thought: Thought) -> Move | None:
        if thought.stopped:
            return None
        kind = thought.view.game, thought.number
        computer = self._borrow(kind) or Computer(kind[0], level(kind[1]), seconds=self.seconds)
        computer.seed, thought.computer = thought.seed, computer
        try:
            move = computer.choose(thought.view)
        finally:
            thought.computer = None
            self._put_back(kind, computer)
        return None if thought.stopped else move

    def _borrow(self, kind: tuple[Game, int]) -> Computer | None:
        with self._lock:
            waiting = self._idle.get(kind)
            return waiting.pop() if waiting else None

    def _put_back(self, kind: tuple[Game, int], computer: Computer) -> None:
        with self._lock:
            self._idle.setdefault(kind, []).append(computer)
            self._idle.move_to_end(kind)
            while sum(map(len, self._idle.values())) > IDLE:
                oldest, waiting = next(iter(self._idle.items()))
                if waiting:
                    waiting.pop(0)
                if not waiting:
                    del self._idle[oldest]

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
