"""Searches for people who study: threads of their own, so that no table waits for somebody's analysis.

One client has one search at a time: asking for another stops the one before. A thinker keeps what it learned, which
makes the next position of the same game quicker; there are only a few of them, because their tables are large.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from ludotheque.engine.analysis import Analysis
from ludotheque.engine.limit import Limit
from ludotheque.engine.thinker import Thinker, thinker_for
from ludotheque.position import Game, View
from ludotheque.server.lending import Lending
from ludotheque.server.refusal import Refusal

T = TypeVar("T")
IDLE = 4
"""Thinkers that wait for their next borrower."""
MOST_WAITING = 24
"""Searches that wait for a thread; more are turned away."""


class Search:
    """What one client asks for: one position, or one after the other. It can be stopped."""

    def __init__(self) -> None:
        self.stopped = False
        self.limit: Limit | None = None

    def leash(self, limit: Limit) -> None:
        """This limit ends it from now on; one that was stopped before it had a limit ends at once."""
        self.limit = limit
        if self.stopped:
            limit.stop()

    def stop(self) -> None:
        self.stopped = True
        if self.limit:
            self.limit.stop()


class Analysts:
    """All searches of people who study."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(max(1, (os.cpu_count() or 2) // 2), "ludotheque-analyst")
        self._readers = ThreadPoolExecutor(2, "ludotheque-reader")
        self._thinkers: Lending[Game, Thinker] = Lending(lambda game: thinker_for(game.rulebook), IDLE)
        self._going: dict[str, Search] = {}
        self._waiting = 0

    async def read(self, work: Callable[[], T]) -> T:
        """Reading a long game takes a while, too: in threads of its own, that nobody else waits for."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, work)

    def begin(self, client: str) -> Search:
        """A client's new search takes the place of his old one."""
        if old := self._going.pop(client, None):
            old.stop()
        self._going[client] = search = Search()
        return search

    def end(self, client: str, search: Search) -> None:
        search.stop()
        if self._going.get(client) is search:
            del self._going[client]

    async def analyse(self, search: Search, view: View, seconds: float, lines: int) -> Analysis:
        """What is to be said of a position; a `Refusal` when a newer search took this one's place."""
        if self._waiting >= MOST_WAITING:
            raise Refusal("busy", 503)
        self._waiting += 1
        try:
            run = asyncio.get_running_loop().run_in_executor
            found = await run(self._pool, self._think, search, view, seconds, lines)
        finally:
            self._waiting -= 1
        if found is None:
            raise Refusal("newer")
        return found

    def _think(self, search: Search, view: View, seconds: float, lines: int) -> Analysis | None:
        if search.stopped:
            return None
        thinker = self._thinkers.borrow(view.game)
        try:
            with Limit(seconds) as limit:
                search.leash(limit)
                found = thinker.think(view, limit, lines=lines)
        finally:
            search.limit = None
            self._thinkers.put_back(view.game, thinker)
        return None if search.stopped else found

    def close(self) -> None:
        for search in self._going.values():
            search.stop()
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._readers.shutdown(wait=False, cancel_futures=True)
