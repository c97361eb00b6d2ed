"""A host opens the database as it is."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa

from ludotheque.server.admin.database import opened
from ludotheque.server.errors import StorageError
from ludotheque.server.tables.migrations import migrate
from ludotheque.server.tables.store import Store
from tests.server.tables.test_migrations import rows

MINUTE = 60_000


def test_nothing_is_made_where_nothing_is(tmp_path: Path, sqlite: str) -> None:
    with pytest.raises(StorageError, match="no database"), opened(sqlite, 0):
        pass
    assert not list(tmp_path.iterdir())


def test_a_database_without_tables_or_of_an_older_program_is_left_alone(database: str) -> None:
    engine = Store(database).engine
    with engine.connect() as connection:
        connection.execute(sa.text("SELECT 1"))
    with pytest.raises(StorageError, match="no database"), opened(database, 0):
        pass
    migrate(engine, "1")
    with pytest.raises(StorageError, match=r"older version \(1\)"), opened(database, 0):
        pass
    assert "due" in rows(database)["tables columns"]
    engine.dispose()


def test_looking_is_no_start_of_a_server(database: str) -> None:
    """The next server must still find out how long none ran."""
    first = Store(database)
    first.open()
    first.join(MINUTE)
    first.peers.stop()
    before = rows(database)
    with opened(database, 9 * MINUTE) as store:
        assert store.secret == first.secret
        assert store.elapsed(0, 9 * MINUTE) == MINUTE, "no server ran, so nobody is charged"
    assert rows(database) == before
    second = Store(database)
    second.open()
    second.join(20 * MINUTE)
    assert second.outages == [(MINUTE, 20 * MINUTE)]
    second.peers.stop()
    second.engine.dispose()
    first.engine.dispose()
