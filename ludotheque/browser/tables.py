"""The tables of one browser: games at one device and against the computer."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from ludotheque.browser.errors import BrowserError
from ludotheque.browser.searches import BrowserPlayers, Searches
from ludotheque.browser.store import BrowserStore
from ludotheque.errors import LudothequeError
from ludotheque.server.errors import RequestError
from ludotheque.server.settings import Settings
from ludotheque.server.tables.deadlines import computers_to_move
from ludotheque.server.tables.events import Event
from ludotheque.server.tables.keys import LETTERS_AND_DIGITS
from ludotheque.server.tables.live_table import LiveTable
from ludotheque.server.tables.replaying import replayed
from ludotheque.server.tables.table import Table
from ludotheque.server.tables.tables import Request, Tables

GUEST = "browser"
"""Who holds all seats of people."""
PREFIX, LETTERS = "local", 11
"""How the identifiers of these tables begin, and how many letters follow. So a page knows where a table is kept."""


def milliseconds() -> int:
    """Return the time now."""
    return int(1000 * time.time())


class BrowserTables(Tables):
    """The tables that this browser keeps."""

    store: BrowserStore

    def __init__(
        self, settings: Settings, store: BrowserStore, searches: Searches, now: Callable[[], int] = milliseconds
    ) -> None:
        super().__init__(settings, now)
        self.store = store
        self.computers = BrowserPlayers(searches, settings.search_seconds)

    async def open(self) -> None:
        """Begin to note that a page is open. Where the browser keeps nothing, the first new table says so."""
        with suppress(LudothequeError):
            await self.beat()
        self.spawn(self._sweep_forever())

    def close(self) -> None:
        """End all tasks, timers and searches."""
        self._stop()

    async def _sweep_forever(self) -> None:
        while True:
            await asyncio.sleep(self.settings.sweep_every / 1000)
            with suppress(LudothequeError):  # the next one may succeed
                await self.sweep()

    async def sweep(self) -> None:
        """Note that a page is open, let computers try again that have failed, and let idle tables leave the memory."""
        await self.beat()
        for id, live in list(self.live.items()):
            if live.idle(self.now()):
                live.stop_timers()
                del self.live[id]
            elif live.viewers and computers_to_move(live.table) and not live.searches:
                self._follow_up(live)

    async def beat(self) -> None:
        """Note that a page is open. Players get back the time in which none was."""
        known = len(self.store.absences)
        await self.store.beat(self.now(), self._gap)
        if len(self.store.absences) > known:
            for live in self.live.values():
                live.broadcast()
                self._follow_up(live)

    @property
    def _gap(self) -> int:
        return 3 * self.settings.sweep_every

    async def _carry_out(self, live: LiveTable, request: Request) -> list[Event]:
        if self.store.silent(self.now(), self._gap):
            with suppress(LudothequeError):  # the request itself will say what is wrong
                await self.beat()  # the machine slept, and a player's time may seem to be up
        return await super()._carry_out(live, request)

    # Tables.

    async def live_table(self, id: str) -> LiveTable:
        """Return a table, from memory or from the browser's database."""
        return self.live.get(id) or self._add(await self.table(id))

    async def table(self, id: str) -> Table:
        """Return a table as it is now. Its timers and searches do not start."""
        if live := self.live.get(id):
            return live.table
        return await self._read(id)

    async def _read(self, id: str) -> Table:
        events = await self.store.load(id)
        if not events:
            raise RequestError("no_table", 404)
        return replayed(id, events)

    async def create(self, setup: dict[str, Any]) -> Table:
        """Return a new table with this setup."""
        if any(seat["kind"] == "open" for seat in setup["seats"]):
            raise BrowserError("no_others")
        return await self._create(self._new_id(), setup)

    def _new_id(self) -> str:
        return PREFIX + "".join(secrets.choice(LETTERS_AND_DIGITS) for _ in range(LETTERS))

    async def keep(self, table: Table, events: Sequence[Event]) -> None:
        """Write a whole table that comes from elsewhere; raise a `WriteConflict` when there is one of its name."""
        await self.store.append(self._update(table, 0, list(events)))

    async def reload(self, live: LiveTable) -> None:
        """Read a table again, because the browser's database has another one."""
        try:
            live.replace(await self._read(live.table.id))
        except BrowserError:  # the storage is out of order, and not the table
            raise
        except RequestError as error:
            self.forget(live.table.id, error)
            raise
        live.broadcast()
        self._follow_up(live)

    async def hear(self, id: str) -> None:
        """Show what another page of this browser has written to a table."""
        if live := self.live.get(id):
            async with live.lock:
                await self._catch_up(live)

    async def _has_news(self, live: LiveTable) -> bool:
        try:
            return await self._catch_up(live)
        except BrowserError:  # the refusal says more
            return False

    async def _catch_up(self, live: LiveTable) -> bool:
        events = await self.store.load(live.table.id, live.table.seq)
        if events:
            self._follow(live, events)
        return bool(events)

    # What only servers do.

    async def read_presence(self, table: str) -> None:
        """Do nothing: all players are at this device."""

    def _written(self, table: Table) -> None:
        """Do nothing: no other process acts at a table."""

    def _moved(self, count: int, received: float | None) -> None:
        """Count nothing."""
