"""Migrations: they bring a database that is new or of an older program to the schema of today.

The steps are Alembic's revisions in the folder `revisions`. There is no `alembic.ini`: the server applies them when it
starts.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import sqlalchemy as sa
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from ludotheque.server.errors import StorageError, texts
from ludotheque.server.tables.schema import meta

REVISIONS = Path(__file__).parent / "revisions"
LOCK = 0x4C75646F  # any number, the same in all processes
_one_at_a_time = threading.Lock()
"""Alembic's `op` is one for the whole process."""


@cache
def scripts() -> ScriptDirectory:
    """Return the revisions of the schema."""
    return ScriptDirectory(str(REVISIONS.parent), version_locations=[str(REVISIONS)])


def known_revisions() -> list[str]:
    """Return all revisions, the first one first."""
    return [script.revision for script in scripts().walk_revisions()][::-1]


def head() -> str:
    """Return the revision of today."""
    return known_revisions()[-1]


def revision_of(connection: sa.Connection) -> str | None:
    """Return the revision of a database; None when it is new. Raise a `StorageError` when it is newer than we are."""
    stamped = _stamped(connection)
    # Programs before Alembic have their version here. They also look here whether a database is too new for them.
    noted = _noted(connection) if sa.inspect(connection).has_table(meta.name) else None
    for revision in (noted, stamped):
        if revision not in {None, *known_revisions()}:
            raise StorageError(texts.say("storage.newer", version=revision, known=head()))
    return stamped or noted


def migrate(engine: sa.Engine, to: str | None = None) -> None:
    """Bring the database to a revision, today's if none is named, in one transaction.

    Raise a `StorageError` when a newer program wrote the database. Several processes may call this at once.
    """
    wanted = to or head()
    with engine.connect() as connection:
        if revision_of(connection) == wanted == _stamped(connection):
            return
    with _one_at_a_time, locked(engine) as connection:
        _apply(connection, wanted)


def _apply(connection: sa.Connection, wanted: str) -> None:
    """Apply the revisions that are missing, and note the new one. Another process may have done it in the meantime."""
    known, begun = known_revisions(), revision_of(connection)
    first = known.index(begun) + 1 if begun else 0
    context = MigrationContext.configure(connection)
    with Operations.context(context):
        for revision in known[first : known.index(wanted) + 1]:
            scripts().get_revision(revision).module.upgrade()
    context.stamp(scripts(), wanted)
    connection.execute(meta.delete().where(meta.c.name == "schema"))
    connection.execute(meta.insert().values(name="schema", value=wanted))


@contextmanager
def locked(engine: sa.Engine) -> Iterator[sa.Connection]:
    """Yield a connection with a transaction, during which no other process changes the schema."""
    with engine.begin() as connection:
        if connection.dialect.name == "sqlite":
            # Python begins a transaction before inserts and updates only, not before changes of the schema.
            connection.execute(sa.text("BEGIN IMMEDIATE"))
        else:
            take_time(connection)
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
        yield connection


def take_time(connection: sa.Connection) -> None:
    """Let this transaction in PostgreSQL last as long as it must. In a large database some work takes minutes."""
    for name in ("statement_timeout", "idle_in_transaction_session_timeout"):
        connection.execute(sa.text(f"SET LOCAL {name} = 0"))


def _stamped(connection: sa.Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _noted(connection: sa.Connection) -> str | None:
    version: str | None = connection.execute(sa.select(meta.c.value).where(meta.c.name == "schema")).scalar()
    return version
