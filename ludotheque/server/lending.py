"""Things that are dear to make and used by one borrower at a time, such as thinkers with their large tables."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Lending(Generic[K, V]):
    """Keeps what came back for the next borrower, but no more than so many; those not asked for longest go first."""

    def __init__(self, make: Callable[[K], V], most: int) -> None:
        self.make, self.most = make, most
        self._idle: OrderedDict[K, list[V]] = OrderedDict()
        self._lock = threading.Lock()

    def borrow(self, kind: K) -> V:
        with self._lock:
            if waiting := self._idle.get(kind):
                return waiting.pop()
        return self.make(kind)

    def put_back(self, kind: K, thing: V) -> None:
        with self._lock:
            self._idle.setdefault(kind, []).append(thing)
            self._idle.move_to_end(kind)
            while sum(map(len, self._idle.values())) > self.most:
                oldest, waiting = next(iter(self._idle.items()))
                if waiting:
                    waiting.pop(0)
                if not waiting:
                    del self._idle[oldest]
