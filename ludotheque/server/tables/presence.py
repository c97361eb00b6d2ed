"""Presence across processes: which players have a page open elsewhere.

A process writes down which browsers with a seat have pages open at its tables, and reads what the others wrote. Changes
are gathered for a moment, so that a page that is reloaded, or a crowd that comes and goes, costs one write.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from ludotheque.errors import LudothequeError
from ludotheque.server.tables.schema import presence
from ludotheque.server.tables.store import Store

GATHERED = 0.05
"""Seconds for which changes are gathered."""
FORGOTTEN = 24 * 3_600_000
"""A browser that left this long ago is not remembered."""

RETRY = 0.5
"""Seconds after a write that failed until the next one."""

Guests = frozenset[str]
NOBODY: Guests = frozenset()
Row = tuple[str, str, int | None]


class Presence:
    """What this process says and knows about players who are present."""

    def __init__(
        self, store: Store, now: Callable[[], int], spawn: Callable[[Coroutine[Any, Any, None]], object]
    ) -> None:
        self.store, self.now, self.spawn = store, now, spawn
        self._here: dict[str, Guests] = {}
        """The browsers with a seat and a page here, by table."""
        self._written: dict[str, Guests] = {}
        """The browsers that are present here as the database says."""
        self._doubtful: set[str] = set()
        """The tables of which the database may say something else, after an error."""
        self._changed: set[str] = set()
        self._writing = False

    def announce(self, table: str, guests: Guests) -> None:
        """Say which browsers with a seat have a page open here."""
        if not self.store.peers.shared or self._here.get(table, NOBODY) == guests:
            return
        self._here[table] = guests
        self._write_soon({table})

    def repeat(self) -> None:
        """Write everything again. Others may have taken this process for dead."""
        self._doubtful.update(self._here, self._written)
        self._write_soon(self._doubtful)

    def _write_soon(self, tables: Iterable[str]) -> None:
        self._changed.update(tables)
        if self._changed and not self._writing:
            self._writing = True
            self.spawn(self._write_changes())

    async def _write_changes(self) -> None:
        """Write until there is nothing new. One write at a time, so that none is overtaken by a later one."""
        try:
            while self._changed:
                await asyncio.sleep(GATHERED)
                changed, self._changed = self._changed, set()
                here = {table: self._here.get(table, NOBODY) for table in changed}
                try:
                    await self.store.finish(self._write, list(self._rows(here)))
                except LudothequeError:  # the store has logged it
                    self._note(here, sure=False)
                    self._changed |= changed
                    await asyncio.sleep(RETRY)
                else:
                    self._note(here, sure=True)
        finally:
            self._writing = False

    def _rows(self, here: Mapping[str, Guests]) -> Iterator[Row]:
        """Yield what the database should say of tables where something has changed: table, browser, when it left."""
        now = self.now()
        for table, guests in here.items():
            written = self._written.get(table, NOBODY)
            if guests != written or table in self._doubtful:
                yield from ((table, guest, None) for guest in guests)
                yield from ((table, guest, now) for guest in written - guests)

    def _note(self, here: Mapping[str, Guests], *, sure: bool) -> None:
        """Remember what the database says now; after an error, what it may say."""
        for table, guests in here.items():
            if sure:
                self._doubtful.discard(table)
                self._written[table] = guests
            else:
                self._doubtful.add(table)
                self._written[table] = self._written.get(table, NOBODY) | guests
            if not self._here.get(table):
                self._here.pop(table, None)
            if not self._written[table]:
                del self._written[table]

    def _write(self, rows: Sequence[Row]) -> None:
        """Write what `_rows` found, and tell the others. This waits for the database."""
        if rows:
            process = self.store.peers.id
            data = [{"table_id": t, "guest": g, "process": process, "left_at": left} for t, g, left in rows]
            with self.store.engine.begin() as connection:
                self.store.put(connection, presence, data)
                self.store.peers.tell(connection, "presence", {(table,) for table, _, _ in rows})

    # What others wrote. These functions wait for the database.

    def elsewhere(self, tables: Collection[str]) -> Mapping[str, Mapping[str, int | None]]:
        """Return by table the browsers at other processes: None while a page is open, else when the last was closed."""
        if not self.store.peers.shared:
            return {}
        chosen = sa.select(presence.c.table_id, presence.c.guest, presence.c.left_at).where(
            presence.c.table_id.in_(tables), presence.c.process != self.store.peers.id
        )
        known: dict[str, dict[str, int | None]] = {}
        with self.store.engine.connect() as connection:
            for table, guest, left in connection.execute(chosen):
                guests = known.setdefault(table, {})
                before = guests.get(guest, 0)
                guests[guest] = None if left is None or before is None else max(left, before)
        return known

    def bury(self) -> Iterable[str]:
        """Note that the pages of dead processes are closed, and return their tables."""
        if not self.store.peers.shared:
            return []
        now = self.now()
        with self.store.engine.begin() as connection:
            # Asked in the same statement: a process that comes back between two would lose its players.
            dead = presence.c.process.not_in(self.store.peers.living)
            left = presence.update().where(presence.c.left_at.is_(None), dead).values(left_at=now)
            tables = set(connection.execute(left.returning(presence.c.table_id)).scalars())
            connection.execute(presence.delete().where(presence.c.left_at < now - FORGOTTEN))
            self.store.peers.tell(connection, "presence", [(table,) for table in tables])
        return tables
