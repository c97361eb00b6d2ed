"""What is kept, in SQLite and in PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import sqlalchemy as sa

from ludotheque.errors import LudothequeError
from ludotheque.server.errors import StorageError, WriteConflict
from ludotheque.server.tables import schema
from ludotheque.server.tables.events import Event
from ludotheque.server.tables.store import Store
from ludotheque.server.tables.update import TableUpdate

MINUTE = 60_000
SIX = "abcdefghijklmnop"


def update(table: str = SIX, first: int = 0, **particulars: Any) -> TableUpdate:
    told = {
        "events": [Event("created", 5, {"n": first})],
        "phase": "open",
        "public": True,
        "updated": 5,
        "wake_at": None,
    }
    return TableUpdate(table, first, **{**told, **particulars})


def keep(url: str, work: Callable[[Store], Awaitable[None]], now: int = 0) -> Store:
    """Open a store, let something be done with it, and close it."""
    store = Store(url)

    async def run() -> None:
        store.start()
        await work(store)
        await asyncio.to_thread(store.stop)

    try:
        store.open()
        store.join(now)
        asyncio.run(run())
    finally:
        store.engine.dispose()
    return store


async def nothing(_: Store) -> None:
    pass


def test_events_come_back_as_they_were(database: str) -> None:
    told = {"name": "Zoé 🛖 “<b>” \\ \u2028 \x00", "list": [1, None, {"a": 0.5}], "": ""}

    async def work(store: Store) -> None:
        await store.append(update(events=[Event("created", 2**41, told), Event("moved", 2**41 + 1, {})]))
        assert store.load(SIX) == [Event("created", 2**41, told), Event("moved", 2**41 + 1, {})]
        assert store.load("nothing") == []

    keep(database, work)
    keep(database, lambda store: _check(store.load(SIX)[0].data == told))


async def _check(true: bool) -> None:
    assert true


def test_lists(database: str) -> None:
    async def work(store: Store) -> None:
        await store.append(update("one", updated=1, wake_at=70, joined=["anna", "ben"]))
        await store.append(
            update("two", updated=3, wake_at=50, joined=["anna"]), update("three", updated=2, public=False)
        )
        assert store.public_tables(10) == ["two", "one"]
        assert store.public_tables(1) == ["two"]
        assert store.lease(60, 61) == ["two"]
        assert store.lease(70, 71) == ["two", "one"]
        assert store.of_guest("anna", over=False, limit=9) == ["two", "one"]
        await store.append(update("two", 1, phase="over", updated=9, wake_at=None, joined=["carl"], left=["anna"]))
        assert store.lease(10**15, 10**15) == ["one"]
        assert store.of_guest("anna", over=True, limit=9) == []
        assert store.of_guest("carl", over=True, limit=9) == ["two"]
        assert store.of_guest("nobody", over=False, limit=9) == []
        assert store.public_tables(10) == ["one"]

    keep(database, work)


def test_the_second_write_of_the_same_event_is_refused_whole(database: str) -> None:
    async def work(store: Store) -> None:
        await store.append(update())
        other = Store(database)
        other.open()
        other.start()
        await other.append(update(first=1, events=[Event("moved", 6, {"by": "other"})]))
        with pytest.raises(WriteConflict):
            await store.append(
                update("new"), update(first=1, phase="over", joined=["eve"], events=[Event("ended", 7, {})])
            )
        assert [event.kind for event in store.load(SIX)] == ["created", "moved"]
        assert store.load("new") == [], "what belongs together is written together or not at all"
        assert store.of_guest("eve", over=True, limit=9) == []
        await asyncio.to_thread(other.stop)

    keep(database, work)


def test_one_commit_carries_many_and_one_fault_spoils_only_its_own(database: str) -> None:
    async def work(store: Store) -> None:
        await store.append(update())
        jobs = [store.append(update(f"table {number}")) for number in range(50)]
        done = await asyncio.gather(*jobs[:25], store.append(update()), *jobs[25:], return_exceptions=True)
        assert [type(answer) for answer in done if answer is not None] == [WriteConflict]
        assert all(store.load(f"table {number}") for number in range(50))

    keep(database, work)


def test_the_writer_outlives_what_cannot_be_written(database: str) -> None:
    async def work(store: Store) -> None:
        with pytest.raises(LudothequeError):
            await store.append(update("bad", events=[Event("created", 1, {"secret": object()})]))
        await store.append(update())
        assert store.load(SIX)
        assert store.load("bad") == []

    keep(database, work)


def test_what_still_waits_is_written_before_the_end(database: str) -> None:
    async def work(store: Store) -> None:
        for number in range(20):
            asyncio.ensure_future(store.append(update(f"table {number}")))  # noqa: RUF006
        await asyncio.sleep(0)

    keep(database, work)
    store = Store(database)
    assert all(store.load(f"table {number}") for number in range(20))
    store.engine.dispose()


def test_a_decision_is_on_disk_when_its_writer_is_told(database: str) -> None:
    async def work(store: Store) -> None:
        engine = sa.create_engine(store.engine.url)
        for number in range(20):
            await store.append(update(f"table {number}"))
            with engine.connect() as connection:
                assert connection.execute(sa.select(sa.func.count()).select_from(schema.events)).scalar() == number + 1
        engine.dispose()

    keep(database, work)


def test_sqlite_waits_for_the_disk(sqlite: str) -> None:
    store = Store(sqlite)
    with store.engine.connect() as connection:
        assert connection.execute(sa.text("PRAGMA synchronous")).scalar() == 2
        assert connection.execute(sa.text("PRAGMA journal_mode")).scalar() == "wal"
    store.engine.dispose()


def test_the_secret_stays(database: str) -> None:
    first, second = (keep(database, nothing).secret for _ in range(2))
    assert first == second
    assert len(first) == 64


def test_absences_are_not_charged(database: str) -> None:
    async def alive_until_five(store: Store) -> None:
        store.heartbeat(5 * MINUTE, MINUTE)

    keep(database, alive_until_five, MINUTE)
    store = keep(database, alive_until_five, 60 * MINUTE)
    assert store.outages == [(5 * MINUTE, 60 * MINUTE)]
    assert store.elapsed(0, 4 * MINUTE) == 4 * MINUTE
    assert store.elapsed(4 * MINUTE, 61 * MINUTE) == 2 * MINUTE
    assert store.elapsed(10 * MINUTE, 20 * MINUTE) == 0
    assert store.elapsed(70 * MINUTE, 80 * MINUTE) == 10 * MINUTE
    assert keep(database, nothing, 3 * MINUTE).elapsed(0, MINUTE) == MINUTE, "a clock set back harms nothing"


@pytest.mark.parametrize(
    "address", ["nonsense", "mysql://x/y", "", "sqlite:////proc/none/t.sqlite", "postgresql:///x?host=/none"]
)
def test_databases_that_cannot_be_used(address: str) -> None:
    with pytest.raises((StorageError, OSError)):
        keep(address, nothing)


@pytest.mark.parametrize(
    "address", ["u:geheim@h/db", "u@h/db?password=geheim&host=/there", "/db?user=u&password=geheim"]
)
def test_a_fault_names_the_database_and_no_password(address: str, caplog: pytest.LogCaptureFixture) -> None:
    store = Store(f"postgresql://{address}")
    store.failing = False
    with pytest.raises(StorageError), store.noting():
        raise TimeoutError
    (line,) = [record.getMessage() for record in caplog.records]
    assert "db fails" in line.replace("?host=%2Fthere", "")
    assert "geheim" not in line
    store.engine.dispose()
