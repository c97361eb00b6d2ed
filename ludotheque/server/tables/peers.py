"""The processes that serve one database, and what they tell each other.

With PostgreSQL there may be many. A transaction that changes tables also sends its events (`NOTIFY`), and a thread of
each process listens. So the others need not read them. A process lives as long as its listening connection, which holds
an advisory lock. So everything that belongs to a process ends with it, however it ends.

With SQLite there is one. It holds a lock beside the database file, and a second one is refused.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Literal, NamedTuple, cast

import sqlalchemy as sa

from ludotheque.server import logs
from ludotheque.server.errors import StorageError, texts

CHANNEL = "ludotheque"
LOCKS = 0x1D0
"""The class of our advisory locks. Lock 0 is held while a process joins, the others by living processes."""
MAX_PAYLOAD = 7900
"""PostgreSQL carries messages of fewer than 8000 bytes."""
SILENCE = 10.0
"""Seconds in which a process must hear itself. Else its connection is taken for lost."""
RETRY = 0.5
"""Seconds between two attempts to reach the database."""
_HELD = f"""locktype = 'advisory' AND classid = {LOCKS} AND objid <> 0 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"""

BEAT = "beat"
"""What a process says to itself."""
Kind = Literal["events", "presence"]


Item = Sequence[Any]
"""A table's id, then what is new there. Without more the others must read it in the database."""


class News(NamedTuple):
    """What another process says: these tables have new events, or other players present."""

    kind: Kind
    items: Sequence[tuple[str, str]]
    """Tables, and what is new there as JSON. Most are of no interest here, so they are not read yet."""


Hear = Callable[[News | None], None]
"""Called in the listening thread; None says that news may have been lost."""


class Alone:
    """The only process of an SQLite database."""

    id = 1
    shared = False

    def __init__(self, file: str | None) -> None:
        self._file = file
        self._lock: sqlite3.Connection | None = None

    @contextmanager
    def joining(self) -> Iterator[bool]:
        """Yield whether no other process lives; raise a `StorageError` when one does."""
        if self._file and self._file != ":memory:":
            self._lock = sqlite3.connect(f"{self._file}-server", timeout=0, check_same_thread=False)
            try:
                # A database of its own, because the tables must stay open to backups and other programs.
                self._lock.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError as error:
                self.stop()
                raise StorageError(texts.say("storage.second")) from error
        yield True

    def start(self, hear: Hear) -> None:
        """Nobody else has news."""

    def stop(self) -> None:
        """Let another process take the database."""
        if self._lock:
            self._lock.close()
            self._lock = None

    @property
    def living(self) -> sa.Select[Any]:
        """The query for the processes that live."""
        return sa.select(sa.literal(self.id))

    def tell(self, connection: sa.Connection, kind: Kind, items: Iterable[Item]) -> None:
        """Nobody else listens."""

    def beat(self, connection: sa.Connection) -> None:
        """Nothing can be lost."""

    def expect_beat(self) -> None:
        """Nothing can be lost."""


class Peers:
    """The processes of a PostgreSQL database."""

    shared = True

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine
        self.id = 0
        self._listening: Any = None
        self._ended = threading.Event()
        self._unheard: float | None = None
        """Since when this process waits to hear itself."""
        self._thread: threading.Thread | None = None

    @contextmanager
    def joining(self) -> Iterator[bool]:
        """Yield whether no other process lives. No other one joins meanwhile."""
        self._connect()
        self._listening.execute("SELECT pg_advisory_lock(%s, 0)", (LOCKS,))
        try:
            with self.engine.connect() as connection:
                yield list(connection.execute(self.living).scalars()) == [self.id]
        finally:
            self._listening.execute("SELECT pg_advisory_unlock(%s, 0)", (LOCKS,))

    def start(self, hear: Hear) -> None:
        """Listen to the other processes from now on."""
        self._thread = threading.Thread(target=self._listen, args=(hear,), name="ludotheque-peers", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Leave the others."""
        self._ended.set()
        if self._thread:
            self._thread.join(2)
        self._disconnect()

    @property
    def living(self) -> sa.Select[Any]:
        """The query for the processes that live."""
        number = sa.literal_column("objid::integer", sa.Integer)
        return sa.select(number).select_from(sa.text("pg_locks")).where(sa.text(_HELD))

    def tell(self, connection: sa.Connection, kind: Kind, items: Iterable[Item]) -> None:
        """Tell the others about these tables when the transaction is committed."""
        payload = head = f"{self.id} {kind}"
        for item in items:
            line = _line(item)
            if len(head) + len(line) > MAX_PAYLOAD:
                line = _line(item[:1])
            if len(payload) + len(line) > MAX_PAYLOAD:
                self._notify(connection, payload)
                payload = head
            payload += line
        if payload != head:
            self._notify(connection, payload)

    def beat(self, connection: sa.Connection) -> None:
        """Say something to itself when the transaction is committed."""
        self._notify(connection, f"{self.id} {BEAT}")

    def expect_beat(self) -> None:
        """Wait for it from now on. A connection may look well and be dead, or lead to a pool that passes no news on."""
        self._unheard = self._unheard or time.monotonic()

    def _notify(self, connection: sa.Connection, payload: str) -> None:
        connection.execute(sa.text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": payload})

    # The listening thread.

    def _listen(self, hear: Hear) -> None:
        while not self._ended.is_set():
            try:
                if self._listening is None:
                    self._connect()
                    hear(None)
                for note in self._listening.notifies(timeout=RETRY):
                    self._hear(note.payload, hear)
                if self._unheard and time.monotonic() - self._unheard > SILENCE:
                    raise TimeoutError
            except Exception as error:  # the database may be gone for a while
                if self._ended.is_set():
                    return
                logs.report("the news of other processes are interrupted", error)
                self._disconnect()
                self._ended.wait(RETRY)

    def _hear(self, payload: str, hear: Hear) -> None:
        head, *lines = payload.split("\n")
        process, kind = head.split()
        if process == str(self.id):
            self._unheard = None
        elif kind != BEAT:
            tables = (line.partition(" ") for line in lines)
            hear(News(cast(Kind, kind), [(table, more) for table, _, more in tables]))

    def _connect(self) -> None:
        """Open the connection that listens and holds the lock of this process."""
        raw = self.engine.raw_connection()
        listening = cast(Any, raw.driver_connection)
        raw.detach()
        try:
            listening.rollback()
            listening.autocommit = True
            while not self._take_lock(listening):
                self.id = 0
            listening.execute(f"LISTEN {CHANNEL}")
        except BaseException:
            listening.close()
            raise
        self._listening, self._unheard = listening, None

    def _take_lock(self, listening: Any) -> bool:
        # A process that lost its connection for a moment keeps its number.
        self.id = self.id or secrets.randbelow(2**31 - 1) + 1
        row = listening.execute("SELECT pg_try_advisory_lock(%s, %s)", (LOCKS, self.id)).fetchone()
        return bool(row[0])

    def _disconnect(self) -> None:
        listening, self._listening = self._listening, None
        if listening is not None:
            with suppress(Exception):  # it may be broken already
                listening.close()


def _line(item: Item) -> str:
    """Return an item as one line. It is ASCII, so its length is its size."""
    table, *more = item
    return f"\n{table} {json.dumps(more, separators=(',', ':'))}"
