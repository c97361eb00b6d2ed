"""What is written after a request: the new events of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludotheque.server.tables.events import Event


@dataclass(frozen=True)
class TableUpdate:
    """New events of one table, and the table's row after them."""

    table: str
    first: int
    """The number of the first of these events; 0 is the event that created the table."""
    events: Sequence[Event]
    phase: str
    public: bool
    updated: int
    wake_at: int | None
    lease_until: int | None = None
    """Until when this process acts at the table; None when any process may."""
    joined: Sequence[str] = ()
    """Browsers that hold a seat from now on."""
    left: Sequence[str] = ()
    """Browsers that hold no seat any more."""

    def row(self, process: int) -> dict[str, Any]:
        """Return the row of a new table, written by this process."""
        return {
            "id": self.table,
            "phase": self.phase,
            "public": self.public,
            "updated": self.updated,
            "wake_at": self.wake_at,
            "lease": self.lease(process),
            "lease_until": self.lease_until,
        }

    def news(self) -> tuple[str, int, list[tuple[str, int, str]]]:
        """Return what other processes learn: the table, and the number and rows of the events."""
        return self.table, self.first, [(event.kind, event.at, event.body) for event in self.events]

    def lease(self, process: int) -> int | None:
        """Return the process that acts at the table from now on."""
        return None if self.lease_until is None else process
