"""The table manager: all tables, their viewers, and the events that need no request.

A request goes one way. It is checked against the table, written to disk, applied, and then sent to all viewers. A table
handles one request at a time. Tables do not wait for each other.

Other processes may serve the same tables. The database decides whose events come first: a process whose write conflicts
reads what the others wrote and checks the request again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from typing import Any

from ludotheque.library import load
from ludotheque.server import logs
from ludotheque.server.errors import RequestError
from ludotheque.server.metrics import Metrics
from ludotheque.server.search.computers import ComputerPlayers
from ludotheque.server.settings import Settings
from ludotheque.server.tables import deadlines, keys
from ludotheque.server.tables.common_time import CommonTime
from ludotheque.server.tables.deadlines import computers_to_move
from ludotheque.server.tables.events import Event
from ludotheque.server.tables.leases import Leases
from ludotheque.server.tables.listening import Listening
from ludotheque.server.tables.live_table import LiveTable
from ludotheque.server.tables.open_tables import OpenTables
from ludotheque.server.tables.peers import News
from ludotheque.server.tables.presence import Presence
from ludotheque.server.tables.readiness import Readiness
from ludotheque.server.tables.reading import RETRY_AFTER, UnreadableTables, load_all_kernels, read_events
from ludotheque.server.tables.replaying import Unreadable, load_kernels, replayed
from ludotheque.server.tables.store import Store, milliseconds
from ludotheque.server.tables.table import Table
from ludotheque.server.tables.tables import Request, Tables
from ludotheque.server.tables.viewer import Viewer


class TableManager(Tables):
    """All tables of a server: the live ones in memory, the others on disk."""

    store: Store
    computers: ComputerPlayers

    def __init__(
        self, settings: Settings, now: Callable[[], int] = milliseconds, metrics: Metrics | None = None
    ) -> None:
        common = CommonTime(now)
        super().__init__(settings, common)
        self.now: CommonTime = common
        self.metrics = metrics or Metrics()
        self.store = Store(settings.database, self.metrics)
        self.readiness = Readiness(self.store)
        self.computers = ComputerPlayers(settings)
        self.presence = Presence(self.store, common, self.spawn)
        self.open_tables = OpenTables(settings, self.store)
        # A process that was silent for three sweeps counts as away.
        self.leases = Leases(self.store, common, 3 * settings.sweep_every)
        self.unreadable = UnreadableTables()
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self.listening = Listening(
            self.store, self.presence, self.live, self._loading.keys(), self.spawn, self._follow, self._catch_up
        )
        self._closing = False

    # Opening and closing.

    def prepare(self) -> None:
        """Open the database. Its errors appear before anything is served."""
        try:
            self.store.open()
            now = self.now()
            self.now.ahead += self.store.join(now, self.leases.patience) - now
        except BaseException:
            self.store.leave()
            raise
        self.keys = keys.Keys(self.store.secret)

    async def open(self) -> None:
        """Begin to write, to listen and to sweep, and load the kernels."""
        self.store.start()
        loop = asyncio.get_running_loop()
        self.store.peers.start(lambda news: _soon(loop, self._hear, news))
        self.spawn(self._sweep_forever())
        self.spawn(self._load_kernels())

    async def _load_kernels(self) -> None:
        await asyncio.to_thread(load_all_kernels)
        self.readiness.kernels_loaded = True

    async def close(self) -> None:
        """Stop all work, and write the events that still wait."""
        self._closing = True
        self._stop()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.computers.close()
        with suppress(Exception):  # a database that is gone must not keep the server from ending
            await self.store.read(self.store.heartbeat, self.now(), self.leases.patience)
        await asyncio.to_thread(self.store.stop)

    def messages_waiting(self) -> int:
        """Return how many messages wait for pages."""
        return sum(viewer.waiting for live in self.live.values() for viewer in live.viewers)

    # Loading tables.

    async def live_table(self, id: str) -> LiveTable:
        """Return a table, from memory or from disk."""
        if live := self.live.get(id):
            live.touched = self.now()
            if live.behind:
                await self.listening.read_news(live)
            return live
        if not keys.TABLE_ID.fullmatch(id):
            raise RequestError("no_table", 404)
        self.unreadable.check(id, self.now())
        if id not in self._loading:
            self._loading[id] = self.spawn(self._load(id))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> LiveTable:
        try:
            table = await self._read(id)
            if computers_to_move(table):
                await self.leases.take(id)
            elsewhere = await self.store.read(self.presence.elsewhere, [id])
            live = self._add(table)
            live.set_elsewhere(elsewhere.get(id, {}))
            if id in self.listening.outdated:
                self.spawn(self.listening.read_news(live))
                self.listening.read_presence_soon([id])
            return live
        except Unreadable as error:
            self.unreadable.note(id, error.why, self.now())
            raise
        finally:
            del self._loading[id]
            self.listening.outdated.discard(id)

    async def _read(self, id: str) -> Table:
        events = await self.store.read(read_events, self.store, id)
        # Not one of the store's own threads, because the rules may have to be compiled first.
        table = await asyncio.to_thread(replayed, id, events)
        # When a backup was just restored, the table is from before an absence that this server does not know yet.
        await self.store.read(self.store.read_meta)
        return table

    async def reload(self, live: LiveTable) -> None:
        """Read a live table again, because the database is ahead of it. Show it to its viewers."""
        try:
            live.replace(await self._read(live.table.id))
        except RequestError as error:
            self.forget(live.table.id, error)
            raise
        live.broadcast()
        self._follow_up(live)

    async def reload_all(self) -> None:
        """Read everything again, because a backup was restored."""
        await self.store.read(self.store.read_meta)
        self.keys = keys.Keys(self.store.secret)
        for live in list(self.live.values()):
            with suppress(RequestError):
                async with live.lock:
                    await self.reload(live)

    # New tables.

    async def check_quota(self, guest: str) -> None:
        """Raise a `RequestError` when a browser has too many unfinished tables."""
        limit = self.settings.tables_per_guest
        unfinished = await self.store.read(self.store.of_guest, guest, over=False, limit=limit)
        if len(unfinished) >= limit:
            raise RequestError("many_tables", 429, count=len(unfinished))

    async def create(self, setup: dict[str, Any], address: str) -> Table:
        """Return a new table with this setup, created from a network address."""
        id, listed = keys.new_table_id(), setup["public"] and any(seat["kind"] == "open" for seat in setup["seats"])
        async with self.open_tables.one_more(address, id) if listed else nullcontext():
            return await self._create(id, setup)

    async def _create(self, id: str, setup: dict[str, Any]) -> Table:
        await asyncio.to_thread(load_kernels, load(setup["game"], **setup["options"]))
        return await super()._create(id, setup)

    def _live(self, table: Table) -> LiveTable:
        return LiveTable(table, self.settings, self.store.elapsed, self.now, self.presence.announce)

    # Requests.

    async def _carry_out(self, live: LiveTable, request: Request) -> list[Event]:
        if self.store.failing or time.monotonic() - self.store.beaten > self.leases.patience / 1000:
            await self._beat()  # a time that ran out while nothing could be written is given back
        return await super()._carry_out(live, request)

    async def _has_news(self, live: LiveTable) -> bool:
        return self.store.peers.shared and await self._catch_up(live)

    async def _catch_up(self, live: LiveTable) -> bool:
        """Let the events happen that other processes wrote, and return whether there were any."""
        live.behind = False
        events = await self.store.read(self.store.load, live.table.id, live.table.seq)
        if events:
            self._follow(live, events)
        return bool(events)

    def _follow(self, live: LiveTable, events: Sequence[Event]) -> None:
        self.leases.lost(live.table.id)
        super()._follow(live, events)

    # Leases and metrics.

    def _acts_at(self, table: Table) -> bool:
        return table.id in self.leases

    def _lease(self, table: Table) -> int | None:
        return self.leases.until(table)

    def _written(self, table: Table) -> None:
        self.leases.written(table)

    def _moved(self, count: int, received: float | None) -> None:
        self.metrics.moved(count, received)

    def failed(self, what: str, error: BaseException) -> None:
        """Report an error that nobody expected, and count it."""
        self.metrics.errors.inc()
        super().failed(what, error)

    # Other processes.

    def _hear(self, news: News | None) -> None:
        """Learn what other processes changed; None says that news may have been lost."""
        if not self._closing:
            self.listening.hear(news)

    async def read_presence(self, table: str) -> None:
        """Learn which players have a page open at other processes."""
        await self.listening.read_presence([table])

    def enter(self, live: LiveTable, viewer: Viewer) -> None:
        """Show a table to a page from now on."""
        super().enter(live, viewer)
        if live.behind:
            self.spawn(self.listening.read_news(live))

    # Events that need no request.

    async def _sweep_forever(self) -> None:
        while True:
            try:
                await self.sweep()
            except Exception as error:  # the next sweep may succeed
                logs.report("sweep", error)
            await asyncio.sleep(self.settings.sweep_every / 1000)

    async def sweep(self) -> None:
        """Act at tables without viewers, and let idle ones leave the memory."""
        await self._beat()
        self.listening.read_presence_soon(await self.store.read(self.presence.bury))
        for id in await self.leases.take():
            try:
                await self._wake(await self.live_table(id))
            except Unreadable:  # the log names it once, when it was read
                await self.store.read(self.store.postpone, id, self.now() + RETRY_AFTER)
            except Exception as error:  # an error at one table must not reach another
                logs.report(f"table {id}", error)
        for live in [live for live in self.live.values() if live.idle(self.now())]:
            live.stop_timers()
            del self.live[live.table.id]

    async def _beat(self) -> None:
        """Note that the database answers, and learn when it did not."""
        failing = self.store.failing
        await self.store.read(self.store.heartbeat, self.now(), self.leases.patience)
        if failing:
            self._hear(None)  # what was written just before the fault may be unknown here

    async def _wake(self, live: LiveTable) -> None:
        due = partial(deadlines.expire_or_close, settings=self.settings, elapsed=self.store.elapsed)
        before, now = live.table.seq, self.now()
        await self.act(live, due)
        self._follow_up(live)
        moment = deadlines.wake_at(live.table, self.settings, self.store.elapsed, now)
        if live.table.seq == before and moment is not None and moment > now:
            # Nothing was due, because the server was away. It must not keep others from their turn at every sweep.
            await self.store.read(self.store.postpone, live.table.id, moment, live.table.updated)


def _soon(loop: asyncio.AbstractEventLoop, call: Callable[[News | None], None], news: News | None) -> None:
    """Call a function of the event loop from another thread."""
    with suppress(RuntimeError):  # the loop may have ended meanwhile
        loop.call_soon_threadsafe(call, news)
