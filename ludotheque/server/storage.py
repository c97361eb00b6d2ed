"""What the server keeps: events of tables, in SQLite or PostgreSQL.

One thread writes. It takes whatever waits, writes it in one transaction and only then lets those who wait go on: one
commit carries the decisions of many tables, and nobody is told of anything that a power cut could still undo.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from pydantic_core import to_json
from sqlalchemy.dialects import postgresql, sqlite

from ludotheque.errors import LudothequeError
from ludotheque.server.events import Event
from ludotheque.server.refusal import texts

SCHEMA = "1"
MOST_AT_ONCE = 2000
READERS = 4
T = TypeVar("T")

metadata = sa.MetaData()
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("phase", sa.String(8), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("updated", sa.BigInteger, nullable=False),
    # The moment when the server itself must act here: a computer decides, a clock runs out, a dead table is closed.
    sa.Column("due", sa.BigInteger, index=True),
)
events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)
sittings = sa.Table(
    "sittings",
    metadata,
    sa.Column("guest", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(32), primary_key=True),
)
outages = sa.Table(
    "outages",
    metadata,
    sa.Column("begun", sa.BigInteger, primary_key=True),
    sa.Column("ended", sa.BigInteger, nullable=False),
)
meta = sa.Table(
    "meta", metadata, sa.Column("name", sa.String(32), primary_key=True), sa.Column("value", sa.Text, nullable=False)
)
sa.Index("tables_open", tables.c.phase, tables.c.public)

# One statement writes the events of many tables. Row by row, the thread would wait for its turn at every row.
_SQLITE_ROWS = """
    SELECT json_extract(value, '$[0]') AS id, json_extract(value, '$[1]') AS a, json_extract(value, '$[2]') AS b,
           json_extract(value, '$[3]') AS c, json_extract(value, '$[4]') AS d FROM json_each(:rows)"""
_POSTGRESQL_ROWS = """
    SELECT value->>0 AS id, value->>1 AS a, value->>2 AS b, value->>3 AS c, value->>4 AS d
    FROM jsonb_array_elements(CAST(:rows AS jsonb)) AS rows(value)"""
_ADD_EVENTS = """
    INSERT INTO events (table_id, seq, kind, at, body)
    SELECT id, CAST(a AS integer), b, CAST(c AS bigint), d FROM ({rows}) AS told"""
_TOUCH = """
    UPDATE tables SET phase = told.a, updated = CAST(told.b AS bigint), due = CAST(told.c AS bigint)
    FROM ({rows}) AS told WHERE tables.id = told.id"""


class StorageError(LudothequeError):
    """The database cannot be used, or holds something newer than this program."""


class Overtaken(LudothequeError):
    """Somebody else has written to the same table: what we know of it is old."""


@dataclass(frozen=True)
class Chapter:
    """What is to be written of one table: new events, and how it stands after them."""

    table: str
    first: int
    """The number of the first of these events; 0 is the event that created the table."""
    events: Sequence[Event]
    phase: str
    public: bool
    updated: int
    due: int | None
    guests: Sequence[str] = ()
    """Browsers that hold a seat here from now on."""
    gone: Sequence[str] = ()
    """Browsers that hold none any more."""


@dataclass
class Job:
    chapters: Sequence[Chapter]
    done: asyncio.Future[None]
    error: Exception | None = field(default=None)


class Store:
    """The database, with its writing thread."""

    def __init__(self, url: str) -> None:
        self.engine = _connect(url)
        rows = _SQLITE_ROWS if self.engine.dialect.name == "sqlite" else _POSTGRESQL_ROWS
        self._add_events = sa.text(_ADD_EVENTS.format(rows=rows))
        self._touch = sa.text(_TOUCH.format(rows=rows))
        self.secret = ""
        self.outages: list[tuple[int, int]] = []
        """When the server was away: players are not charged for it."""
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="ludotheque-writer", daemon=True)
        self._readers = ThreadPoolExecutor(READERS, "ludotheque-reader")
        self._loop: asyncio.AbstractEventLoop | None = None

    # Opening and closing.

    def open(self, now: int) -> None:
        """Prepare the database; remember since when nobody served it."""
        try:
            metadata.create_all(self.engine)
            with self.engine.begin() as connection:
                found = {row.name: row.value for row in connection.execute(sa.select(meta))}
                if found.get("schema", SCHEMA) != SCHEMA:
                    raise StorageError(texts.say("storage.newer", found=found["schema"], known=SCHEMA))
                self._insert_new(connection, meta, [{"name": "schema", "value": SCHEMA}])
                self._insert_new(connection, meta, [{"name": "secret", "value": secrets.token_hex(32)}])
                self._insert_new(connection, meta, [{"name": "pulse", "value": str(now)}])
                pulse = int(found.get("pulse", now))
                if now > pulse:
                    self._insert_new(connection, outages, [{"begun": pulse, "ended": now}])
                self.secret = connection.execute(sa.select(meta.c.value).where(meta.c.name == "secret")).scalar_one()
                away = connection.execute(sa.select(outages).order_by(outages.c.begun))
                self.outages = [(row.begun, row.ended) for row in away]
        except sa.exc.DBAPIError as error:
            raise StorageError(texts.say("storage.failed", why=error.orig)) from error

    def start(self) -> None:
        """Begin to write, for the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._writer.start()

    def stop(self) -> None:
        """Write what still waits, then close."""
        self._jobs.put(None)
        if self._writer.is_alive():
            self._writer.join()
        self._readers.shutdown(wait=True)
        self.engine.dispose()

    def beat(self, now: int) -> None:
        """Note that the server is alive, so that the next start knows how long it was not."""
        with self.engine.begin() as connection:
            connection.execute(meta.update().where(meta.c.name == "pulse").values(value=str(now)))

    def elapsed(self, begun: int, ended: int) -> int:
        """The time between two moments without the server's absences."""
        away = sum(max(0, min(ended, to) - max(begun, since)) for since, to in self.outages if to > begun)
        return max(0, ended - begun - away)

    # Writing.

    async def append(self, *chapters: Chapter) -> None:
        """Come back when all of it is on disk, or raise and nothing of it is."""
        assert self._loop
        job = Job(chapters, self._loop.create_future())
        self._jobs.put(job)
        await job.done

    def _write(self) -> None:
        while (job := self._jobs.get()) is not None:
            jobs, last = [job], False
            with contextlib.suppress(queue.Empty):
                while len(jobs) < MOST_AT_ONCE:
                    more = self._jobs.get_nowait()
                    if more is None:
                        last = True
                        break
                    jobs.append(more)
            self._commit(jobs)
            assert self._loop
            self._loop.call_soon_threadsafe(_settle, jobs)
            if last:
                return

    def _commit(self, jobs: list[Job]) -> None:
        """All in one transaction; when that fails, each in its own, so that one table's fault is not another's."""
        try:
            self._transact([chapter for job in jobs for chapter in job.chapters])
        except Exception as error:  # whatever it is, those who wait must hear of it
            if len(jobs) == 1:
                overtaken = isinstance(error, sa.exc.IntegrityError)
                jobs[0].error = (Overtaken if overtaken else StorageError)(texts.say("storage.unwritten"))
                return
            for job in jobs:
                self._commit([job])

    def _transact(self, chapters: Sequence[Chapter]) -> None:
        new = [_row(chapter) for chapter in chapters if not chapter.first]
        touched = [(ch.table, ch.phase, ch.updated, ch.due, None) for ch in chapters if ch.first]
        happened = [
            (chapter.table, seq, event.kind, event.at, event.body)
            for chapter in chapters
            for seq, event in enumerate(chapter.events, chapter.first)
        ]
        seated = [{"guest": guest, "table_id": chapter.table} for chapter in chapters for guest in chapter.guests]
        with self.engine.begin() as connection:
            if new:
                connection.execute(tables.insert(), new)
            connection.execute(self._add_events, {"rows": to_json(happened).decode()})
            if touched:
                connection.execute(self._touch, {"rows": to_json(touched).decode()})
            if seated:
                self._insert_new(connection, sittings, seated)
            for chapter in chapters:
                for guest in chapter.gone:
                    left = sittings.c.guest == guest, sittings.c.table_id == chapter.table
                    connection.execute(sittings.delete().where(*left))

    def _insert_new(self, connection: sa.Connection, table: sa.Table, rows: list[dict[str, Any]]) -> None:
        """Insert rows that are not there yet."""
        if self.engine.dialect.name == "sqlite":
            connection.execute(sqlite.insert(table).on_conflict_do_nothing(), rows)
        else:
            connection.execute(postgresql.insert(table).on_conflict_do_nothing(), rows)

    # Reading. These wait for the database.

    async def read(self, ask: Callable[..., T], *what: Any, **more: Any) -> T:
        """Ask something of this store in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, partial(ask, *what, **more))

    def load(self, table: str) -> list[Event]:
        """All that happened at a table; nothing, when there is none."""
        chosen = sa.select(events.c.kind, events.c.at, events.c.body).where(events.c.table_id == table)
        with self.engine.connect() as connection:
            rows = connection.execute(chosen.order_by(events.c.seq)).all()
        return [Event.stored(kind, at, body) for kind, at, body in rows]

    def due_before(self, moment: int) -> list[str]:
        """The tables where the server must act."""
        return self._ids(sa.select(tables.c.id).where(tables.c.due <= moment).order_by(tables.c.due))

    def of_guest(self, guest: str, *, over: bool, most: int) -> list[str]:
        """The tables where a browser holds a seat, latest first."""
        chosen = sa.select(tables.c.id).join(sittings, sittings.c.table_id == tables.c.id)
        phase = tables.c.phase == "over" if over else tables.c.phase != "over"
        chosen = chosen.where(sittings.c.guest == guest, phase)
        return self._ids(chosen.order_by(tables.c.updated.desc()).limit(most))

    def public_tables(self, most: int) -> list[str]:
        """The tables on the public list that wait for somebody, latest first."""
        chosen = sa.select(tables.c.id).where(tables.c.phase == "open", tables.c.public)
        return self._ids(chosen.order_by(tables.c.updated.desc()).limit(most))

    def _ids(self, chosen: sa.Select[Any]) -> list[str]:
        with self.engine.connect() as connection:
            return list(connection.execute(chosen).scalars())


def _row(chapter: Chapter) -> dict[str, Any]:
    return {
        "id": chapter.table,
        "phase": chapter.phase,
        "public": chapter.public,
        "updated": chapter.updated,
        "due": chapter.due,
    }


def _settle(jobs: list[Job]) -> None:
    for job in jobs:
        if job.done.cancelled():
            continue
        if job.error:
            job.done.set_exception(job.error)
        else:
            job.done.set_result(None)


def _connect(url: str) -> sa.Engine:
    try:
        address = sa.make_url(url)
    except sa.exc.ArgumentError as error:
        raise StorageError(texts.say("storage.address")) from error
    name = address.get_backend_name()
    if name == "postgresql":
        # Parameters hold secret decisions: they must not get into messages and logs.
        return sa.create_engine(address.set(drivername="postgresql+psycopg"), pool_pre_ping=True, hide_parameters=True)
    if name != "sqlite":
        raise StorageError(texts.say("storage.kind", kind=name))
    if address.database and address.database != ":memory:":
        Path(address.database).parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(address, hide_parameters=True)
    sa.event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _: Any) -> None:
    # FULL: a commit has reached the disk when it returns, write-ahead log or not.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")


def milliseconds() -> int:
    """The time now."""
    return time.time_ns() // 1_000_000
