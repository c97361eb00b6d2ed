"""Connecting to the database. One that does not answer in time is taken for gone, and may come back."""

from __future__ import annotations

import math
import sqlite3
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from ludotheque.server.errors import StorageError, texts

PATIENCE = 5.0
"""Seconds after which a database that does not answer is taken for gone. It may come back."""

KEEPALIVES = {"idle": 10, "interval": 5, "count": 3}
"""How soon both sides notice that the other machine is gone. Usually it takes two hours, and locks stay so long."""
_SESSION = {
    "statement_timeout": int(PATIENCE * 1000),
    # A process that is stopped in the middle of its work must not stop the others at the same tables.
    "idle_in_transaction_session_timeout": int(PATIENCE * 1000),
    **{f"tcp_keepalives_{name}": value for name, value in KEEPALIVES.items()},
}


def connect(url: str) -> sa.Engine:
    """Return the engine of a database; raise a `StorageError` when there can be none at this address."""
    try:
        address = sa.make_url(url)
    except sa.exc.ArgumentError as error:
        raise StorageError(texts.say("storage.address")) from error
    name = address.get_backend_name()
    if name == "postgresql":
        return _postgresql(address)
    if name == "sqlite":
        return _sqlite(address)
    raise StorageError(texts.say("storage.kind", kind=name))


def place(engine: sa.Engine) -> str:
    """Return the address of a database without its secrets. A password may also stand behind the `?`."""
    query = {name: value for name, value in engine.url.query.items() if name in {"host", "port"}}
    return engine.url.set(query=query).render_as_string(hide_password=True)


def _postgresql(address: sa.URL) -> sa.Engine:
    try:
        # Parameters hold secret moves. They must not get into messages and logs.
        return sa.create_engine(
            address.set(drivername="postgresql+psycopg"),
            pool_pre_ping=True,
            pool_timeout=PATIENCE,
            hide_parameters=True,
            connect_args={
                "connect_timeout": math.ceil(PATIENCE / 2),
                "tcp_user_timeout": int(PATIENCE * 1000),
                **{f"keepalives_{name}": value for name, value in KEEPALIVES.items()},
                "options": " ".join(f"-c {name}={value}" for name, value in _SESSION.items()),
            },
        )
    except ModuleNotFoundError as error:
        raise StorageError(texts.say("storage.psycopg")) from error


def _sqlite(address: sa.URL) -> sa.Engine:
    engine = sa.create_engine(address, hide_parameters=True)
    sa.event.listen(engine, "connect", _prepare_sqlite)
    if address.database and address.database != ":memory:":
        file = Path(address.database)
        file.parent.mkdir(parents=True, exist_ok=True)
        File(file).watch(engine)
    return engine


def _prepare_sqlite(connection: Any, _: Any) -> None:
    # FULL: a commit has reached the disk when it returns, with a write-ahead log too.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={int(PATIENCE * 600)}"):
        connection.execute(f"PRAGMA {pragma}")


class File:
    """The file of an SQLite database.

    SQLite would go on writing to a file that was removed or replaced, and everything written would be lost.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen = False

    def watch(self, engine: sa.Engine) -> None:
        """Look at the file whenever a connection is made or used."""
        sa.event.listen(engine, "do_connect", self._before)
        sa.event.listen(engine, "connect", self._connected)
        sa.event.listen(engine, "checkout", self._used)

    def _before(self, *_: Any) -> None:
        if self._seen and not self.path.exists():
            # A new, empty one would only hide that it is missing.
            raise sqlite3.OperationalError("the file is gone")

    def _connected(self, _: Any, record: Any) -> None:
        self._seen = True
        record.info["file"] = self._identity()

    def _used(self, _: Any, record: Any, __: Any) -> None:
        if record.info["file"] != self._identity():
            raise sa.exc.DisconnectionError("another file is in its place, or none")  # a new connection is made

    def _identity(self) -> tuple[int, int] | None:
        try:
            found = self.path.stat()
        except FileNotFoundError:
            return None
        return found.st_dev, found.st_ino
