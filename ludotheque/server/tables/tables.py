"""Tables in memory: what happens to them, whatever keeps their events.

A request goes one way. It is checked against the table, written, applied, and then sent to all viewers. A table handles
one request at a time. Tables do not wait for each other.

`TableManager` serves tables from a database that several processes share. `browser/tables.py` keeps those of one
browser.
"""

from __future__ import annotations

import asyncio
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Protocol, TypeVar

from ludotheque.errors import LudothequeError
from ludotheque.position import Move, View
from ludotheque.server import logs
from ludotheque.server.errors import RequestError, WriteConflict
from ludotheque.server.search.search import Search
from ludotheque.server.serialize.message import error_json, message
from ludotheque.server.settings import Settings
from ludotheque.server.tables import deadlines, keys, requests
from ludotheque.server.tables.deadlines import computers_to_move
from ludotheque.server.tables.events import Event
from ludotheque.server.tables.live_table import LiveTable
from ludotheque.server.tables.rematch import rematch_setup, rematch_wanted
from ludotheque.server.tables.seat import Seat, changed_holders
from ludotheque.server.tables.table import Table
from ludotheque.server.tables.update import TableUpdate
from ludotheque.server.tables.viewer import SendQueue, Viewer

T = TypeVar("T")
Request = Callable[[Table, int], list[Event]]
"""Checks a request against a table at a moment, and returns its events."""
MAX_TRIES = 10
"""How often a request is checked again because others were faster."""


class Keeper(Protocol):
    """What keeps the events of tables."""

    async def append(self, *updates: TableUpdate) -> None:
        """Return when all updates are kept; raise an error when none of them is."""

    def elapsed(self, begun: int, ended: int) -> int:
        """Return the time between two moments that counts for players."""


class Players(Protocol):
    """What moves for the seats of computers."""

    async def move(self, search: Search, view: View, number: int, seed: int, asker: str = "") -> Move | None:
        """Return the move of a computer player of level `number`; None when the search was stopped."""


class Tables(ABC):
    """The live tables of a program, their viewers, and the events that need no request."""

    store: Keeper
    computers: Players

    def __init__(self, settings: Settings, now: Callable[[], int]) -> None:
        self.settings, self.now = settings, now
        self.send_queue = SendQueue()
        self.live: dict[str, LiveTable] = {}
        self.random = random.Random(settings.seed) if settings.seed else random.SystemRandom()
        self._tasks: set[asyncio.Task[Any]] = set()

    @abstractmethod
    async def live_table(self, id: str) -> LiveTable:
        """Return a table, from memory or from where it is kept."""

    @abstractmethod
    async def _catch_up(self, live: LiveTable) -> bool:
        """Let the events happen that others wrote, and return whether there were any."""

    @abstractmethod
    async def reload(self, live: LiveTable) -> None:
        """Read a live table again, because what is kept is ahead of it. Show it to its viewers."""

    # What servers and browsers do differently.

    @abstractmethod
    async def read_presence(self, table: str) -> None:
        """Learn which players have a page open elsewhere."""

    def _acts_at(self, table: Table) -> bool:
        """Return whether computers at this table search here."""
        return True

    def _lease(self, table: Table) -> int | None:
        """Return until when nobody else acts at a table that is about to be written."""
        return None

    @abstractmethod
    def _written(self, table: Table) -> None:
        """Remember that a table was written."""

    @abstractmethod
    def _moved(self, count: int, received: float | None) -> None:
        """Count moves; `received` is when the message of a player arrived."""

    def failed(self, what: str, error: BaseException) -> None:
        """Report an error that nobody expected."""
        logs.report(what, error)

    # Tasks.

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
            self.failed(f"{task.get_name()} failed", error)

    def _stop(self) -> None:
        """End all tasks, timers and searches."""
        for task in list(self._tasks):
            task.cancel()
        for live in self.live.values():
            live.stop_timers()
            live.stop_searches()

    def forget(self, id: str, error: RequestError | None = None) -> None:
        """Let a table that was removed leave the memory, and its viewers know."""
        if live := self.live.pop(id, None):
            live.stop_timers()
            live.stop_searches()
            for viewer in live.viewers:
                viewer.send(message("gone", error_json(error or RequestError("no_table", 404))), keep=True)

    # New tables.

    def _add(self, table: Table) -> LiveTable:
        """Bring a table into memory, and start its timers and searches."""
        if table.id not in self.live:
            self.live[table.id] = self._live(table)
            self._follow_up(self.live[table.id])
        return self.live[table.id]

    def _live(self, table: Table) -> LiveTable:
        return LiveTable(table, self.settings, self.store.elapsed, self.now)

    async def _create(self, id: str, setup: dict[str, Any]) -> Table:
        event = self._created(setup)
        table = Table.created(id, event)
        await self.store.append(self._update(table, 0, [event]))
        self._written(table)
        self._add(table)
        return table

    def _new_id(self) -> str:
        return keys.new_table_id()

    def _created(self, setup: dict[str, Any]) -> Event:
        return Event("created", self.now(), {**setup, "seed": self.random.getrandbits(32)})

    # Requests.

    def enter(self, live: LiveTable, viewer: Viewer) -> None:
        """Show a table to a page from now on."""
        live.enter(viewer)

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
            if count := sum(event.kind == "moved" for event in events):
                self._moved(count, received)
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
        for _ in range(MAX_TRIES):
            try:
                events = request(live.table, self.now())
                if events:
                    await self._commit(live, events)
                return events
            except WriteConflict:
                if not await self._catch_up(live):
                    await self.reload(live)  # the table was removed, or an older state restored
            except LudothequeError:
                if not await self._has_news(live):
                    raise
        raise RequestError("storage", 503)

    async def _has_news(self, live: LiveTable) -> bool:
        """Let the events happen that are on their way. What is refused before them may be right after them."""
        return False

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
        except (WriteConflict, RequestError):
            raise
        except LudothequeError as error:
            logs.log.error("table %s: nothing could be written", before.id)
            raise RequestError("storage", 503) from error
        self._written(after)
        live.replace(after)

    def _rematch(self, table: Table, updates: list[TableUpdate]) -> Event:
        """Create the rematch, and return the event that names its table."""
        event = self._created(rematch_setup(table))
        following = Table.created(self._new_id(), event)
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
            lease_until=self._lease(table),
            joined=joined,
            left=left,
        )

    def _follow(self, live: LiveTable, events: Sequence[Event]) -> None:
        """Let the events happen that others wrote."""
        after = live.table.copy()
        for event in events:
            after.apply(event)
        live.replace(after)
        live.broadcast()
        self._follow_up(live)

    # Events that need no request.

    def _follow_up(self, live: LiveTable) -> None:
        """Set the timer, start and stop searches, and load the table of a rematch. Every change needs this."""
        table = live.table
        if table.next and table.next not in self.live:
            self.spawn(self.live_table(table.next))
        live.set_timer(lambda: self.spawn(self._expire(live)))
        to_move = computers_to_move(table) if self._acts_at(table) else []
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
