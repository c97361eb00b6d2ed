"""Bounds on how much one client may ask for."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable


class Bucket:
    """A bucket of tokens: so many at once, refilled at a steady rate."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self.left = float(burst)
        self.filled = clock()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = self.clock()
        self.left = min(self.burst, self.left + (now - self.filled) * self.rate)
        self.filled = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """One bucket for each client; those not seen for long are forgotten."""

    def __init__(self, rate: float, burst: int, most: int = 10_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str) -> bool:
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = Bucket(self.rate, self.burst)
        self._buckets.move_to_end(client)
        if len(self._buckets) > self.most:
            self._buckets.popitem(last=False)
        return bucket.take()
