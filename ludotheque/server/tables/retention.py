"""Retention: how long old tables are kept, and their removal."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import sqlalchemy as sa

from ludotheque.server.settings import DAY, Settings
from ludotheque.server.tables.schema import events, sittings, tables

BATCH = 200
"""Tables that are removed in one transaction. Moves do not wait long for it."""


@dataclass(frozen=True)
class Retention:
    """How many days tables are kept after their last event; 0 is for ever."""

    finished: int = 0
    """Games that were played to an end."""
    unplayed: int = 0
    """Tables with a free seat, and cancelled games."""

    @classmethod
    def of(cls, settings: Settings) -> Retention:
        """Return what a host has set."""
        return cls(settings.keep_finished_days, settings.keep_unplayed_days)

    def expired(self, now: int) -> sa.ColumnElement[bool]:
        """Return the condition under which a row of `tables` is too old."""
        cancelled = sa.exists().where(events.c.table_id == tables.c.id, events.c.kind == "cancelled")
        over, waiting = tables.c.phase == "over", tables.c.phase == "open"
        chosen: list[sa.ColumnElement[bool]] = []
        if self.finished:
            chosen.append(over & (tables.c.updated < now - self.finished * DAY) & ~cancelled)
        if self.unplayed:
            old = tables.c.updated < now - self.unplayed * DAY
            chosen += [over & old & cancelled, waiting & old]
        return sa.or_(sa.false(), *chosen)


# These functions wait for the database.


def expired_tables(engine: sa.Engine, retention: Retention, now: int, limit: int | None = BATCH) -> list[str]:
    """Return tables that are too old, the oldest first."""
    chosen = sa.select(tables.c.id).where(retention.expired(now)).order_by(tables.c.updated).limit(limit)
    with engine.connect() as connection:
        return list(connection.execute(chosen).scalars())


def prune(engine: sa.Engine, retention: Retention, now: int) -> list[str]:
    """Remove one batch of tables that are too old, and return them."""
    if not (retention.finished or retention.unplayed):
        return []
    return remove_tables(engine, expired_tables(engine, retention, now), retention.expired(now))


def remove_tables(engine: sa.Engine, ids: Collection[str], still: sa.ColumnElement[bool] | None = None) -> list[str]:
    """Remove tables for which a condition still holds, and return them."""
    chosen = tables.delete().where(tables.c.id.in_(ids), sa.true() if still is None else still)
    with engine.begin() as connection:
        # The row goes first. A move that is written at the same time finds it missing and is undone.
        removed = list(connection.execute(chosen.returning(tables.c.id)).scalars())
        if still is None:
            removed = list(ids)  # a damaged table may have events without a row
        connection.execute(events.delete().where(events.c.table_id.in_(removed)))
        connection.execute(sittings.delete().where(sittings.c.table_id.in_(removed)))
    return removed
