"""Presence across processes: which players have a page open elsewhere.

A process writes down which browsers with a seat have pages open at its tables, and reads what the others wrote. Changes
are gathered for a moment, so that a page that is reloaded, or a crowd that comes and goes, costs one write.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any

import sqlalchemy as sa

from ludotheque.server.tables.schema import presence
from ludotheque.server.tables.store import Store

GATHERED = 0.05
"""Seconds for which changes are gathered."""
FORGOTTEN = 24 * 3_600_000
"""A browser that left this long ago is not remembered."""

Guests = frozenset[str]


class Presence:
    """What this process says and knows about players who are present."""

    def __init__(
        self, store: Store, now: Callable[[], int], spawn: Callable[[Coroutine[Any, Any, None]], object]
    ) -> None:
        self.store, self.now, self.spawn = store, now, spawn
        self._here: dict[str, Guests] = {}
        """The browsers with a seat and a page here, by table."""
        self._written: dict[str, Guests] = {}
        """What the database says of them."""
        self._changed: set[str] = set()

    def announce(self, table: str, guests: Guests) -> None:
        """Say which browsers with a seat have a page open here."""
        if not self.store.peers.shared or self._here.get(table, frozenset()) == guests:
            return
        self._here[table] = guests
        if not self._changed:
            self.spawn(self._write_soon())
        self._changed.add(table)

    def repeat(self) -> None:
        """Write everything again. Others may have taken this process for dead."""
        self._written.clear()
        if not self._changed and self._here:
            self.spawn(self._write_soon())
        self._changed.update(self._here)

    async def _write_soon(self) -> None:
        await asyncio.sleep(GATHERED)
        changed, self._changed = self._changed, set()
        try:
            await self.store.read(self._write, changed)
        except Exception:
            self._changed |= changed  # the next change writes them too
            raise

    def _write(self, changed: set[str]) -> None:
        now, process = self.now(), self.store.peers.id
        rows: list[tuple[str, str, int | None]] = []
        for table in changed:
            here, written = self._here.get(table, frozenset()), self._written.get(table, frozenset())
            rows += [(table, guest, None) for guest in here - written]
            rows += [(table, guest, now) for guest in written - here]
            self._written[table] = here
            if not here:
                self._here.pop(table, None)
                self._written.pop(table, None)
        if rows:
            data = [{"table_id": t, "guest": g, "process": process, "left_at": left} for t, g, left in rows]
            with self.store.engine.begin() as connection:
                self.store.put(connection, presence, data)
                self.store.peers.tell(connection, "presence", {(table,) for table, _, _ in rows})

    # What others wrote. These functions wait for the database.

    def elsewhere(self, table: str) -> Mapping[str, int | None]:
        """Return the browsers at other processes: None while a page is open, else when the last one was closed."""
        if not self.store.peers.shared:
            return {}
        chosen = sa.select(presence.c.guest, presence.c.left_at).where(
            presence.c.table_id == table, presence.c.process != self.store.peers.id
        )
        known: dict[str, int | None] = {}
        with self.store.engine.connect() as connection:
            for guest, left in connection.execute(chosen):
                before = known.get(guest, 0)
                known[guest] = None if left is None or before is None else max(left, before)
        return known

    def bury(self) -> Iterable[str]:
        """Note that the pages of dead processes are closed, and return their tables."""
        if not self.store.peers.shared:
            return []
        now = self.now()
        with self.store.engine.begin() as connection:
            dead = presence.c.process.not_in(self.store.peers.living(connection))
            left = presence.update().where(presence.c.left_at.is_(None), dead).values(left_at=now)
            tables = set(connection.execute(left.returning(presence.c.table_id)).scalars())
            connection.execute(presence.delete().where(presence.c.left_at < now - FORGOTTEN))
            self.store.peers.tell(connection, "presence", [(table,) for table in tables])
        return tables
