"""Migrations: old databases are brought to the schema of today, newer ones are left alone."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from ludotheque.server.errors import StorageError
from ludotheque.server.tables import connecting, migrations
from ludotheque.server.tables.migrations import head
from ludotheque.server.tables.schema import meta, metadata
from ludotheque.server.tables.store import Store
from tests.server import postgres
from tests.server.conftest import Serve
from tests.server.people import SET_UPS, Connection, Person
from tests.server.serving import FORKS, Moments, Serving, await_that

OLD = (Path(__file__).parent / "schema_1.sql").read_text("utf-8")
TO_VERSION_2 = (
    "DROP INDEX ix_tables_due",
    "ALTER TABLE tables RENAME COLUMN due TO wake_at",
    "CREATE INDEX ix_tables_wake_at ON tables (wake_at)",
    "UPDATE events SET kind = 'moved' WHERE kind = 'decided'",
    "UPDATE meta SET name = 'heartbeat' WHERE name = 'pulse'",
    "UPDATE meta SET value = '2' WHERE name = 'schema'",
)
"""What the last program before Alembic did to a database of version 1."""
BROKEN = """
from alembic import op

revision = "broken"
down_revision = "{head}"


def upgrade():
    op.execute("DELETE FROM events")
    op.execute("UPDATE nowhere SET nothing = 1")
"""
LAST = 1_800_000_007_000
"""When the old server was seen last."""
CLOCKED, FINISHED, SECRET, COMPUTER = (f"table-{number:010d}" for number in range(1, 5))
TOKENS = {"Anna": f"token-{1:037d}", "Ben": f"token-{2:037d}"}
"""The cookies of the people in the old database."""


@pytest.fixture(params=["1", "2"])
def old(database: str, request: pytest.FixtureRequest) -> str:
    """Return the address of a database that a program before Alembic wrote, of either version."""
    engine = Store(database).engine
    later = TO_VERSION_2 if request.param == "2" else ()
    with engine.begin() as connection:
        for statement in (*OLD.split(";\n"), *later):
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
        store.open()
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
    after = rows(old)
    assert after["tables columns"] == ["id", "phase", "public", "updated", "wake_at", "lease", "lease_until"]
    assert after["tables indexes"] == ["ix_tables_wake_at", "tables_age", "tables_open"]
    assert after["tables"] == [(*row, None, None) for row in before["tables"]]
    assert after["sittings"] == before["sittings"]
    assert after["outages"] == before["outages"]
    moved = [(*row[:2], "moved" if row[2] == "decided" else row[2], *row[3:]) for row in before["events"]]
    assert after["events"] == sorted(moved, key=repr)
    assert dict(after["meta"]) == {"schema": head(), "secret": "5e" * 32, "heartbeat": str(LAST)}


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


def test_a_migration_may_take_long(cluster: postgres.Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves must not wait for the database for long. Building an index of a large one takes minutes."""
    monkeypatch.setitem(connecting._SESSION, "statement_timeout", 200)
    monkeypatch.setitem(connecting._SESSION, "idle_in_transaction_session_timeout", 200)
    engine = Store(cluster.new()).engine
    slowly = sa.text("SELECT pg_sleep(0.5)")
    with pytest.raises(sa.exc.OperationalError), engine.begin() as connection:
        connection.execute(slowly)
    with migrations.locked(engine) as connection:
        connection.execute(slowly)
    engine.dispose()


def open_at_once(database: str, count: int) -> list[BaseException]:
    """Open a database several times at once, and return the errors."""
    stores, faults = [Store(database) for _ in range(count)], []
    start = threading.Barrier(count)

    def work(store: Store) -> None:
        start.wait()
        try:
            store.open()
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=work, args=(store,)) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for store in stores:
        store.engine.dispose()
    return faults


def test_two_processes_at_once_migrate_once(old: str) -> None:
    assert not open_at_once(old, 2)
    with opened(old) as store:
        assert [event.kind for event in store.load(FINISHED)] == ["created", "joined", "moved", "moved", "ended"]


def test_real_processes_at_once_make_one_database(database: str) -> None:
    """Threads share a lock of Python, processes only that of the database."""
    with FORKS.Pool(3) as processes:
        assert not [fault for faults in processes.starmap(open_at_once, [(database, 1)] * 3) for fault in faults]
    assert differences(database) == []


def broken_revisions(folder: Path) -> ScriptDirectory:
    """Return the revisions with one more, which fails after its first statement."""
    shutil.copytree(migrations.REVISIONS, folder / "revisions", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "revisions" / "broken.py").write_text(BROKEN.format(head=head()), "utf-8")
    return ScriptDirectory(str(folder), version_locations=[str(folder / "revisions")])


def test_a_migration_happens_whole_or_not_at_all(old: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, broken = rows(old), broken_revisions(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "scripts", lambda: broken)
        with pytest.raises(StorageError):
            migrate(old)
    assert rows(old) == before
    migrate(old)


def differences(database: str) -> list[Any]:
    """Return where a database is not what the models describe."""
    with opened(database) as store, store.engine.connect() as connection:
        return list(compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata))


def test_old_databases_become_what_the_models_describe(old: str) -> None:
    assert differences(old) == []


def test_new_databases_are_what_the_models_describe(database: str) -> None:
    assert differences(database) == []


def test_a_difference_would_be_found(database: str) -> None:
    with opened(database) as store, store.engine.begin() as connection:
        connection.execute(sa.text("ALTER TABLE outages ADD COLUMN why VARCHAR(8)"))
    assert [difference[0] for difference in differences(database)] == ["remove_column"]


def test_revisions_are_one_line_of_numbers() -> None:
    """A second branch would leave open which revision comes first."""
    assert len(migrations.scripts().get_heads()) == 1
    assert migrations.known_revisions() == [str(number) for number in range(1, int(head()) + 1)]


@pytest.mark.parametrize("noted_in", ["meta", "alembic_version"])
@pytest.mark.parametrize("version", ["99", "1000", "new"])
def test_a_newer_database_is_left_alone(database: str, version: str, noted_in: str) -> None:
    migrate(database)
    engine = Store(database).engine
    with engine.begin() as connection:
        if noted_in == "meta":
            connection.execute(meta.update().where(meta.c.name == "schema").values(value=version))
        else:
            connection.execute(sa.text("UPDATE alembic_version SET version_num = :version"), {"version": version})
    engine.dispose()
    before = rows(database)
    with pytest.raises(StorageError, match=rf"newer version \({version}\) than this program \({head()}\)"):
        migrate(database)
    assert rows(database) == before
