"""The events of tables, kept in the browser's own database. The page's script `program/store.js` holds it.

Several pages of one browser share it, as several processes of a server share theirs: a page whose write conflicts reads
what the others wrote.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable
from typing import Any, Protocol

from ludotheque.browser.errors import BrowserError
from ludotheque.server.errors import WriteConflict, texts
from ludotheque.server.tables.events import Event
from ludotheque.server.tables.update import TableUpdate

HEARTBEAT, ABSENCES = "heartbeat", "absences"
"""What is noted beside the tables: when a page was last open, and when none was."""


class Kept(Protocol):
    """The browser's database. Values are JSON texts; every function raises an error when the browser refuses."""

    def append(self, updates: str) -> Awaitable[bool]:
        """Keep all events and rows, or none and return False when an event of that number is kept already."""

    def load(self, table: str, first: int) -> Awaitable[str]:
        """Return the events of a table from a number on."""

    def list(self) -> Awaitable[str]:
        """Return the rows of all tables."""

    def get(self, name: str) -> Awaitable[str | None]:
        """Return a note."""

    def put(self, name: str, value: str) -> Awaitable[None]:
        """Keep a note."""


class BrowserStore:
    """The tables of one browser on its disk. The time while no page was open counts for nobody."""

    def __init__(self, kept: Kept) -> None:
        self.kept = kept
        self.absences: list[tuple[int, int]] = []
        self.beaten: int | None = None
        """When this page last noted that it is open."""

    async def append(self, *updates: TableUpdate) -> None:
        """Return when all updates are kept; raise an error when none of them is."""
        data = {"updates": [_update_json(update) for update in updates]}
        if not await self._ask(self.kept.append(json.dumps(data))):
            raise WriteConflict(texts.say("errors.storage"))

    async def load(self, table: str, first: int = 0) -> list[Event]:
        """Return the events of a table from a number on; none when there is no such table."""
        return [Event.from_row(*row) for row in json.loads(await self._ask(self.kept.load(table, first)))]

    async def rows(self) -> list[dict[str, Any]]:
        """Return what is known of all tables without their events, the latest first."""
        rows: list[dict[str, Any]] = json.loads(await self._ask(self.kept.list()))
        return sorted(rows, key=lambda row: -row["updated"])

    def silent(self, now: int, gap: int) -> bool:
        """Whether this page has noted nothing for longer than `gap`: it was just opened, or its machine slept."""
        return self.beaten is None or now - self.beaten > gap

    async def beat(self, now: int, gap: int) -> None:
        """Note that a page is open. A silence of all pages that is longer than `gap` was an absence."""
        if self.silent(now, gap):
            self.absences = json.loads(await self._ask(self.kept.get(ABSENCES)) or "[]")
            last = int(await self._ask(self.kept.get(HEARTBEAT)) or now)
            # Another page may have noted the same absence a moment ago.
            last = max(last, *(end for _, end in self.absences[-1:]), 0)
            if now - last > gap:
                self.absences.append((last, now))
                await self._ask(self.kept.put(ABSENCES, json.dumps(self.absences)))
        await self._ask(self.kept.put(HEARTBEAT, str(now)))
        self.beaten = now

    def elapsed(self, begun: int, ended: int) -> int:
        """Return the time between two moments in which a page was open."""
        away = sum(max(0, min(ended, to) - max(begun, since)) for since, to in self.absences if to > begun)
        return max(0, ended - begun - away)

    async def _ask(self, answer: Awaitable[Any]) -> Any:
        try:
            return await answer
        except Exception as error:  # whatever the browser says, it comes as one type
            raise BrowserError("storage", 503) from error


def _update_json(update: TableUpdate) -> dict[str, Any]:
    """Return an update as the browser's database keeps it."""
    _, first, events = update.news()
    row = {"id": update.table, "phase": update.phase, "updated": update.updated}
    return {"table": update.table, "first": first, "row": row, "events": events}
