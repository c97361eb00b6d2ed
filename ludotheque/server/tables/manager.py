"""The table manager: all tables, their viewers, and the events that need no request.

A request goes one way. It is checked against the table, written to disk, applied, and then sent to all viewers. A table
handles one request at a time. Tables do not wait for each other.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, TypeVar

from ludotheque.errors import LudothequeError
from ludotheque.library import games, load
from ludotheque.server.errors import RequestError, WriteConflict
from ludotheque.server.search.computers import ComputerPlayers
from ludotheque.server.search.pool import Search
from ludotheque.server.serialize.message import error_json, message
from ludotheque.server.settings import Settings
from ludotheque.server.tables import keys, requests
from ludotheque.server.tables.events import Event
from ludotheque.server.tables.live_table import LiveTable
from ludotheque.server.tables.reading import Unreadable, UnreadableTables, load_kernels, read_table
from ludotheque.server.tables.rematch import rematch_setup, rematch_wanted
from ludotheque.server.tables.seat import Seat, changed_holders
from ludotheque.server.tables.store import Store, TableUpdate, milliseconds
from ludotheque.server.tables.table import Table
from ludotheque.server.tables.viewer import SendQueue, Viewer

T = TypeVar("T")
Request = Callable[[Table, int], list[Event]]
"""Checks a request against a table at a moment, and returns its events."""
log = logging.getLogger("ludotheque.server")


class TableManager:
    """All tables of a server: the live ones in memory, the others on disk."""

    def __init__(self, settings: Settings, now: Callable[[], int] = milliseconds) -> None:
        self.settings = settings
        self.now = now
        self.store = Store(settings.database)
        self.computers = ComputerPlayers(settings.search_seconds)
        self.send_queue = SendQueue()
        self.live: dict[str, LiveTable] = {}
        self.random = random.Random(settings.seed) if settings.seed else random.SystemRandom()
        self.unreadable = UnreadableTables()
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    # Opening and closing.

    def prepare(self) -> None:
        """Open the database. Its errors appear before anything is served."""
        self.store.open(self.now())
        self.keys = keys.Keys(self.store.secret)

    async def open(self) -> None:
        """Begin to write and to sweep, and load the kernels."""
        self.store.start()
        self.spawn(self._sweep_forever())
        self.spawn(asyncio.to_thread(load_all_kernels))

    async def close(self) -> None:
        """Stop all work, and write the events that still wait."""
        for task in list(self._tasks):
            task.cancel()
        for live in self.live.values():
            live.stop_timers()
            live.stop_searches()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.computers.close()
        await self.store.read(self.store.heartbeat, self.now())
        await asyncio.to_thread(self.store.stop)

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Return a task that goes on even when its caller has gone."""
        task = asyncio.create_task(work, name=getattr(work, "__qualname__", None))
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error and not isinstance(error, LudothequeError):
            # Only the type, because the message of an error may repeat a secret.
            log.error("%s failed: %s", task.get_name(), type(error).__name__)

    # Loading tables.

    async def live_table(self, id: str) -> LiveTable:
        """Return a table, from memory or from disk."""
        if live := self.live.get(id):
            live.touched = self.now()
            return live
        if not keys.TABLE_ID.fullmatch(id):
            raise RequestError("no_table", 404)
        self.unreadable.check(id, self.now())
        if id not in self._loading:
            self._loading[id] = self.spawn(self._load(id))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> LiveTable:
        try:
            return self._add(await self._read(id))
        except Unreadable as error:
            self.unreadable.note(id, error.why, self.now())
            raise
        finally:
            del self._loading[id]

    async def _read(self, id: str) -> Table:
        table = await asyncio.to_thread(read_table, self.store, id)
        # When a backup was just restored, the table is from before an absence that this server does not know yet.
        await self.store.read(self.store.read_meta)
        return table

    def _add(self, table: Table) -> LiveTable:
        """Bring a table into memory, and start its timers and searches."""
        if table.id not in self.live:
            self.live[table.id] = LiveTable(table, self.settings, self.store.elapsed, self.now)
            self._follow_up(self.live[table.id])
        return self.live[table.id]

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
            with contextlib.suppress(RequestError):
                async with live.lock:
                    await self.reload(live)

    def forget(self, id: str, error: RequestError | None = None) -> None:
        """Let a table that was removed leave the memory, and its viewers know."""
        if live := self.live.pop(id, None):
            live.stop_timers()
            live.stop_searches()
            for viewer in live.viewers:
                viewer.send(message("gone", error_json(error or RequestError("no_table", 404))), keep=True)

    # New tables.

    async def check_quota(self, guest: str) -> None:
        """Raise a `RequestError` when a browser has too many unfinished tables."""
        limit = self.settings.tables_per_guest
        unfinished = await self.store.read(self.store.of_guest, guest, over=False, limit=limit)
        if len(unfinished) >= limit:
            raise RequestError("many_tables", 429, count=len(unfinished))

    async def create(self, setup: dict[str, Any]) -> Table:
        """Return a new table with this setup."""
        await asyncio.to_thread(load_kernels, load(setup["game"], **setup["options"]))
        event = self._created(setup)
        table = Table.created(keys.new_table_id(), event)
        await self.store.append(self._update(table, 0, [event]))
        self._add(table)
        return table

    def _created(self, setup: dict[str, Any]) -> Event:
        return Event("created", self.now(), {**setup, "seed": self.random.getrandbits(32)})

    # Requests.

    async def act(
        self, live: LiveTable, request: Request, viewer: Viewer | None = None, key: str | None = None
    ) -> None:
        """Carry out a request, and send the new state to all viewers."""
        async with live.lock:
            events = request(live.table, self.now())
            if events:
                await self._commit(live, events)
        if not events and viewer and key:
            # It was carried out before, and its asker does not know.
            viewer.send(live.state(viewer, key), keep=True)
        if not events:
            return
        done = key is not None and any(event.data.get("key") == key for event in events)
        live.broadcast(viewer if done else None, key)
        self._follow_up(live)
        if key is not None and not done:
            raise RequestError("late")

    async def _commit(self, live: LiveTable, events: list[Event]) -> None:
        """Apply events to a copy of the table and write them. Then the copy replaces the table."""
        before, after = live.table, live.table.copy()
        timed = []
        for event in events:
            timed.append(requests.with_times(after, event, self.store.elapsed))
            after.apply(timed[-1])
        updates: list[TableUpdate] = []
        if rematch_wanted(after):
            timed.append(self._rematch(after, updates))
            after.apply(timed[-1])
        updates.append(self._update(after, before.seq, timed, before.seats))
        try:
            await self.store.append(*updates)
        except WriteConflict as error:
            # Another process serves the same table, so the database is right.
            await self.reload(live)
            raise RequestError("stale") from error
        except LudothequeError as error:
            log.error("table %s: nothing could be written", before.id)
            raise RequestError("storage", 503) from error
        live.replace(after)

    def _rematch(self, table: Table, updates: list[TableUpdate]) -> Event:
        """Create the rematch, and return the event that names its table."""
        event = self._created(rematch_setup(table))
        following = Table.created(keys.new_table_id(), event)
        updates.append(self._update(following, 0, [event]))
        return Event("continued", event.at, {"table": following.id})

    def _update(self, table: Table, first: int, events: list[Event], before: Sequence[Seat] = ()) -> TableUpdate:
        """Return the update to write; `before` holds the seats before these events."""
        joined, left = ([], []) if table.seats is before else changed_holders(before, table.seats)
        wake_at = self._wake_at(table)
        return TableUpdate(
            table.id, first, events, table.phase, table.setup.public, table.updated, wake_at, joined, left
        )

    # Events that need no request.

    def _wake_at(self, table: Table) -> int | None:
        """Return when the server must act at a table."""
        if table.phase == "over":
            return None
        if computers_to_move(table):
            return table.updated
        deadline = table.clock.deadline(table.updated, self.store.elapsed)
        return min(moment for moment in (self._close_at(table), deadline) if moment is not None)

    def _close_at(self, table: Table) -> int:
        """Return when a table closes, unless an event happens before."""
        patience = self.settings.cancel_after if table.phase == "open" else self.settings.abandon_after
        return table.updated + patience

    def _follow_up(self, live: LiveTable) -> None:
        """Set the timer, start and stop searches, and load the table of a rematch. Every change needs this."""
        table = live.table
        if table.next and table.next not in self.live:
            self.spawn(self.live_table(table.next))
        live.set_timer(lambda: self.spawn(self._expire(live)))
        to_move = computers_to_move(table)
        for seat in list(live.searches):
            if seat not in to_move or live.searches[seat][0] != table.turns[seat].ticket:
                live.searches.pop(seat)[1].stop()
        for seat in to_move:
            if seat not in live.searches:
                search = Search()
                live.searches[seat] = table.turns[seat].ticket, search
                self.spawn(self._move_computer(live, table, seat, search))

    async def _move_computer(self, live: LiveTable, table: Table, seat: int, search: Search) -> None:
        """Let a computer move from its view of the table, not faster than players can follow."""
        view, ticket = table.position.view(seat), table.turns[seat].ticket
        pause = asyncio.create_task(asyncio.sleep(self.settings.computer_pause / 1000))
        try:
            move = await self.computers.move(search, view, table.seats[seat].level or 1, table.setup.seed + seat)
            await pause
        finally:
            wanted = live.searches.get(seat, (None, None))[1] is search
            if wanted:
                del live.searches[seat]
        if move is None or not wanted:
            return
        text, elapsed = str(move), self.store.elapsed
        try:
            await self.act(
                live,
                lambda table, now: requests.move(table, seat, None, now, ticket=ticket, text=text, elapsed=elapsed),
            )
        except LudothequeError as error:
            # A stale move is of no use. The sweep tries again after any other error.
            log.warning("table %s: computer refused: %s", live.table.id, type(error).__name__)

    async def _expire(self, live: LiveTable) -> None:
        await self.act(live, partial(requests.expire, elapsed=self.store.elapsed))
        self._follow_up(live)

    async def _sweep_forever(self) -> None:
        while True:
            try:
                await self.sweep()
            except Exception as error:  # the next sweep may succeed
                log.error("sweep: %s", type(error).__name__)
            await asyncio.sleep(self.settings.sweep_every / 1000)

    async def sweep(self) -> None:
        """Act at tables without viewers, and let idle ones leave the memory."""
        now = self.now()
        await self.store.read(self.store.heartbeat, now)
        for id in await self.store.read(self.store.to_wake, now):
            try:
                await self._wake(await self.live_table(id))
            except Unreadable:
                continue  # the log names it once, when it was read
            except Exception as error:  # an error at one table must not reach another
                log.error("table %s: %s", id, type(error).__name__)
        for live in [live for live in self.live.values() if live.idle(now)]:
            live.stop_timers()
            del self.live[live.table.id]

    async def _wake(self, live: LiveTable) -> None:
        await self.act(live, self._expire_or_close)
        self._follow_up(live)

    def _expire_or_close(self, table: Table, now: int) -> list[Event]:
        late = requests.expire(table, now, elapsed=self.store.elapsed)
        if late or computers_to_move(table) or now < self._close_at(table):
            return late
        return requests.close(table, now)


def computers_to_move(table: Table) -> list[int]:
    """Return the seats to move that belong to computers."""
    return [seat for seat in table.to_act if table.seats[seat].kind == "computer"]


def load_all_kernels() -> None:
    """Load the kernels of all games."""
    for id in games():
        load_kernels(load(id))
