"""Listening to the other processes: what they wrote, and which players have a page open there.

Most news come with their events. After a fault everything may be new. Then a few queries ask about all tables, because
one for each table would keep all others waiting.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Mapping
from itertools import islice
from typing import Any

from ludotheque.server.tables.events import Event
from ludotheque.server.tables.live_table import LiveTable
from ludotheque.server.tables.peers import News
from ludotheque.server.tables.presence import Presence
from ludotheque.server.tables.store import Store

BATCH = 500
"""Tables that one query asks about."""


class Listening:
    """What this process learns about its live tables from the others."""

    def __init__(
        self,
        store: Store,
        presence: Presence,
        live: Mapping[str, LiveTable],
        loading: Collection[str],
        spawn: Callable[[Coroutine[Any, Any, Any]], object],
        follow: Callable[[LiveTable, list[Event]], None],
        catch_up: Callable[[LiveTable], Awaitable[bool]],
    ) -> None:
        self.store, self.presence, self.live, self.spawn = store, presence, live, spawn
        self.loading = loading
        """The tables that are being read."""
        self.outdated: set[str] = set()
        """Those that other processes changed meanwhile."""
        self._follow, self._catch_up = follow, catch_up
        """Let new events happen; read those that are missing, under the lock of the table."""
        self._to_read: set[str] = set()
        """The tables whose players elsewhere are to be read."""
        self._reading = False
        self._asked = 0
        """How often it was asked who is present elsewhere."""

    def hear(self, news: News | None) -> None:
        """Learn what other processes changed; read everything again when news may have been lost."""
        if news is None:
            self.presence.repeat()
            self.outdated.update(self.loading)
            self.read_presence_soon(self.live)
            self.spawn(self._read_all_news())
            return
        for id, more in news.items:
            if id in self.loading:
                self.outdated.add(id)
            if not (live := self.live.get(id)):
                continue
            if news.kind == "events":
                self._hear_events(live, more)
            else:
                self.read_presence_soon([id])

    # Events.

    def _hear_events(self, live: LiveTable, more: str) -> None:
        """Let new events happen when they are the next ones, and nothing is being carried out here."""
        if not live.busy:
            live.behind = True
            return
        first, rows = json.loads(more) or (0, ())
        if live.table.seq == first and not live.lock.locked():
            self._follow(live, [Event.from_row(*row) for row in rows])
        else:
            self.spawn(self.read_news(live, first + len(rows)))

    async def read_news(self, live: LiveTable, until: int = 0) -> None:
        """Read new events, unless all up to number `until` are here already."""
        async with live.lock:
            if not until or live.table.seq < until:
                await self._catch_up(live)

    async def _read_all_news(self) -> None:
        """Read the new events of all live tables."""
        all_ids = list(self.live)
        for begin in range(0, len(all_ids), BATCH):
            ids = all_ids[begin : begin + BATCH]
            counts = await self.store.read(self.store.counts, ids)
            for id in ids:
                live = self.live.get(id)
                if live and live.table.seq < counts.get(id, 0):
                    self.spawn(self.read_news(live, counts[id]))

    # Presence.

    def read_presence_soon(self, tables: Iterable[str]) -> None:
        """Read which players of these tables have a page open at other processes."""
        self._to_read.update(tables)
        if self._to_read and not self._reading:
            self._reading = True
            self.spawn(self._read_presence_of_all())

    async def _read_presence_of_all(self) -> None:
        try:
            while self._to_read:
                ids = list(islice(self._to_read, BATCH))
                self._to_read.difference_update(ids)
                await self.read_presence(ids)
        finally:
            self._reading = False

    async def read_presence(self, tables: Collection[str]) -> None:
        """Read it now."""
        self._asked += 1
        number = self._asked
        found = await self.store.read(self.presence.elsewhere, tables)
        for id in tables:
            # An answer that comes late must not replace a newer one.
            if (live := self.live.get(id)) and live.presence_read < number:
                live.presence_read = number
                live.set_elsewhere(found.get(id, {}))
