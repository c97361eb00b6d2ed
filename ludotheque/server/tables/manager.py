"""The table manager: all tables, their viewers, and the events that need no request.

A request goes one way. It is checked against the table, written to disk, applied, and then sent to all viewers. A table
handles one request at a time. Tables do not wait for each other.

Other processes may serve the same tables. The database decides whose events come first: a process whose write conflicts
reads what the others wrote and checks the request again.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from typing import Any, TypeVar

from ludotheque.errors import LudothequeError
from ludotheque.library import load
from ludotheque.server import logs
from ludotheque.server.errors import RequestError, WriteConflict
from ludotheque.server.metrics import Metrics
from ludotheque.server.search.computers import ComputerPlayers
from ludotheque.server.search.pool import Search
from ludotheque.server.serialize.message import error_json, message
from ludotheque.server.settings import Settings
from ludotheque.server.tables import deadlines, keys, requests
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
from ludotheque.server.tables.reading import (
    RETRY_AFTER,
    Unreadable,
    UnreadableTables,
    load_all_kernels,
    load_kernels,
    read_events,
    replayed,
)
from ludotheque.server.tables.rematch import rematch_setup, rematch_wanted
from ludotheque.server.tables.seat import Seat, changed_holders
from ludotheque.server.tables.store import Store, TableUpdate, milliseconds
from ludotheque.server.tables.table import Table
from ludotheque.server.tables.viewer import SendQueue, Viewer

T = TypeVar("T")
Request = Callable[[Table, int], list[Event]]
"""Checks a request against a table at a moment, and returns its events."""
MAX_TRIES = 10
"""How often a request is checked again because other processes were faster."""


class TableManager:
    """All tables of a server: the live ones in memory, the others on disk."""

    def __init__(
        self, settings: Settings, now: Callable[[], int] = milliseconds, metrics: Metrics | None = None
    ) -> None:
        self.settings = settings
        self.now = now = CommonTime(now)
        self.metrics = metrics or Metrics()
        self.store = Store(settings.database, self.metrics)
        self.readiness = Readiness(self.store)
        self.computers = ComputerPlayers(settings)
        self.presence = Presence(self.store, now, self.spawn)
        self.open_tables = OpenTables(settings, self.store)
        # A process that was silent for three sweeps counts as away.
        self.leases = Leases(self.store, now, 3 * settings.sweep_every)
        self.send_queue = SendQueue()
        self.live: dict[str, LiveTable] = {}
        self.random = random.Random(settings.seed) if settings.seed else random.SystemRandom()
        self.unreadable = UnreadableTables()
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self.listening = Listening(
            self.store, self.presence, self.live, self._loading.keys(), self.spawn, self._follow, self._catch_up
        )
        self._tasks: set[asyncio.Task[Any]] = set()
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
        for task in list(self._tasks):
            task.cancel()
        for live in self.live.values():
            live.stop_timers()
            live.stop_searches()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.computers.close()
        with suppress(Exception):  # a database that is gone must not keep the server from ending
            await self.store.read(self.store.heartbeat, self.now(), self.leases.patience)
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
            self.metrics.errors.inc()
            logs.report(f"{task.get_name()} failed", error)

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

    def _add(self, table: Table) -> LiveTable:
        """Bring a table into memory, and start its timers and searches."""
        if table.id not in self.live:
            self.live[table.id] = LiveTable(table, self.settings, self.store.elapsed, self.now, self.presence.announce)
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
            with suppress(RequestError):
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

    async def create(self, setup: dict[str, Any], address: str) -> Table:
        """Return a new table with this setup, created from a network address."""
        id, listed = keys.new_table_id(), setup["public"] and any(seat["kind"] == "open" for seat in setup["seats"])
        async with self.open_tables.one_more(address, id) if listed else nullcontext():
            return await self._create(id, setup)

    async def _create(self, id: str, setup: dict[str, Any]) -> Table:
        await asyncio.to_thread(load_kernels, load(setup["game"], **setup["options"]))
        event = self._created(setup)
        table = Table.created(id, event)
        await self.store.append(self._update(table, 0, [event]))
        self.leases.written(table)
        self._add(table)
        return table

    def _created(self, setup: dict[str, Any]) -> Event:
        return Event("created", self.now(), {**setup, "seed": self.random.getrandbits(32)})

    # Requests.

    async def act(
        self,
        live: LiveTable,
        request: Request,
        viewer: Viewer | None = None,
        key: str | None = None,
        received: float | None = None,
    ) -> None:
        """Carry out a request, and send the new state to all viewers; `received` is when a move arrived."""
        async with live.lock:
            events = await self._carry_out(live, request)
            self._count_moves(events, received)
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

    async def _carry_out(self, live: LiveTable, request: Request) -> list[Event]:
        """Check a request, write its events and return them. It is checked again when others were faster."""
        if self.store.failing or time.monotonic() - self.store.beaten > self.leases.patience / 1000:
            await self._beat()  # a time that ran out while nothing could be written is given back
        for _ in range(MAX_TRIES):
            try:
                events = request(live.table, self.now())
                if events:
                    await self._commit(live, events)
                return events
            except WriteConflict:
                if not await self._catch_up(live):
                    await self.reload(live)  # a host removed the table, or restored an older state
            except LudothequeError:
                # What is refused here may be right after the news that are on their way.
                if not (self.store.peers.shared and await self._catch_up(live)):
                    raise
        raise RequestError("storage", 503)

    async def _catch_up(self, live: LiveTable) -> bool:
        """Let the events happen that other processes wrote, and return whether there were any."""
        live.behind = False
        events = await self.store.read(self.store.load, live.table.id, live.table.seq)
        if events:
            self._follow(live, events)
        return bool(events)

    def _follow(self, live: LiveTable, events: Sequence[Event]) -> None:
        """Let the events happen that another process wrote."""
        after = live.table.copy()
        for event in events:
            after.apply(event)
        self.leases.lost(after.id)
        live.replace(after)
        live.broadcast()
        self._follow_up(live)

    def _count_moves(self, events: Sequence[Event], received: float | None) -> None:
        if count := sum(event.kind == "moved" for event in events):
            self.metrics.moved(count, received)

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
        except WriteConflict:
            raise
        except LudothequeError as error:
            logs.log.error("table %s: nothing could be written", before.id)
            raise RequestError("storage", 503) from error
        self.leases.written(after)
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
        return TableUpdate(
            table=table.id,
            first=first,
            events=events,
            phase=table.phase,
            public=table.setup.public,
            updated=table.updated,
            wake_at=deadlines.wake_at(table, self.settings, self.store.elapsed),
            lease_until=self.leases.until(table),
            joined=joined,
            left=left,
        )

    # Other processes.

    def _hear(self, news: News | None) -> None:
        """Learn what other processes changed; None says that news may have been lost."""
        if not self._closing:
            self.listening.hear(news)

    def enter(self, live: LiveTable, viewer: Viewer) -> None:
        """Show a table to a page from now on."""
        live.enter(viewer)
        if live.behind:
            self.spawn(self.listening.read_news(live))

    # Events that need no request.

    def _follow_up(self, live: LiveTable) -> None:
        """Set the timer, start and stop searches, and load the table of a rematch. Every change needs this."""
        table = live.table
        if table.next and table.next not in self.live:
            self.spawn(self.live_table(table.next))
        live.set_timer(lambda: self.spawn(self._expire(live)))
        to_move = computers_to_move(table) if table.id in self.leases else []
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
            level, seed = table.seats[seat].level or 1, table.setup.seed + seat
            move = await self.computers.move(search, view, level, seed, live.asker)
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
            logs.log.warning("table %s: computer refused: %s", live.table.id, type(error).__name__)

    async def _expire(self, live: LiveTable) -> None:
        await self.act(live, partial(requests.expire, elapsed=self.store.elapsed))
        self._follow_up(live)

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
