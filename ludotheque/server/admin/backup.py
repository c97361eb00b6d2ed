"""Backups: all rows of a database in one file, which can be restored into SQLite and into PostgreSQL.

The file is gzip around lines of JSON: a head, pieces of the tables, and an end that counts the rows. It is read from
one snapshot, so the server need not stop. It holds secrets: the keys of the seats, and moves that wait for a reveal.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from ludotheque.errors import LudothequeError
from ludotheque.server.errors import texts
from ludotheque.server.tables.migrations import head, take_time
from ludotheque.server.tables.schema import metadata

FORMAT = 1
CHUNK = 500
"""Rows in one line."""

Rows = list[dict[str, Any]]


def kept_tables() -> list[sa.Table]:
    """Return what belongs in a backup: all tables but those about processes that run right now."""
    return [table for table in metadata.sorted_tables if not table.info.get("transient")]


def backup(engine: sa.Engine, file: Path, now: int, *, replace: bool = False) -> dict[str, int]:
    """Write a backup, and return how many rows each table has. The file appears when it is complete."""
    if file.exists() and not replace:
        raise LudothequeError(texts.say("admin.exists", file=file))
    counts = dict.fromkeys((table.name for table in kept_tables()), 0)
    with _new_file(file) as write, snapshot(engine) as connection:
        write({"ludotheque": "backup", "format": FORMAT, "schema": head(), "at": now})
        for table in kept_tables():
            for rows in chunks(connection, table):
                columns = [column.name for column in table.columns]
                write({"table": table.name, "columns": columns, "rows": [list(row.values()) for row in rows]})
                counts[table.name] += len(rows)
        write({"end": counts})
    return counts


@contextmanager
def snapshot(engine: sa.Engine) -> Iterator[sa.Connection]:
    """Yield a connection that sees the database as it is now, whatever others write."""
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN")
        else:
            connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            take_time(connection)
        yield connection
        connection.rollback()


def chunks(connection: sa.Connection, table: sa.Table) -> Iterator[Rows]:
    """Yield all rows of a table, a few at a time."""
    chosen = sa.select(table).order_by(*table.primary_key).execution_options(yield_per=CHUNK)
    for part in connection.execute(chosen).mappings().partitions():
        yield [dict(row) for row in part]


@contextmanager
def _new_file(file: Path) -> Iterator[Any]:
    """Yield a function that writes a line. The file takes its name at the end, when it is whole and on disk."""
    part = file.with_name(f"{file.name}.part")
    # Nobody else may read it.
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(handle, "wb") as raw:
            with gzip.open(raw, "wt", encoding="utf-8") as packed:
                yield lambda data: packed.write(json.dumps(data, separators=(",", ":")) + "\n")
            raw.flush()
            os.fsync(raw.fileno())
        part.replace(file)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
