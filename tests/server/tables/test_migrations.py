"""Migrations: old databases are brought to the schema of today, newer ones are left alone."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from ludotheque.server.errors import StorageError
from ludotheque.server.tables import migrations
from ludotheque.server.tables.schema import SCHEMA, meta
from ludotheque.server.tables.store import Store
from tests.server.conftest import Serve
from tests.server.people import SET_UPS, Connection, Person
from tests.server.serving import Moments, Serving, await_that

OLD = (Path(__file__).parent / "schema_1.sql").read_text("utf-8")
LAST = 1_800_000_007_000
"""When the old server was seen last."""
CLOCKED, FINISHED, SECRET, COMPUTER = (f"table-{number:010d}" for number in range(1, 5))
TOKENS = {"Anna": f"token-{1:037d}", "Ben": f"token-{2:037d}"}
"""The cookies of the people in the old database."""


@pytest.fixture
def old(database: str) -> str:
    """Return the address of a database of schema 1."""
    engine = Store(database).engine
    with engine.begin() as connection:
        for statement in OLD.split(";\n"):
            if statement.strip():
                connection.exec_driver_sql(statement)
    engine.dispose()
    return database


def rows(database: str) -> dict[str, list[Any]]:
    """Return all rows, columns and indexes of a database."""
    engine = Store(database).engine
    inspector = sa.inspect(engine)
    found: dict[str, list[Any]] = {}
    with engine.connect() as connection:
        for table in inspector.get_table_names():
            found[table] = sorted(map(tuple, connection.execute(sa.text(f"SELECT * FROM {table}"))), key=repr)
            found[f"{table} columns"] = [column["name"] for column in inspector.get_columns(table)]
            found[f"{table} indexes"] = sorted(str(index["name"]) for index in inspector.get_indexes(table))
    engine.dispose()
    return found


@contextmanager
def opened(database: str) -> Iterator[Store]:
    """Open a database, and close it at the end."""
    store = Store(database)
    try:
        store.open(LAST)
        yield store
    finally:
        store.engine.dispose()


def migrate(database: str) -> None:
    """Open a database and close it."""
    with opened(database):
        pass


def back(serving: Serving, name: str) -> Person:
    """Return a person with their old cookie."""
    person = serving.person(name)
    person.http.cookies.set("ludotheque", TOKENS[name])
    return person


def both(serving: Serving, table: str) -> list[Connection]:
    return [back(serving, name).live(table) for name in TOKENS]


def test_every_row_stays(old: str) -> None:
    before = rows(old)
    with opened(old) as store:
        assert store.secret == "5e" * 32
        assert store.to_wake(LAST) == [COMPUTER]
    after = rows(old)
    assert after["tables columns"] == ["id", "phase", "public", "updated", "wake_at"]
    assert after["tables indexes"] == ["ix_tables_wake_at", "tables_open"]
    assert after["tables"] == before["tables"]
    assert after["sittings"] == before["sittings"]
    assert after["outages"] == before["outages"]
    moved = [(*row[:2], "moved" if row[2] == "decided" else row[2], *row[3:]) for row in before["events"]]
    assert after["events"] == sorted(moved, key=repr)
    assert dict(after["meta"]) == {"schema": SCHEMA, "secret": "5e" * 32, "heartbeat": str(LAST)}


def test_a_second_opening_changes_nothing(old: str) -> None:
    migrate(old)
    before = rows(old)
    migrate(old)
    assert rows(old) == before


def test_a_migrated_database_has_the_schema_of_a_new_one(
    old: str, sqlite: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    migrate(old)
    new = request.getfixturevalue("cluster").new() if old != sqlite else f"sqlite:///{tmp_path / 'new.sqlite'}"
    migrate(new)
    migrated, fresh = rows(old), rows(new)
    assert {name: value for name, value in migrated.items() if " " in name} == {
        name: value for name, value in fresh.items() if " " in name
    }


def test_games_go_on(old: str, serve: Serve) -> None:
    now = Moments(LAST + 60_000)
    serving = serve(old, now=now)
    anna, ben = both(serving, CLOCKED)
    assert anna.state["moves"] == [[0, "a1-a3"], [1, "a6-a4"], [0, "b1-b3"]]
    assert ben.state["clock"] == {"left": [304_000, 302_000 - 4_000], "running": [1]}, "the absence is not charged"
    assert anna.ask("move", key="Anna 1", seat=0, ticket=4, move="b1-b3")["seq"] == 5, "it was carried out before"
    ben.move("b6-b4")
    anna.reach(6)
    anna.move(anna.state["legal_moves"][0][0])
    assert len(anna.state["moves"]) == 5


def test_a_finished_game_is_still_there(old: str, serve: Serve) -> None:
    serving = serve(old, now=Moments(LAST))
    anna, ben = both(serving, FINISHED)
    assert anna.state["phase"] == "over"
    assert (anna.state["result"]["returns"], anna.state["result"]["reason"]) == ([1, -1], "resigned")
    anna.ask("offer", seat=0, what="rematch")
    assert ben.ask("offer", seat=1, what="rematch")["next"]
    mine = anna.person.fetch("/api/mine")["tables"]
    assert {table["id"] for table in mine} >= {CLOCKED, FINISHED, SECRET, COMPUTER}


def test_a_secret_is_still_kept(old: str, serve: Serve) -> None:
    serving = serve(old, now=Moments(LAST))
    anna, ben = both(serving, SECRET)
    assert anna.state["moves"] == [[0, SET_UPS[0]]]
    assert ben.state["moves"] == [[0, None]]
    assert ben.move(SET_UPS[1])["moves"] == [[0, SET_UPS[0]], [1, SET_UPS[1]]]


def test_a_computer_moves_though_nobody_looks(old: str, serve: Serve) -> None:
    store = serve(old, now=Moments(LAST)).manager.store
    await_that(lambda: len(store.load(COMPUTER)) == 3)
    assert [event.kind for event in store.load(COMPUTER)] == ["created", "moved", "moved"]


def test_two_processes_at_once_migrate_once(old: str) -> None:
    stores, faults = [Store(old), Store(old)], []
    start = threading.Barrier(2)

    def work(store: Store) -> None:
        start.wait()
        try:
            store.open(LAST)
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=work, args=(store,)) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for store in stores:
        store.engine.dispose()
    assert not faults
    with opened(old) as store:
        assert [event.kind for event in store.load(FINISHED)] == ["created", "joined", "moved", "moved", "ended"]


def test_a_migration_happens_whole_or_not_at_all(old: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = rows(old)
    broken = (*migrations.MIGRATIONS["1"][:-1], "UPDATE nowhere SET nothing = 1")
    with monkeypatch.context() as patch:
        patch.setitem(migrations.MIGRATIONS, "1", broken)
        with pytest.raises(StorageError):
            migrate(old)
    assert rows(old) == before
    migrate(old)


@pytest.mark.parametrize("version", ["3", "10", "new"])
def test_a_newer_database_is_left_alone(database: str, version: str) -> None:
    migrate(database)
    engine = Store(database).engine
    with engine.begin() as connection:
        connection.execute(meta.update().where(meta.c.name == "schema").values(value=version))
    engine.dispose()
    before = rows(database)
    with pytest.raises(StorageError, match="newer"):
        migrate(database)
    assert rows(database) == before
