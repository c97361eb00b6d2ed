"""How long a search may take: until a deadline, for a number of nodes, until another thread stops it, or until done.

Kernels read one word of memory at every node. They return as soon as it is set. A timer sets it at the deadline, so
kernels need no clock. `stop()` sets it from any thread. A browser has neither: there kernels look at a clock now and
then, see `control.py`.
"""

from __future__ import annotations

import sys
import threading
import time
from types import TracebackType
from typing import TYPE_CHECKING

from ludotheque.arrays import zeros

if TYPE_CHECKING:
    from ludotheque.kernel import Words

STOP, NODES, MAX_NODES, DRAW_SEEN, DEADLINE = range(5)
"""The places of `control`: set to stop; the nodes visited so far; the nodes that may be visited; whether the solver has
met a drawn game; when to stop, in microseconds of the clock, for kernels that look at one."""
HAS_THREADS = sys.platform != "emscripten"
ANY = 2**62
"""More nodes than a search ever visits."""


class Limit:
    """The limit of one search: `with Limit(seconds) as limit: …`. The kernels get `limit.control`.

    A search never visits more than `max_nodes`. One round of a tree search counts as a node.
    """

    def __init__(self, seconds: float | None = None, max_nodes: int | None = None) -> None:
        self.seconds, self.max_nodes = seconds, max_nodes
        self.control: Words = zeros(5)
        self.control[DEADLINE] = ANY
        self.allow(None)
        self._timer: threading.Timer | None = None
        self._begun = time.perf_counter()

    def __enter__(self) -> Limit:
        self._begun = time.perf_counter()
        if self.seconds is not None and not HAS_THREADS:
            self.control[DEADLINE] = int(1e6 * (self._begun + max(0.0, self.seconds)))
        elif self.seconds is not None:
            self._timer = threading.Timer(max(0.0, self.seconds), self.stop)
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._timer:
            self._timer.cancel()

    def lasting(self, seconds: float | None) -> Limit:
        """Return this limit with another time, before its search begins."""
        self.seconds = seconds
        return self

    def stop(self) -> None:
        """End the search at its next node."""
        self.control[STOP] = 1

    def allow(self, nodes: int | None) -> None:
        """End the search after this number of further nodes, or at `max_nodes`; None: not before that."""
        most = ANY if self.max_nodes is None else self.max_nodes
        self.control[MAX_NODES] = most if nodes is None else min(self.nodes + nodes, most)

    @property
    def stopped(self) -> bool:
        if not HAS_THREADS and 1e6 * time.perf_counter() >= self.control[DEADLINE]:
            self.stop()
        return bool(self.control[STOP])

    @property
    def nodes(self) -> int:
        """The nodes visited so far."""
        return int(self.control[NODES])

    @property
    def nodes_left(self) -> int:
        """The nodes that may still be visited."""
        return max(0, (ANY if self.max_nodes is None else self.max_nodes) - self.nodes)

    @property
    def elapsed(self) -> float:
        """Seconds since the search began."""
        return time.perf_counter() - self._begun
