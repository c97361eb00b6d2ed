"""Analyses for readers, in their own workers. No table waits for an analysis.

A client has one search at a time. A new search stops the one before. An engine keeps what it learned, so the next
position of the same game is quicker.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from ludotheque.engine.analysis import Analysis
from ludotheque.position import View
from ludotheque.server.errors import RequestError
from ludotheque.server.search.jobs import AnalysisJob, Job
from ludotheque.server.search.pool import SearchPool
from ludotheque.server.search.search import Search
from ludotheque.server.search.turns import Turns
from ludotheque.server.settings import Settings

T = TypeVar("T")
NICENESS = 15
"""With 10, analyses still double the longest delays of moves (`bench/searches.py`)."""
READERS = 1
"""Threads that read games. Two are no faster together, because of Python's lock, and the players wait for both."""


def usual_workers(processes: int = 1) -> int:
    """Return how many workers suit each of so many server processes on this machine."""
    return max(1, min(4, (os.cpu_count() or 2) // 2 // processes))


class Analyses:
    """All analyses of a server, and the reading of games before them."""

    def __init__(self, settings: Settings) -> None:
        workers = settings.analysis_workers or usual_workers()
        each, most = settings.share(settings.analyses_per_address), settings.analyses_waiting
        turns = Turns(workers, each=each, most=most, refusal="busy")
        self.pool = SearchPool(workers, turns, niceness=NICENESS, megabytes=settings.worker_megabytes)
        self._readers = ThreadPoolExecutor(READERS, "ludotheque-reader")
        self._reading = Turns(
            READERS,
            each=settings.share(settings.studies_per_address),
            most=settings.studies_waiting,
            refusal="busy_reading",
        )
        self._running: dict[str, Search] = {}

    async def read(self, asker: str, work: Callable[[], T]) -> T:
        """Return the result of `work`. Reading a long game takes a while, so it has its own threads."""
        await self._reading.take(asker)
        result = asyncio.get_running_loop().run_in_executor(self._readers, work)
        result.add_done_callback(lambda _: self._reading.give_back(asker))
        # A place is free when the thread is, even if the reader has gone.
        return await asyncio.shield(result)

    def begin(self, client: str) -> Search:
        """Return a new search of a client, and stop the client's old one."""
        if old := self._running.pop(client, None):
            old.stop()
        self._running[client] = search = Search()
        return search

    def end(self, client: str, search: Search) -> None:
        """Stop a search of a client."""
        search.stop()
        if self._running.get(client) is search:
            del self._running[client]

    @property
    def running(self) -> int:
        """How many clients have a search."""
        return len(self._running)

    async def analyse(self, search: Search, asker: str, view: View, seconds: float, lines: int) -> Analysis:
        """Return the analysis of a position; raise a `RequestError` when a newer search took this one's place.

        `asker` is the network address of the client. A client with many cookies waits like one with few.
        """
        return await self.run(search, asker, AnalysisJob(view, seconds, lines))

    async def run(self, search: Search, asker: str, job: Job[T]) -> T:
        """Return the result of a job, as `analyse` does."""
        result = await self.pool.run(search, asker, job)
        if result is None:
            raise RequestError("newer")
        return result

    async def close(self) -> None:
        """Stop all searches."""
        for search in self._running.values():
            search.stop()
        self._readers.shutdown(wait=False, cancel_futures=True)
        await self.pool.close()
