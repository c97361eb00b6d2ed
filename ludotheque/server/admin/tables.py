"""Tables as a host sees them: facts that every visitor may know, closing and removal."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from ludotheque.errors import LudothequeError
from ludotheque.server.errors import RequestError, WriteConflict, texts
from ludotheque.server.settings import DAY
from ludotheque.server.tables import requests
from ludotheque.server.tables.events import Event
from ludotheque.server.tables.keys import TABLE_ID
from ludotheque.server.tables.reading import read_table
from ludotheque.server.tables.replaying import Unreadable
from ludotheque.server.tables.retention import Retention, expired_tables, prune, remove_tables
from ludotheque.server.tables.schema import events, tables
from ludotheque.server.tables.store import Store
from ludotheque.server.tables.table import Table
from ludotheque.server.tables.update import TableUpdate

TRIES = 20
"""How often a change is tried again when the server writes to the same table at the same moment."""

Facts = dict[str, Any]


def moment(at: int) -> str:
    """Return a moment as people and programs read it."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")


def listed(
    store: Store, now: int, *, phase: str | None = None, game: str | None = None, older_than: int | None = None
) -> list[Facts]:
    """Return facts about all tables that fit, the latest first; `older_than` counts days since the last event."""
    chosen = sa.select(tables, events.c.at, events.c.body).outerjoin(
        events, (events.c.table_id == tables.c.id) & (events.c.seq == 0)
    )
    if phase:
        chosen = chosen.where(tables.c.phase == phase)
    if older_than is not None:
        chosen = chosen.where(tables.c.updated < now - older_than * DAY)
    with store.engine.connect() as connection:
        rows = connection.execute(chosen.order_by(tables.c.updated.desc(), tables.c.id)).all()
    found = [
        {
            "id": row.id,
            "game": _game_in(row.body),
            "phase": row.phase,
            "public": row.public,
            "created": None if row.at is None else moment(row.at),
            "updated": moment(row.updated),
        }
        for row in rows
    ]
    return [facts for facts in found if game in {None, facts["game"]}]


def _game_in(body: str | None) -> str | None:
    """Return the game that the first event of a table names; None when it is damaged."""
    try:
        game = json.loads(body or "")["game"]
    except (ValueError, TypeError, KeyError):
        return None
    return game if isinstance(game, str) else None


def shown(store: Store, id: str) -> Facts:
    """Return what every visitor may know of a table. Positions, moves and links are not part of it."""
    table = _read(store, id)
    return {
        "id": id,
        "game": table.game.id,
        "options": dict(table.game.options),
        "phase": table.phase,
        "public": table.setup.public,
        "seats": [{"kind": seat.kind, "name": seat.name, "level": seat.level} for seat in table.seats],
        "to_act": list(table.to_act),
        "moves": len(table.moves),
        "time": table.setup.time.to_json(),
        "updated": moment(table.updated),
        "events": table.seq,
        "cancelled": table.cancelled,
        "returns": list(table.ending.returns) if table.ending else None,
        "reason": table.ending.reason if table.ending else None,
        "next": table.next,
    }


def close(store: Store, id: str, now: int) -> Facts:
    """End a game as the server ends one that nobody plays any more, and return facts about it."""
    asyncio.run(_close(store, id, now))
    return shown(store, id)


async def _close(store: Store, id: str, now: int) -> None:
    store.start()
    try:
        for _ in range(TRIES):
            table = _read(store, id)
            events = requests.close(table, max(now, table.updated))
            if not events:
                raise LudothequeError(texts.say("admin.over", id=id))
            try:
                await store.append(_update(store, table, events))
            except WriteConflict:
                continue  # a player has just moved
            return
        raise LudothequeError(texts.say("storage.unwritten"))
    finally:
        await asyncio.to_thread(store.stop)


def _update(store: Store, table: Table, events: list[Event]) -> TableUpdate:
    """Return the update that ends a game. A server that has the table in memory notices it at its next write."""
    after, timed = table.copy(), []
    for event in events:
        timed.append(requests.with_times(after, event, store.elapsed))
        after.apply(timed[-1])
    return TableUpdate(table.id, table.seq, timed, after.phase, table.setup.public, after.updated, None)


def remove(store: Store, id: str) -> None:
    """Remove a table with all its events. Its game must be over, unless nobody can read it."""
    try:
        table = _read(store, id)
    except Unreadable:
        pass
    else:
        if table.phase != "over":
            raise LudothequeError(texts.say("admin.not_over", id=id))
    remove_tables(store.engine, [id])


def prune_all(store: Store, retention: Retention, now: int, *, dry_run: bool = False) -> list[str]:
    """Remove all tables that are too old, a batch at a time, and return them; `dry_run` removes nothing."""
    if dry_run:
        return expired_tables(store.engine, retention, now, limit=None)
    removed: list[str] = []
    while batch := prune(store.engine, retention, now):
        removed += batch
    return removed


def _read(store: Store, id: str) -> Table:
    if not TABLE_ID.fullmatch(id):
        raise RequestError("no_table", 404)
    return read_table(store, id)
