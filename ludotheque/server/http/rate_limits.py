"""Rate limits: how much one client may ask for."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable


class TokenBucket:
    """A bucket that holds `burst` tokens and gets `rate` new ones in a second."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self.left = float(burst)
        self.filled = clock()

    def take(self, count: int = 1) -> bool:
        """Take tokens, and return whether there were as many."""
        now = self.clock()
        self.left = min(self.burst, self.left + (now - self.filled) * self.rate)
        self.filled = now
        if self.left < count:
            return False
        self.left -= count
        return True


class RateLimit:
    """A bucket for each client. It forgets the clients that were away the longest."""

    def __init__(self, rate: float, burst: int, max_clients: int = 10_000) -> None:
        self.rate, self.burst, self.max_clients = rate, burst, max_clients
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    @classmethod
    def divided(cls, rate: float, burst: float, processes: int) -> RateLimit:
        """Return the part of a limit that falls to one of several processes."""
        return cls(rate / processes, max(1, round(burst / processes)))

    def take(self, client: str) -> bool:
        """Take a token of a client, and return whether there was one."""
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = TokenBucket(self.rate, self.burst)
        self._buckets.move_to_end(client)
        if len(self._buckets) > self.max_clients:
            self._buckets.popitem(last=False)
        return bucket.take()
