"""Checks of a database: whether every table can be read, and whether its parts fit together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import sqlalchemy as sa

from ludotheque.server.errors import RequestError
from ludotheque.server.tables.reading import read_table
from ludotheque.server.tables.replaying import Unreadable
from ludotheque.server.tables.schema import events, sittings, tables
from ludotheque.server.tables.store import Store

Fault = Literal["unreadable", "gap", "empty", "no_row", "phase", "sitting"]


@dataclass(frozen=True)
class Problem:
    """What is wrong with one table."""

    table: str
    fault: Fault
    why: str = ""


def table_ids(store: Store) -> list[str]:
    """Return the tables that have a row, events or sittings."""
    columns = (tables.c.id, events.c.table_id, sittings.c.table_id)
    with store.engine.connect() as connection:
        return sorted(set(connection.execute(sa.union(*map(sa.select, columns))).scalars()))


def problems(store: Store, id: str) -> list[Problem]:
    """Return what is wrong with a table. A server may write at the same time, so a problem must show itself twice."""
    found = list(_problems(store, id))
    return found and [problem for problem in _problems(store, id) if problem in found]


def _problems(store: Store, id: str) -> Iterator[Problem]:
    with store.engine.connect() as connection:
        phase = connection.execute(sa.select(tables.c.phase).where(tables.c.id == id)).scalar()
        numbers = sa.select(sa.func.count(), sa.func.max(events.c.seq)).where(events.c.table_id == id)
        count, last = connection.execute(numbers).one()
        seated = connection.execute(sa.select(sa.func.count()).where(sittings.c.table_id == id)).scalar_one()
    if phase is None and not count:
        if seated:
            yield Problem(id, "sitting")
        return
    if phase is None:
        yield Problem(id, "no_row")
    if count and last != count - 1:
        yield Problem(id, "gap")
    try:
        table = read_table(store, id)
    except Unreadable as error:
        yield Problem(id, "unreadable", error.why)
    except RequestError:
        yield Problem(id, "empty")
    else:
        if phase not in {None, table.phase}:
            yield Problem(id, "phase", f"{phase}, {table.phase}")
