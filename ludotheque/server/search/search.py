"""A search, whoever does it."""

from __future__ import annotations

from collections.abc import Callable


class Search:
    """A search that can be stopped at any moment."""

    def __init__(self) -> None:
        self.stopped = False
        self._stop: Callable[[], object] | None = None

    def bind(self, stop: Callable[[], object]) -> None:
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
