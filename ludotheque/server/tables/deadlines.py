"""When the server must act at a table without a request, and what it does then."""

from __future__ import annotations

from ludotheque.server.settings import Settings
from ludotheque.server.tables import requests
from ludotheque.server.tables.clock import Elapsed
from ludotheque.server.tables.events import Event
from ludotheque.server.tables.table import Table


def computers_to_move(table: Table) -> list[int]:
    """Return the seats to move that belong to computers."""
    return [seat for seat in table.to_act if table.seats[seat].kind == "computer"]


def wake_at(table: Table, settings: Settings, elapsed: Elapsed) -> int | None:
    """Return when the server must act at a table; None when the game is over."""
    if table.phase == "over":
        return None
    if computers_to_move(table):
        return table.updated
    deadline = table.clock.deadline(table.updated, elapsed)
    return min(moment for moment in (close_at(table, settings), deadline) if moment is not None)


def close_at(table: Table, settings: Settings) -> int:
    """Return when a table closes, unless an event happens before."""
    patience = settings.cancel_after if table.phase == "open" else settings.abandon_after
    return table.updated + patience


def expire_or_close(table: Table, now: int, *, settings: Settings, elapsed: Elapsed) -> list[Event]:
    """Return the end of a game whose time is up, or that nobody has played for long."""
    late = requests.expire(table, now, elapsed=elapsed)
    if late or computers_to_move(table) or now < close_at(table, settings):
        return late
    return requests.close(table, now)
