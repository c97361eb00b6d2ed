"""Readiness: whether the server can serve players now."""

from __future__ import annotations

import asyncio
import time

from ludotheque.server.errors import RequestError
from ludotheque.server.tables.store import Store

PATIENCE = 3.0
"""A database that has not answered after this many seconds counts as away."""
KEPT = 1.0
"""An answer of the database serves everybody who asks within this many seconds. So nobody can tire it by asking."""


class Readiness:
    """What the server needs: kernels in memory and a database that answers."""

    def __init__(self, store: Store) -> None:
        self.kernels_loaded = False
        self._store = store
        self._asking: asyncio.Task[bool] | None = None
        self._asked = 0.0

    async def check(self) -> None:
        """Raise a `RequestError` when the server is not ready."""
        if not self.kernels_loaded:
            raise RequestError("rules", 503)
        done = self._asking is None or self._asking.done()
        if done and time.monotonic() - self._asked > KEPT:
            # A question that still waits is not asked a second time. Else a dead database would hold all readers.
            self._asked = time.monotonic()
            self._asking = asyncio.create_task(self._store.read(self._store.answers))
        assert self._asking
        try:
            if await asyncio.wait_for(asyncio.shield(self._asking), PATIENCE):
                return
        except TimeoutError:
            pass
        raise RequestError("database", 503)
