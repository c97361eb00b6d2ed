"""Restoring a backup. Everything happens in one transaction, so a damaged file changes nothing."""

from __future__ import annotations

import gzip
import json
import secrets
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import sqlalchemy as sa

from ludotheque.errors import LudothequeError
from ludotheque.server.admin.backup import FORMAT, Rows, chunks, kept_tables, snapshot
from ludotheque.server.errors import StorageError, texts
from ludotheque.server.tables.migrations import head, known_revisions, locked, migrate
from ludotheque.server.tables.schema import events, meta, metadata, outages, tables
from ludotheque.server.tables.store import Store

OWN = {"schema", "restored", "time"}
"""Rows of `meta` that belong to the database and not to the backup."""

MALFORMED = KeyError, TypeError, AttributeError, sa.exc.CompileError, sa.exc.IntegrityError, sa.exc.NoResultFound
"""What happens when a file is whole and yet not what we wrote."""

Pieces = Iterable[tuple[str, Rows]]
"""Rows with the name of their table."""


def restore(engine: sa.Engine, file: Path, now: int, *, replace: bool = False) -> dict[str, int]:
    """Put the rows of a backup into a database, and return how many each table has.

    The database must hold no tables, unless `replace` is set. A running server reads everything again when it notices.
    """
    schema = _head(file)
    migrate(engine)
    try:
        with _pieces(file, schema) as pieces, locked(engine) as connection:
            _lock_tables(connection)
            if not replace and any(_filled(connection, table) for table in (tables, events)):
                raise StorageError(texts.say("admin.not_empty"))
            counts = _fill(connection, pieces)
            _note_absence(connection, now)
            connection.execute(meta.insert().values(name="restored", value=f"{now} {secrets.token_hex(8)}"))
    except MALFORMED as error:
        raise LudothequeError(texts.say("admin.no_backup", file=file)) from error
    return counts


# Reading the file.


def _head(file: Path) -> str:
    """Return the revision of a backup."""
    first = next(_lines(file), {})
    if first.get("ludotheque") != "backup" or not isinstance(first.get("schema"), str):
        raise LudothequeError(texts.say("admin.no_backup", file=file))
    schema = str(first["schema"])
    if first.get("format") != FORMAT or schema not in known_revisions():
        raise LudothequeError(texts.say("admin.newer_backup", file=file, version=schema, known=head()))
    return schema


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    try:
        with gzip.open(file, "rt", encoding="utf-8") as packed:
            for line in packed:
                data = json.loads(line)
                yield data if isinstance(data, dict) else {}
    except (gzip.BadGzipFile, EOFError, zlib.error, ValueError) as error:
        raise LudothequeError(texts.say("admin.no_backup", file=file)) from error


def _from_file(file: Path) -> Iterator[tuple[str, Rows]]:
    """Yield the rows of a backup. Raise an error at its end when some are missing."""
    counts: dict[str, int] = {}
    for line in _lines(file):
        if "end" in line:
            if {name: count for name, count in line["end"].items() if count} != counts:
                break
            return
        if "table" in line:
            rows = [dict(zip(line["columns"], row, strict=False)) for row in line["rows"]]
            counts[line["table"]] = counts.get(line["table"], 0) + len(rows)
            yield line["table"], rows
    raise LudothequeError(texts.say("admin.no_backup", file=file))


@contextmanager
def _pieces(file: Path, schema: str) -> Iterator[Pieces]:
    """Yield the rows of a backup as today's schema wants them. One of an older program is migrated on the way."""
    if schema == head():
        yield _from_file(file)
        return
    with TemporaryDirectory() as folder:
        engine = Store(f"sqlite:///{folder}/old.sqlite").engine
        try:
            migrate(engine, schema)
            with engine.begin() as connection:
                old = sa.MetaData()
                old.reflect(connection)
                _insert(connection, old, _from_file(file))
            migrate(engine)
            with snapshot(engine) as connection:
                yield ((table.name, rows) for table in kept_tables() for rows in chunks(connection, table))
        finally:
            engine.dispose()


# Writing to the database.


def _lock_tables(connection: sa.Connection) -> None:
    """Let nobody write in the meantime. In SQLite nobody can."""
    if connection.dialect.name == "postgresql":
        names = ", ".join(table.name for table in kept_tables())
        connection.execute(sa.text(f"LOCK TABLE {names} IN EXCLUSIVE MODE"))


def _filled(connection: sa.Connection, table: sa.Table) -> bool:
    return connection.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).scalar() is not None


def _fill(connection: sa.Connection, pieces: Pieces) -> dict[str, int]:
    for table in reversed(kept_tables()):
        connection.execute(table.delete() if table is not meta else table.delete().where(meta.c.name != "schema"))
    return _insert(connection, metadata, pieces)


def _insert(connection: sa.Connection, schema: sa.MetaData, pieces: Pieces) -> dict[str, int]:
    """Insert rows, and return how many each table got."""
    counts: dict[str, int] = {}
    for name, rows in pieces:
        table = schema.tables[name]
        if any(row.keys() != set(table.columns.keys()) for row in rows):
            raise KeyError(name)
        chosen = [row for row in rows if name != meta.name or row["name"] not in OWN]
        if chosen:
            connection.execute(table.insert(), chosen)
        counts[name] = counts.get(name, 0) + len(rows)
    return counts


def _note_absence(connection: sa.Connection, now: int) -> None:
    """Charge nobody for the time between the backup and now."""
    heartbeat = int(connection.execute(sa.select(meta.c.value).where(meta.c.name == "heartbeat")).scalar_one())
    if now > heartbeat:
        connection.execute(outages.delete().where(outages.c.begun == heartbeat))
        connection.execute(outages.insert().values(begun=heartbeat, ended=now))
    connection.execute(meta.update().where(meta.c.name == "heartbeat").values(value=str(max(now, heartbeat))))
