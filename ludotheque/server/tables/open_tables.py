"""Open tables by network address, so that nobody fills the list of games that anyone may join."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from ludotheque.server.errors import RequestError
from ludotheque.server.settings import Settings
from ludotheque.server.tables.store import Store

MAX_ADDRESSES = 10_000
"""Addresses that are remembered. Those that created a table last stay."""


class OpenTables:
    """The public tables that each address has created here, as far as they may still have a free seat."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.limit = settings.share(settings.open_tables_per_address)
        self.store = store
        self._created: OrderedDict[str, set[str]] = OrderedDict()
        self._underway: set[str] = set()
        """Tables that are being created. The database does not know them yet."""

    @asynccontextmanager
    async def one_more(self, address: str, table: str) -> AsyncIterator[None]:
        """Count a table while and after it is created; raise a `RequestError` when its address has too many."""
        await self._check(address)
        self._created.setdefault(address, set()).add(table)
        self._created.move_to_end(address)
        if len(self._created) > MAX_ADDRESSES:
            self._created.popitem(last=False)
        self._underway.add(table)
        try:
            yield
        finally:
            self._underway.discard(table)

    async def _check(self, address: str) -> None:
        if len(created := self._created.get(address, set())) < self.limit:
            return
        # Seats are taken, and tables are closed and removed, at any process. The database knows.
        asked = created - self._underway
        created -= asked.difference(await self.store.read(self.store.open_among, asked))
        if len(created) >= self.limit:
            raise RequestError("many_open", 429, count=len(created))
