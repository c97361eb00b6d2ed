"""All games of a browser as one file, and back: for another browser, or to be safe."""

from __future__ import annotations

import json
from typing import Any

from ludotheque import __version__
from ludotheque.browser.errors import BrowserError
from ludotheque.browser.tables import PREFIX, BrowserTables
from ludotheque.errors import LudothequeError
from ludotheque.server.errors import WriteConflict
from ludotheque.server.tables.events import Event
from ludotheque.server.tables.keys import TABLE_ID
from ludotheque.server.tables.replaying import replayed

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
        if not (isinstance(id, str) and id.startswith(PREFIX) and TABLE_ID.fullmatch(id) and events):
            return "unreadable"
        table = replayed(id, events)
    except (LudothequeError, ValueError, TypeError, RecursionError):
        return "unreadable"
    try:
        await tables.keep(table, events)
    except WriteConflict:
        return "known"
    return "new"
