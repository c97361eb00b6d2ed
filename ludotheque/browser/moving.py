"""All games of a browser as one file, and back: for another browser, or to be safe."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ludotheque import __version__
from ludotheque.browser.errors import BrowserError
from ludotheque.browser.tables import GUEST, PREFIX, BrowserTables
from ludotheque.server.errors import WriteConflict
from ludotheque.server.tables.clock import Elapsed
from ludotheque.server.tables.events import Event
from ludotheque.server.tables.keys import TABLE_ID
from ludotheque.server.tables.replaying import replayed
from ludotheque.server.tables.summaries import summary_json
from ludotheque.server.tables.table import Table
from ludotheque.server.tables.views import Moment, TableView

FORMAT = "ludotheque-games"


async def exported(tables: BrowserTables) -> str:
    """Return the file with all games of this browser."""
    games = [
        {
            "id": row["id"],
            "events": [[event.kind, event.at, event.body] for event in await tables.store.load(row["id"])],
        }
        for row in await tables.store.rows()
    ]
    return json.dumps({"format": FORMAT, "version": __version__, "tables": games}, ensure_ascii=False)


async def imported(tables: BrowserTables, text: str) -> dict[str, int]:
    """Keep the games of a file; return how many are new, how many were there already, and how many cannot be read."""
    counts = {"new": 0, "known": 0, "unreadable": 0}
    for id, events in _games_in(text):
        counts[await _keep(tables, id, events)] += 1
    return counts


def _games_in(text: str) -> list[tuple[Any, Any]]:
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise BrowserError("import", 422)
        return [(game["id"], game["events"]) for game in data["tables"]]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise BrowserError("import", 422) from error


async def _keep(tables: BrowserTables, id: Any, rows: Any) -> str:
    """Keep one game, and return how that went."""
    try:
        events = [Event.from_row(kind, at, body) for kind, at, body in rows]
        table = replayed(str(id), events)
        _check(table, events, tables.store.elapsed)
    except Exception:  # a damaged game can fail anywhere
        return "unreadable"
    try:
        await tables.keep(table, events)
    except WriteConflict:
        return "known"
    return "new"


def _check(table: Table, events: Sequence[Event], elapsed: Elapsed) -> None:
    """Raise an error when a page could not show a table, or when it is not of a browser."""
    if not (table.id.startswith(PREFIX) and TABLE_ID.fullmatch(table.id)):
        raise ValueError("a table of a server")
    if any(type(event.at) is not int for event in events):
        raise TypeError("a moment")
    for seat in table.seats:
        people = seat.kind == "human" and seat.holders == {GUEST}
        if not (people or seat.kind == "computer") or not isinstance(seat.name, str | None):
            raise ValueError("a seat")
    moment = Moment(table.updated, elapsed, (True,) * len(table.seats), None)
    TableView(table).state(table.seats_of(GUEST), None, moment)
    summary_json(table, GUEST)
