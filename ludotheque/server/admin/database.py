"""The database as a host opens it: as it is, while a server may be using it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa

from ludotheque.server.errors import StorageError, texts
from ludotheque.server.tables.connecting import place
from ludotheque.server.tables.migrations import head, revision_of
from ludotheque.server.tables.schema import meta
from ludotheque.server.tables.store import Store


@contextmanager
def connected(url: str) -> Iterator[Store]:
    """Yield a database, new or not. Its failures become sentences."""
    store = Store(url)
    try:
        yield store
    except sa.exc.DBAPIError as error:
        raise StorageError(texts.say("storage.failed", why=error.orig)) from error
    finally:
        store.engine.dispose()


@contextmanager
def opened(url: str, now: int) -> Iterator[Store]:
    """Yield a database that exists and has the schema of today. Nothing is written to it by that."""
    with connected(url) as store:
        _check(store.engine)
        store.read_meta()
        # No server has run since its last heartbeat. The next one notes that; until then it counts here.
        if (last := _heartbeat(store.engine)) is not None:
            store.outages.append((last, now))
        yield store


def _check(engine: sa.Engine) -> None:
    file = engine.url.database
    if engine.dialect.name == "sqlite" and (not file or not Path(file).is_file()):
        # SQLite would make an empty one.
        raise StorageError(texts.say("storage.none", place=place(engine)))
    with engine.connect() as connection:
        revision = revision_of(connection)
    if revision is None:
        raise StorageError(texts.say("storage.none", place=place(engine)))
    if revision != head():
        raise StorageError(texts.say("storage.older", version=revision, known=head()))
    with engine.connect() as connection:
        if connection.execute(sa.select(meta.c.value).where(meta.c.name == "secret")).scalar() is None:
            raise StorageError(texts.say("storage.none", place=place(engine)))


def _heartbeat(engine: sa.Engine) -> int | None:
    with engine.connect() as connection:
        last = connection.execute(sa.select(meta.c.value).where(meta.c.name == "heartbeat")).scalar()
    return None if last is None else int(last)
