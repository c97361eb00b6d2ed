"""The store: the events of all tables, in SQLite or PostgreSQL.

One thread writes. It takes all updates that wait, writes them in one transaction, and then lets their callers go on.
One commit carries the moves of many tables. Nobody learns of an event that a power cut could still undo.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import queue
import secrets
import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from ludotheque.server import logs
from ludotheque.server.encoding import to_json
from ludotheque.server.errors import StorageError, WriteConflict, texts
from ludotheque.server.metrics import Metrics
from ludotheque.server.tables import common_time
from ludotheque.server.tables.connecting import PATIENCE, connect, place
from ludotheque.server.tables.events import Event
from ludotheque.server.tables.migrations import migrate
from ludotheque.server.tables.peers import Alone, Peers
from ludotheque.server.tables.schema import events, meta, outages, sittings, tables
from ludotheque.server.tables.update import TableUpdate

MAX_BATCH = 2000
MAX_LEASED = 500
"""Tables that one sweep takes. The next sweep takes the others."""
READERS = 4
T = TypeVar("T")

# One statement writes the events of many tables. With a statement for each row, the thread would wait at every row.
_SQLITE_ROWS = """
    SELECT json_extract(value, '$[0]') AS id, json_extract(value, '$[1]') AS a, json_extract(value, '$[2]') AS b,
           json_extract(value, '$[3]') AS c, json_extract(value, '$[4]') AS d, json_extract(value, '$[5]') AS e,
           json_extract(value, '$[6]') AS f
    FROM json_each(:rows)"""
_POSTGRESQL_ROWS = """
    SELECT value->>0 AS id, value->>1 AS a, value->>2 AS b, value->>3 AS c, value->>4 AS d, value->>5 AS e,
           value->>6 AS f
    FROM jsonb_array_elements(CAST(:rows AS jsonb)) AS rows(value)"""
_ADD_EVENTS = """
    INSERT INTO events (table_id, seq, kind, at, body)
    SELECT id, CAST(a AS integer), b, CAST(c AS bigint), d FROM ({rows}) AS given"""
_UPDATE_TABLES = """
    UPDATE tables SET phase = given.a, updated = CAST(given.b AS bigint), wake_at = CAST(given.c AS bigint),
        lease = CAST(given.d AS integer), lease_until = CAST(given.e AS bigint)
    FROM ({rows}) AS given WHERE tables.id = given.id
    AND EXISTS (SELECT 1 FROM events WHERE events.table_id = given.id AND events.seq = CAST(given.f AS integer))"""
"""Only where the event before the new ones is there. A host may have removed the table, or restored an older state."""


@dataclass
class Job:
    """Updates that belong together, and the caller that waits for them."""

    updates: Sequence[TableUpdate]
    done: asyncio.Future[None]
    error: Exception | None = field(default=None)
    abandoned: bool = False
    """Whether the caller waits no more. It must not be begun."""


class Store:
    """The database with its writing thread."""

    def __init__(self, url: str, metrics: Metrics | None = None) -> None:
        self.engine = connect(url)
        self.metrics = metrics or Metrics()
        rows = _SQLITE_ROWS if self.engine.dialect.name == "sqlite" else _POSTGRESQL_ROWS
        self._add_events = sa.text(_ADD_EVENTS.format(rows=rows))
        self._update_tables = sa.text(_UPDATE_TABLES.format(rows=rows))
        self.peers = Peers(self.engine) if self.engine.dialect.name == "postgresql" else Alone(self.engine.url.database)
        self.secret = ""
        self.outages: list[tuple[int, int]] = []
        """When nothing could be written. Players are not charged for it."""
        self.failing = True
        """Whether the database did not answer when it was needed last, or nobody has asked yet."""
        self.beaten = time.monotonic()
        """When this process last noted that the database can be written."""
        self._jobs: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._gathered: list[Job] = []
        """Jobs of this round of the event loop. They go to the writing thread together."""
        self._writer = threading.Thread(target=self._write, name="ludotheque-writer", daemon=True)
        self._readers = ThreadPoolExecutor(READERS, "ludotheque-store")
        self._loop: asyncio.AbstractEventLoop | None = None

    # Opening and closing.

    def open(self) -> None:
        """Prepare the database."""
        try:
            migrate(self.engine)
            with self.engine.begin() as connection:
                self._insert_new(connection, meta, [{"name": "secret", "value": secrets.token_hex(32)}])
            self.read_meta()
        except sa.exc.DBAPIError as error:
            raise StorageError(texts.say("storage.failed", why=error.orig)) from error

    def join(self, now: int, gap: int = 0) -> int:
        """Join the processes that serve, and return their time. The first one notes since when none did."""
        try:
            with self.peers.joining() as first:
                self.failing = first
                with self.engine.connect() as connection:
                    now = common_time.joined(connection, now, first)
                self.heartbeat(now, gap)
                return now
        except sa.exc.DBAPIError as error:
            raise StorageError(texts.say("storage.failed", why=error.orig)) from error

    def read_meta(self) -> None:
        """Read the secret of the keys, and when the server was away."""
        with self.engine.connect() as connection:
            self.secret = connection.execute(sa.select(meta.c.value).where(meta.c.name == "secret")).scalar_one()
            away = connection.execute(sa.select(outages).order_by(outages.c.begun))
            self.outages = [(row.begun, row.ended) for row in away]

    def start(self) -> None:
        """Begin to write, for the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._writer.start()

    def stop(self) -> None:
        """Write the updates that still wait, then close. A database that does not answer is not waited for."""
        end = time.monotonic() + PATIENCE / 2
        self._jobs.put(self._gathered)
        self._jobs.put(None)
        if self._writer.is_alive():
            self._writer.join(PATIENCE / 2)
        # A thread that still reads has a connection, which it would leave open.
        readers = threading.Thread(target=self._readers.shutdown, kwargs={"cancel_futures": True}, daemon=True)
        readers.start()
        readers.join(max(0.0, end - time.monotonic()))
        self.leave()

    def leave(self) -> None:
        """Close all connections."""
        self.peers.stop()
        self.engine.dispose()

    def heartbeat(self, now: int, gap: int) -> None:
        """Note that the database can be written. A silence of all processes that is longer than `gap` is an outage."""
        # After a failure every silence counts, however short: somebody may have waited.
        silent = self.failing or time.monotonic() - self.beaten > gap / 1000
        counted, begun = 0 if self.failing else gap, time.monotonic()
        try:
            with self.engine.begin() as connection:
                self._insert_new(connection, meta, [{"name": "heartbeat", "value": str(now)}])
                chosen = sa.select(meta.c.value).where(meta.c.name == "heartbeat").with_for_update()
                last = int(connection.execute(chosen).scalar_one())
                if silent and now - last > counted:
                    self._insert_new(connection, outages, [{"begun": last, "ended": now}])
                if now > last:
                    connection.execute(meta.update().where(meta.c.name == "heartbeat").values(value=str(now)))
                    if self.peers.shared:
                        self.put(connection, meta, [common_time.noted(connection, now, time.monotonic() - begun)])
                away = connection.execute(sa.select(outages).order_by(outages.c.begun))
                self.outages = [(row.begun, row.ended) for row in away]
                self.peers.beat(connection)
        except sa.exc.SQLAlchemyError as error:
            self._note(error)
            raise
        self.peers.expect_beat()
        if self.failing and self._writer.is_alive():
            logs.log.warning("%s answers", self._name)
        self.failing, self.beaten = False, time.monotonic()

    def elapsed(self, begun: int, ended: int) -> int:
        """Return the time between two moments without the server's absences."""
        # The latest come last. Over the years there may be thousands, and every state asks.
        later = itertools.takewhile(lambda outage: outage[1] > begun, reversed(self.outages))
        away = sum(max(0, min(ended, to) - max(begun, since)) for since, to in later)
        return max(0, ended - begun - away)

    # Writing.

    async def append(self, *updates: TableUpdate) -> None:
        """Return when all updates are on disk; raise an error when none of them is.

        A `StorageError` may also say that nobody knows: the database did not answer in time.
        """
        assert self._loop
        job = Job(updates, self._loop.create_future())
        if not self._gathered:
            # To wake the writing thread costs more than a job.
            self._loop.call_soon(self._hand_over)
        self._gathered.append(job)
        await job.done

    def _hand_over(self) -> None:
        """Give the gathered jobs to the writing thread."""
        assert self._loop
        jobs, self._gathered = self._gathered, []
        self._jobs.put(jobs)
        self._loop.call_later(PATIENCE, self._give_up, jobs)

    def _give_up(self, jobs: list[Job]) -> None:
        """Let the callers of jobs that are not done wait no longer."""
        for job in jobs:
            if not job.done.done():
                job.abandoned = True
                self._note(TimeoutError())
                job.done.set_exception(StorageError(texts.say("storage.silent")))

    def _write(self) -> None:
        while (jobs := self._jobs.get()) is not None:
            last = False
            with contextlib.suppress(queue.Empty):
                while len(jobs) < MAX_BATCH:
                    more = self._jobs.get_nowait()
                    if more is None:
                        last = True
                        break
                    jobs = jobs + more
            self._commit([job for job in jobs if not job.abandoned])
            assert self._loop
            with contextlib.suppress(RuntimeError):  # the event loop may have ended
                self._loop.call_soon_threadsafe(_settle, jobs)
            if last:
                return

    def _commit(self, jobs: list[Job]) -> None:
        """Write all jobs in one transaction. When one is to blame, each half gets its own: only that job fails."""
        if not jobs:
            return
        begun = time.perf_counter()
        try:
            updates = [update for job in jobs for update in job.updates]
            # In this order, so that processes which write to the same tables wait for each other, and not in a circle.
            self._transact(sorted(updates, key=lambda update: update.table))
            self.metrics.written(len(jobs), begun)
        except Exception as error:  # the callers wait, so any error must reach them
            # A database that fails would fail for each half too, and let everybody wait again.
            if len(jobs) == 1 or _is_failure(error):
                self._refuse(jobs, error)
                return
            half = len(jobs) // 2
            self._commit(jobs[:half])
            self._commit(jobs[half:])

    def _refuse(self, jobs: list[Job], error: Exception) -> None:
        conflict = _is_conflict(error)
        self.metrics.write_errors.labels("conflict" if conflict else "failure").inc()
        for job in jobs:
            job.error = (WriteConflict if conflict else StorageError)(texts.say("storage.unwritten"))
        if not conflict:
            self._note(error)

    def _transact(self, updates: Sequence[TableUpdate]) -> None:
        process = self.peers.id
        new = [update.row(process) for update in updates if not update.first]
        changed = [
            (each.table, each.phase, each.updated, each.wake_at, each.lease(process), each.lease_until, each.first - 1)
            for each in updates
            if each.first
        ]
        rows = [
            (update.table, seq, event.kind, event.at, event.body)
            for update in updates
            for seq, event in enumerate(update.events, update.first)
        ]
        joined = [{"guest": guest, "table_id": update.table} for update in updates for guest in update.joined]
        with self.engine.begin() as connection:
            if new:
                connection.execute(tables.insert(), new)
            connection.execute(self._add_events, {"rows": to_json(rows).decode()})
            if changed:
                found = connection.execute(self._update_tables, {"rows": to_json(changed).decode()})
                if found.rowcount != len({row[0] for row in changed}):
                    raise WriteConflict(texts.say("storage.unwritten"))
            if joined:
                self._insert_new(connection, sittings, joined)
            for update in updates:
                for guest in update.left:
                    left = sittings.c.guest == guest, sittings.c.table_id == update.table
                    connection.execute(sittings.delete().where(*left))
            self.peers.tell(connection, "events", (update.news() for update in updates if update.first))

    def _insert_new(self, connection: sa.Connection, table: sa.Table, rows: list[dict[str, Any]]) -> None:
        """Insert rows that are not there yet."""
        if self.engine.dialect.name == "sqlite":
            connection.execute(sqlite.insert(table).on_conflict_do_nothing(), rows)
        else:
            connection.execute(postgresql.insert(table).on_conflict_do_nothing(), rows)

    def put(self, connection: sa.Connection, table: sa.Table, rows: list[dict[str, Any]]) -> None:
        """Insert rows, or replace those with the same key."""
        kind = sqlite if self.engine.dialect.name == "sqlite" else postgresql
        insert = kind.insert(table)
        key = [column.name for column in table.primary_key]
        others = {column.name: insert.excluded[column.name] for column in table.columns if column.name not in key}
        connection.execute(insert.on_conflict_do_update(index_elements=key, set_=others), rows)

    # Reading. These functions wait for the database.

    async def read(self, query: Callable[..., T], *values: Any, **more: Any) -> T:
        """Return the answer to a query of this store, asked in a thread; raise a `StorageError` when none comes."""
        asked = asyncio.get_running_loop().run_in_executor(self._readers, partial(query, *values, **more))
        with self.noting():
            async with asyncio.timeout(PATIENCE):
                return await asked

    async def finish(self, work: Callable[..., T], *values: Any) -> T:
        """Return what work in a thread returns, however long it takes: nothing that comes later overtakes it."""
        with self.noting():
            return await asyncio.get_running_loop().run_in_executor(self._readers, partial(work, *values))

    @contextlib.contextmanager
    def noting(self) -> Iterator[None]:
        """Note an error of the database, and raise a `StorageError` in its place."""
        try:
            yield
        except (sa.exc.SQLAlchemyError, TimeoutError) as error:
            self._note(error)
            raise StorageError(texts.say("storage.silent")) from error

    def _note(self, error: Exception) -> None:
        """Remember that the database failed, and log it once."""
        if not self.failing:
            logs.report(f"{self._name} fails", error)
        self.failing = True

    @property
    def _name(self) -> str:
        return f"database {place(self.engine)}"

    def answers(self) -> bool:
        """Return whether the database answers and updates are being written."""
        try:
            with self.engine.connect() as connection:
                connection.execute(sa.select(meta.c.value).where(meta.c.name == "schema")).scalar_one()
        except sa.exc.SQLAlchemyError:
            return False
        return self._writer.is_alive()

    @property
    def waiting(self) -> int:
        """How many jobs wait for the writing thread."""
        return self._jobs.qsize()

    def load(self, table: str, since: int = 0) -> list[Event]:
        """Return the events of a table from number `since` on; none when there is no such table."""
        chosen = sa.select(events.c.kind, events.c.at, events.c.body).where(
            events.c.table_id == table, events.c.seq >= since
        )
        with self.engine.connect() as connection:
            rows = connection.execute(chosen.order_by(events.c.seq)).all()
        return [Event.from_row(kind, at, body) for kind, at, body in rows]

    def counts(self, chosen: Collection[str]) -> dict[str, int]:
        """Return how many events each of these tables has."""
        number = (sa.func.max(events.c.seq) + 1).label("number")
        asked = sa.select(events.c.table_id, number).where(events.c.table_id.in_(chosen)).group_by(events.c.table_id)
        with self.engine.connect() as connection:
            return {row.table_id: row.number for row in connection.execute(asked)}

    def lease(self, now: int, until: int, table: str | None = None) -> list[str]:
        """Return the tables where a process must act now, and let it be this one.

        Tables of other processes are left out while those live. `table` asks for one table only.
        """
        with self.engine.begin() as connection:
            free = sa.or_(
                tables.c.lease.is_(None),
                tables.c.lease == self.peers.id,
                tables.c.lease_until < now,
                tables.c.lease.not_in(self.peers.living),
            )
            chosen = sa.select(tables.c.id).where(tables.c.wake_at <= now, free)
            if table is not None:
                chosen = chosen.where(tables.c.id == table)
            # A row that another process is just taking is skipped.
            chosen = chosen.order_by(tables.c.wake_at).limit(MAX_LEASED).with_for_update(skip_locked=True)
            ids = list(connection.execute(chosen).scalars())
            if ids:
                mine = tables.update().where(tables.c.id.in_(ids))
                connection.execute(mine.values(lease=self.peers.id, lease_until=until))
        return ids

    def postpone(self, table: str, moment: int, updated: int | None = None) -> None:
        """Let no process act before this moment at a table that this one has leased, unless events come (`updated`)."""
        chosen = tables.update().where(tables.c.id == table, tables.c.lease == self.peers.id)
        if updated is not None:
            chosen = chosen.where(tables.c.updated == updated)
        with self.engine.begin() as connection:
            connection.execute(chosen.values(wake_at=moment))

    def of_guest(self, guest: str, *, over: bool, limit: int) -> list[str]:
        """Return the tables where a browser holds a seat, latest first."""
        chosen = sa.select(tables.c.id).join(sittings, sittings.c.table_id == tables.c.id)
        phase = tables.c.phase == "over" if over else tables.c.phase != "over"
        chosen = chosen.where(sittings.c.guest == guest, phase)
        return self._ids(chosen.order_by(tables.c.updated.desc()).limit(limit))

    def public_tables(self, limit: int) -> list[str]:
        """Return the public tables with a free seat, latest first."""
        chosen = sa.select(tables.c.id).where(tables.c.phase == "open", tables.c.public)
        return self._ids(chosen.order_by(tables.c.updated.desc()).limit(limit))

    def open_among(self, ids: Collection[str]) -> list[str]:
        """Return those of these tables that have a free seat."""
        return self._ids(sa.select(tables.c.id).where(tables.c.id.in_(ids), tables.c.phase == "open"))

    def _ids(self, chosen: sa.Select[Any]) -> list[str]:
        with self.engine.connect() as connection:
            return list(connection.execute(chosen).scalars())


def _is_conflict(error: Exception) -> bool:
    """Return whether other processes are to blame: they wrote to the same tables."""
    if isinstance(error, sa.exc.DBAPIError) and str(getattr(error.orig, "sqlstate", "")).startswith("40"):
        return True  # PostgreSQL ended one of two transactions that waited for each other
    return isinstance(error, sa.exc.IntegrityError | WriteConflict)


def _is_failure(error: Exception) -> bool:
    """Return whether the database is to blame, and not what should be written."""
    other = _is_conflict(error) or isinstance(error, sa.exc.DataError)
    return isinstance(error, sa.exc.SQLAlchemyError) and not other


def _settle(jobs: list[Job]) -> None:
    for job in jobs:
        if job.done.done():
            continue  # the caller has gone, or waits no longer
        if job.error:
            job.done.set_exception(job.error)
        else:
            job.done.set_result(None)


def _ticks() -> int:
    """Return a time that only goes forward, also while the machine sleeps."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic_ns()


_START = time.time_ns() - _ticks()


def milliseconds() -> int:
    """Return the time now. A clock of the machine that is set again does not change it, so it costs nobody a game."""
    return (_START + _ticks()) // 1_000_000
