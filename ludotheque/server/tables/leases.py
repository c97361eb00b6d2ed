"""Leases: at which tables this process acts. Computers think in one process at a time."""

from __future__ import annotations

from collections.abc import Callable

from ludotheque.server.tables.deadlines import computers_to_move
from ludotheque.server.tables.store import Store
from ludotheque.server.tables.table import Table


class Leases:
    """The tables where this process acts. A lease ends after a while of silence, and with its process."""

    def __init__(self, store: Store, now: Callable[[], int], patience: int) -> None:
        self.patience = patience
        """How many milliseconds a process may be silent before others act for it."""
        self._store, self._now = store, now
        self._tables: set[str] = set()

    def __contains__(self, table: str) -> bool:
        return table in self._tables

    def until(self, table: Table) -> int | None:
        """Return until when this process acts at a table that it is about to write; None when any process may."""
        return self._now() + self.patience if computers_to_move(table) else None

    def written(self, table: Table) -> None:
        """Remember that the update just written gave this process the lease, or gave it back."""
        if computers_to_move(table):
            self._tables.add(table.id)
        else:
            self._tables.discard(table.id)

    def lost(self, table: str) -> None:
        """Remember that another process acted at a table."""
        self._tables.discard(table)

    async def take(self, table: str | None = None) -> list[str]:
        """Return the tables where this process acts from now on: all that are due and free, or one of them."""
        now = self._now()
        leased = await self._store.read(self._store.lease, now, now + self.patience, table)
        self._tables.update(leased)
        return leased
