"""Searches in threads, with engines that are costly to make and serve one search at a time."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
E = TypeVar("E")
T = TypeVar("T")


class Search:
    """A search that any thread can stop."""

    def __init__(self) -> None:
        self.stopped = False
        self._stop: Callable[[], None] | None = None

    def bind(self, stop: Callable[[], None]) -> None:
        """Let `stop` end this search from now on. A search that was stopped before ends at once."""
        self._stop = stop
        if self.stopped:
            stop()

    def release(self) -> None:
        """Forget what ends this search."""
        self._stop = None

    def stop(self) -> None:
        """End the search soon. Its result is dropped."""
        self.stopped = True
        if stop := self._stop:
            stop()


class SearchPool(Generic[K, E]):
    """Threads that search with engines. An idle engine waits for the next search of its kind.

    An engine holds tables of many megabytes. At most `max_idle` engines wait; those of the kind that was unused the
    longest go first.
    """

    def __init__(self, make: Callable[[K], E], *, threads: int, max_idle: int, name: str) -> None:
        self.make, self.max_idle = make, max_idle
        self._threads = ThreadPoolExecutor(threads, name)
        self._idle: OrderedDict[K, list[E]] = OrderedDict()
        self._lock = threading.Lock()
        self._asked = 0
        self.running = 0
        """How many searches have a thread."""

    @property
    def waiting(self) -> int:
        """How many searches wait for a thread."""
        return max(0, self._asked - self.running)

    async def run(self, search: Search, kind: K, work: Callable[[E], T]) -> T | None:
        """Return the result of `work` with an engine of this kind; None when the search was stopped."""
        self._asked += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._run, search, kind, work)
        finally:
            self._asked -= 1

    def _run(self, search: Search, kind: K, work: Callable[[E], T]) -> T | None:
        if search.stopped:
            return None
        self._count(1)
        try:
            return self._search(search, kind, work)
        finally:
            self._count(-1)

    def _search(self, search: Search, kind: K, work: Callable[[E], T]) -> T | None:
        engine = self._borrow(kind)
        try:
            result = work(engine)
        finally:
            search.release()
            self._put_back(kind, engine)
        return None if search.stopped else result

    def _count(self, change: int) -> None:
        with self._lock:
            self.running += change

    def _borrow(self, kind: K) -> E:
        with self._lock:
            if idle := self._idle.get(kind):
                return idle.pop()
        return self.make(kind)

    def _put_back(self, kind: K, engine: E) -> None:
        with self._lock:
            self._idle.setdefault(kind, []).append(engine)
            self._idle.move_to_end(kind)
            while sum(map(len, self._idle.values())) > self.max_idle:
                oldest, idle = next(iter(self._idle.items()))
                if idle:
                    idle.pop(0)
                if not idle:
                    del self._idle[oldest]

    def close(self) -> None:
        """Drop the searches that wait for a thread."""
        self._threads.shutdown(wait=False, cancel_futures=True)
