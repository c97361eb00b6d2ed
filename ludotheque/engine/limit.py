"""How long a search may take: until a moment, until somebody cancels it, or until it is done.

Kernels look at one word of memory at every node and come back as soon as it is set. A timer sets it at the deadline, so
a search needs no clock of its own, and `stop()` from another thread ends it the same way.
"""

from __future__ import annotations

import threading
import time
from types import TracebackType
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ludotheque.kernel import Words

STOP, NODES = 0, 1
"""The words of `control`: set to stop; the nodes visited so far."""


class Limit:
    """A search's leash: `with Limit(seconds) as limit: …`, with `limit.control` handed to the kernels."""

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = seconds
        self.control: Words = np.zeros(8, np.uint64)
        self._timer: threading.Timer | None = None
        self._begun = time.perf_counter()

    def __enter__(self) -> Limit:
        self._begun = time.perf_counter()
        if self.seconds is not None:
            self._timer = threading.Timer(max(0.0, self.seconds), self.stop)
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._timer:
            self._timer.cancel()

    def stop(self) -> None:
        """End the search at its next node."""
        self.control[STOP] = np.uint64(1)

    @property
    def stopped(self) -> bool:
        return bool(self.control[STOP])

    @property
    def nodes(self) -> int:
        return int(self.control[NODES])

    @property
    def elapsed(self) -> float:
        return time.perf_counter() - self._begun
