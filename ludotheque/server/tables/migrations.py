"""Migrations: they bring a database that an older program wrote to the schema of today."""

from __future__ import annotations

import sqlalchemy as sa

from ludotheque.server.errors import StorageError, texts
from ludotheque.server.tables.schema import SCHEMA, meta

MIGRATIONS = {
    "1": (
        "DROP INDEX ix_tables_due",
        "ALTER TABLE tables RENAME COLUMN due TO wake_at",
        "CREATE INDEX ix_tables_wake_at ON tables (wake_at)",
        "UPDATE events SET kind = 'moved' WHERE kind = 'decided'",
        "UPDATE meta SET name = 'heartbeat' WHERE name = 'pulse'",
        "UPDATE meta SET value = '2' WHERE name = 'schema'",
    ),
}
"""For each old version, the statements that lead to the next one. The last of them sets the version."""


def migrate(engine: sa.Engine) -> None:
    """Bring the database to the schema of today in one transaction; raise a `StorageError` when it is newer.

    A new database, without tables, stays as it is.
    """
    if not sa.inspect(engine).has_table(meta.name):
        return
    with engine.connect() as connection:
        if _version(connection) in {SCHEMA, None}:
            return
    with engine.begin() as connection:
        _lock(connection)
        while (version := _version(connection)) != SCHEMA:
            if version not in MIGRATIONS:
                raise StorageError(texts.say("storage.newer", version=version, known=SCHEMA))
            for statement in MIGRATIONS[version]:
                connection.execute(sa.text(statement))


def _lock(connection: sa.Connection) -> None:
    """Let no other process migrate or write at the same time."""
    if connection.dialect.name == "sqlite":
        # Python begins a transaction before inserts and updates only, not before changes of the schema.
        connection.execute(sa.text("BEGIN IMMEDIATE"))
    else:
        connection.execute(sa.text("LOCK TABLE meta IN ACCESS EXCLUSIVE MODE"))


def _version(connection: sa.Connection) -> str | None:
    version: str | None = connection.execute(sa.select(meta.c.value).where(meta.c.name == "schema")).scalar()
    return version
