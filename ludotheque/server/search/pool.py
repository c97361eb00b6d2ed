"""Searches in worker processes. The process of the server only waits for their results."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from ludotheque.server.search.jobs import Job
from ludotheque.server.search.process import Worker
from ludotheque.server.search.search import Search
from ludotheque.server.search.turns import Turns

T = TypeVar("T")


class SearchPool:
    """Workers, and the searches that wait for one. A worker starts when no other is idle.

    The worker that was used last is used next, because its engine still knows the game.
    """

    def __init__(self, workers: int, turns: Turns, *, niceness: int, megabytes: int) -> None:
        self.workers = [Worker(niceness, megabytes) for _ in range(workers)]
        self._idle = self.workers[::-1]
        self.turns = turns
        self._threads = ThreadPoolExecutor(workers, "ludotheque-worker")
        """They wait for the workers and do nothing else."""

    @property
    def running(self) -> int:
        """How many searches have a worker."""
        return len(self.workers) - len(self._idle)

    @property
    def waiting(self) -> int:
        """How many searches wait for a worker."""
        return self.turns.waiting

    async def run(self, search: Search, asker: str, job: Job[T]) -> T | None:
        """Return the result of a job; None when the search was stopped."""
        work = asyncio.create_task(self._run(asker, job))
        search.bind(work.cancel)
        try:
            # Unlike `await work`, this tells a stopped search from a cancelled caller.
            await asyncio.wait([work])
        finally:
            work.cancel()
            search.release()
        return None if work.cancelled() else work.result()

    async def _run(self, asker: str, job: Job[T]) -> T | None:
        await self.turns.take(asker)
        worker = self._idle.pop()
        worker.stopped = False
        result = asyncio.get_running_loop().run_in_executor(self._threads, worker.search, job)
        result.add_done_callback(lambda _: self._free(worker, asker))
        try:
            return await asyncio.shield(result)
        except asyncio.CancelledError:
            worker.stop()
            raise

    def _free(self, worker: Worker, asker: str) -> None:
        self._idle.append(worker)
        self.turns.give_back(asker)

    async def close(self) -> None:
        """End all workers."""
        for worker in self.workers:
            worker.kill()
        await asyncio.to_thread(self._threads.shutdown)
        for worker in self.workers:
            worker.end()
