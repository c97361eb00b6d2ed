"""Old tables are removed when the host wants it, and no others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from ludotheque.server.settings import DAY, Settings
from ludotheque.server.tables.retention import Retention, expired_tables, prune
from ludotheque.server.tables.schema import events, sittings, tables
from ludotheque.server.tables.store import Store

NOW = 1_800_000_000_000
KINDS = {"played": ("over", "ended"), "cancelled": ("over", "cancelled"), "open": ("open", "joined")}
ROWS = [f"{kind} {days}" for kind in (*KINDS, "playing") for days in (1, 40, 400)]


@pytest.fixture
def engine(database: str) -> Iterator[sa.Engine]:
    """A database with tables of every kind and age."""
    store = Store(database)
    store.open()
    with store.engine.begin() as connection:
        for id in ROWS:
            kind, days = id.split()
            phase, last = KINDS.get(kind, ("playing", "moved"))
            updated = NOW - int(days) * DAY
            connection.execute(tables.insert().values(id=id, phase=phase, public=False, updated=updated))
            for seq, event in enumerate(("created", last, "renamed")):
                connection.execute(events.insert().values(table_id=id, seq=seq, kind=event, at=updated, body="{}"))
            connection.execute(sittings.insert().values(guest="anna", table_id=id))
    yield store.engine
    store.engine.dispose()


def left(engine: sa.Engine) -> list[str]:
    """The tables that are left. Their events and sittings are left as well, and no others."""
    with engine.connect() as connection:
        ids, *others = (
            sorted(set(connection.execute(sa.select(column)).scalars()))
            for column in (tables.c.id, events.c.table_id, sittings.c.table_id)
        )
    assert others == [ids, ids]
    return ids


def test_everything_is_kept_by_default(engine: sa.Engine) -> None:
    assert prune(engine, Retention.of(Settings("")), NOW * 2) == []
    assert left(engine) == sorted(ROWS)


@pytest.mark.parametrize(
    ("kept", "gone"),
    [
        (Retention(finished=365), {"played 400"}),
        (Retention(finished=30), {"played 40", "played 400"}),
        (Retention(unplayed=30), {"cancelled 40", "cancelled 400", "open 40", "open 400"}),
        (Retention(finished=365, unplayed=365), {"played 400", "cancelled 400", "open 400"}),
    ],
)
def test_only_what_is_old_goes(engine: sa.Engine, kept: Retention, gone: set[str]) -> None:
    assert set(expired_tables(engine, kept, NOW)) == gone
    assert left(engine) == sorted(ROWS)
    assert set(prune(engine, kept, NOW)) == gone
    assert left(engine) == sorted(set(ROWS) - gone)


def test_a_batch_is_bounded_and_the_oldest_go_first(engine: sa.Engine) -> None:
    kept = Retention(finished=30, unplayed=30)
    assert sorted(expired_tables(engine, kept, NOW, 3)) == ["cancelled 400", "open 400", "played 400"]
