"""Ways in which a database fails, each until the end of a `with` block."""

from __future__ import annotations

import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import sqlalchemy as sa

from tests.chaos.database import Database
from tests.server import postgres
from tests.server.serving import Serving

Fault = Callable[[Serving], AbstractContextManager[None]]


def file_of(serving: Serving) -> Path:
    """The file of an SQLite database."""
    name = serving.manager.store.engine.url.database
    assert name
    return Path(name)


# SQLite.


@contextmanager
def _with_pragma(serving: Serving, broken: str, mended: str) -> Iterator[None]:
    """Every connection of the server gets a setting of SQLite's, and another one afterwards."""
    engine, now = serving.manager.store.engine, [broken]

    def used(connection: Any, _: Any, __: Any) -> None:
        connection.execute(f"PRAGMA {now[0]}")

    sa.event.listen(engine, "checkout", used)
    yield
    now[0] = mended


@contextmanager
def sqlite_full(serving: Serving) -> Iterator[None]:
    """No page can be added to the file. SQLite says what it says on a full disk."""
    with _with_pragma(serving, "max_page_count = 1", "max_page_count = 1073741823"):
        yield


@contextmanager
def sqlite_read_only(serving: Serving) -> Iterator[None]:
    with _with_pragma(serving, "query_only = ON", "query_only = OFF"):
        yield


@contextmanager
def sqlite_locked(serving: Serving) -> Iterator[None]:
    """Another program writes, and does not end."""
    with closing(sqlite3.connect(file_of(serving), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def _parts(file: Path) -> list[Path]:
    """The file, and what SQLite keeps beside it."""
    return [part for suffix in ("", "-wal", "-shm") if (part := Path(f"{file}{suffix}")).exists()]


@contextmanager
def sqlite_gone(serving: Serving) -> Iterator[None]:
    """The folder of the file is not there, as when a disk is unmounted."""
    file = file_of(serving)
    away = file.parent / "away"
    away.mkdir()
    for part in _parts(file):
        part.rename(away / part.name)
    yield
    assert not file.exists(), "the server has made a new, empty database"
    for part in away.iterdir():
        part.rename(file.parent / part.name)


@contextmanager
def sqlite_corrupt(serving: Serving) -> Iterator[None]:
    """The file holds rubbish. Then a good copy is put in its place."""
    file = file_of(serving)
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(f"{file}.copy")) as copy:
        source.backup(copy)
    for part in _parts(file)[1:]:
        part.unlink()
    damaged = Path(f"{file}.damaged")
    damaged.write_bytes(b"rubbish " * 4096)
    damaged.replace(file)
    yield
    for part in _parts(file)[1:]:
        part.unlink()
    Path(f"{file}.copy").replace(file)


# PostgreSQL.


def _url(serving: Serving) -> str:
    return serving.settings.database


@contextmanager
def postgres_locked(serving: Serving) -> Iterator[None]:
    """Another program holds the events for itself."""
    with psycopg.connect(_url(serving)) as other:
        other.execute("LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
        yield
        other.rollback()


@contextmanager
def postgres_read_only(serving: Serving) -> Iterator[None]:
    """The database takes no changes, as after a change of servers."""
    with psycopg.connect(_url(serving), autocommit=True) as host:
        name = psycopg.sql.Identifier(host.info.dbname)
        host.execute(psycopg.sql.SQL("ALTER DATABASE {} SET default_transaction_read_only = on").format(name))
        _cut(host)
        yield
        host.execute("SET default_transaction_read_only = off")
        host.execute(psycopg.sql.SQL("ALTER DATABASE {} RESET default_transaction_read_only").format(name))
        _cut(host)


def _cut(host: psycopg.Connection[Any]) -> None:
    """End all other connections to the database."""
    host.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )


@contextmanager
def postgres_full(serving: Serving) -> Iterator[None]:
    """No event can be written. PostgreSQL says what it says on a full disk."""
    with psycopg.connect(_url(serving), autocommit=True) as host:
        host.execute(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql"
            " AS $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full'; END $$"
        )
        host.execute("CREATE TRIGGER full_disk BEFORE INSERT ON events EXECUTE FUNCTION full_disk()")
        yield
        host.execute("DROP TRIGGER full_disk ON events")


class Broken:
    """Faults of a cluster of its own."""

    def __init__(self, database: Database) -> None:
        self.database = database

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """It stands still, with all connections open."""
        self.database.signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.database.signal(signal.SIGCONT)

    @contextmanager
    def gone(self) -> Iterator[None]:
        """All its processes end without a word."""
        self.database.signal(signal.SIGKILL)
        self.database.server.wait(30)
        try:
            yield
        finally:
            self.database.run()
            postgres.await_answer(self.database.server, self.database.folder)
