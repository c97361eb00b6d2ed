"""Checks: sound databases pass, and each damage is named."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from ludotheque.server.admin.check import Problem, problems, table_ids
from ludotheque.server.admin.database import opened
from ludotheque.server.tables.schema import events, sittings, tables
from ludotheque.server.tables.store import milliseconds
from tests.server.conftest import Serve
from tests.server.tables.test_reading import DAMAGES, damage, two_tables


def statement(fault: str, table: str) -> sa.Delete | sa.Update:
    """Return what does a damage to a table."""
    if fault == "gap":
        return events.delete().where(events.c.table_id == table, events.c.seq == 1)
    if fault == "empty":
        return events.delete().where(events.c.table_id == table)
    if fault == "no_row":
        return tables.delete().where(tables.c.id == table)
    return tables.update().where(tables.c.id == table).values(phase="over")


def found(database: str) -> dict[str, list[Problem]]:
    with opened(database, milliseconds()) as store:
        return {id: problems(store, id) for id in table_ids(store)}


@pytest.mark.parametrize("fault", ["gap", "empty", "no_row", "phase"])
def test_each_damage_is_named(fault: str, database: str, serve: Serve) -> None:
    serving = serve(database)
    bad, good = two_tables(serving)
    for page in (bad, good):
        page.move("a6-a4")
    assert found(database) == {bad.table: [], good.table: []}
    with serving.manager.store.engine.begin() as connection:
        connection.execute(statement(fault, bad.table))
    damaged = found(database)
    assert damaged[good.table] == []
    assert fault in [problem.fault for problem in damaged[bad.table]]


@pytest.mark.parametrize("how", DAMAGES)
def test_what_cannot_be_read_is_named_with_its_reason(how: str, sqlite: str, serve: Serve) -> None:
    bad, good = two_tables(serve())
    damage(sqlite, bad.table, how)
    assert found(sqlite) == {bad.table: [Problem(bad.table, "unreadable", DAMAGES[how])], good.table: []}


def test_sittings_point_to_tables(database: str, serve: Serve) -> None:
    serving = serve(database)
    with serving.manager.store.engine.begin() as connection:
        connection.execute(sittings.insert().values(guest="anna", table_id="x" * 16))
        assert connection.execute(sa.select(sa.func.count()).select_from(tables)).scalar() == 0
    assert found(database) == {"x" * 16: [Problem("x" * 16, "sitting")]}
