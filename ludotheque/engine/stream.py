"""A search in another thread, as a stream of analyses."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from concurrent.futures import Future
from types import TracebackType
from typing import Self

from ludotheque.engine.analysis import Analysis
from ludotheque.engine.background import in_background, result_of
from ludotheque.engine.engine import Progress

Link = Future["tuple[Analysis, Link] | None"]
"""The next analysis with the link after it; None after the last one."""


class AnalysisStream:
    """Analyses of one position, each better than the one before, from a search in another thread.

    The last one is what `analyse` returns for the same bounds. Leaving the `with` block stops the search.

    >>> import ludotheque as lt
    >>> with lt.analysis(lt.load("malawi").start(), depth=3) as stream:
    ...     [analysis.depth for analysis in stream]
    [1, 2, 3]

    `async with` and `async for` do the same in an event loop.
    """

    def __init__(self, search: Callable[[Progress], Analysis], stop: Callable[[], object]) -> None:
        self._link: Link = Future()
        self._latest: Analysis | None = None
        self._stopped = False
        # A stream that nobody holds any more needs no search.
        self._stop = weakref.finalize(self, stop)
        link = self._link
        in_background(lambda: _fill(link, search))

    def stop(self) -> None:
        """Stop the search at its next node, from any thread. The stream ends."""
        self._stopped = True
        self._stop()

    def wait(self) -> Analysis:
        """Return the last analysis as soon as the search has ended; after `stop`, what it had found by then."""
        while self._take(self._link.result()):
            pass
        assert self._latest
        return self._latest

    async def wait_async(self) -> Analysis:
        """Return what `wait` returns, in an event loop. Stop the search when the task is cancelled."""
        while self._take(await self._arrival()):
            pass
        assert self._latest
        return self._latest

    async def _arrival(self) -> tuple[Analysis, Link] | None:
        """What the link holds as soon as it holds it. A task that is cancelled stops the search."""
        try:
            return await result_of(self._link)
        except BaseException:
            self.stop()
            raise

    def _take(self, found: tuple[Analysis, Link] | None) -> Analysis | None:
        """Move on to the next link."""
        if found is None:
            return None
        self._latest, self._link = found
        return self._latest

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Analysis:
        found = None if self._stopped else self._take(self._link.result())
        if found is None or self._stopped:
            raise StopIteration
        return found

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Analysis:
        found = None if self._stopped else self._take(await self._arrival())
        if found is None or self._stopped:
            raise StopAsyncIteration
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def _fill(link: Link, search: Callable[[Progress], Analysis]) -> None:
    """Put every new analysis of a search into the stream, the final one last."""
    latest: Analysis | None = None

    def add(analysis: Analysis) -> None:
        nonlocal link, latest
        if analysis != latest:
            following: Link = Future()
            link.set_result((analysis, following))
            link, latest = following, analysis

    try:
        add(search(add))
        link.set_result(None)
    except BaseException as error:
        link.set_exception(error)
