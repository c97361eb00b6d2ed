"""Searches in a browser. A second worker searches, so that the page's questions are answered meanwhile.

It gets the jobs of a server's workers, as pickles. One search goes on at a time. A search that nobody wants any more
leaves the queue. One that has begun ends with its time, because that worker hears nothing meanwhile.
"""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Awaitable, Callable
from typing import TypeVar

from ludotheque.engine.analysis import Analysis
from ludotheque.position import Move, View
from ludotheque.server.errors import RequestError
from ludotheque.server.search.jobs import AnalysisJob, Job, MoveJob
from ludotheque.server.search.search import Search

T = TypeVar("T")


class Searches:
    """All searches of a page, one after the other."""

    def __init__(self, run: Callable[[bytes], Awaitable[bytes]]) -> None:
        self._run = run
        """Passes a pickled job to the worker, and returns the pickled result."""
        self._turn = asyncio.Lock()
        self._running: dict[str, Search] = {}

    async def run(self, search: Search, job: Job[T]) -> T | None:
        """Return the result of a job; None when the search was stopped before it began."""
        async with self._turn:
            if search.stopped:
                return None
            result: T = pickle.loads(await self._run(pickle.dumps(job)))
            return None if search.stopped else result

    async def newest(self, purpose: str, job: Job[T]) -> T:
        """Return the result of a job; raise a `RequestError` when a newer one of the same purpose took its place."""
        if old := self._running.get(purpose):
            old.stop()
        self._running[purpose] = search = Search()
        try:
            result = await self.run(search, job)
        finally:
            search.stop()  # when the page has gone
            if self._running.get(purpose) is search:
                del self._running[purpose]
        if result is None:
            raise RequestError("newer")
        return result

    async def analyse(self, view: View, seconds: float, lines: int) -> Analysis:
        """Return the best moves of a position."""
        return await self.newest("analysis", AnalysisJob(view, seconds, lines))


class BrowserPlayers:
    """The computer players at the tables of a browser."""

    def __init__(self, searches: Searches, seconds: float | None) -> None:
        self.searches, self.seconds = searches, seconds

    async def move(self, search: Search, view: View, number: int, seed: int, asker: str = "") -> Move | None:
        """Return the move of a computer player of level `number`; None when the search was stopped."""
        return await self.searches.run(search, MoveJob(view, number, seed, self.seconds))
