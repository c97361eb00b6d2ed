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


def wake_at(table: Table, settings: Settings, elapsed: Elapsed, now: int | None = None) -> int | None:
    """Return when the server must act at a table, as it looks now; None when the game is over."""
    if table.phase == "over":
        return None
    if computers_to_move(table):
        return table.updated
    now = table.updated if now is None else now
    deadline = table.clock.deadline(now, elapsed)
    closing = now + left_open(table, now, settings, elapsed)
    return closing if deadline is None else min(closing, deadline)


def left_open(table: Table, now: int, settings: Settings, elapsed: Elapsed) -> int:
    """Return after how long a table closes, unless an event happens before. Absences of the server do not count."""
    patience = settings.cancel_after if table.phase == "open" else settings.abandon_after
    return patience - elapsed(table.updated, now)


def expire_or_close(table: Table, now: int, *, settings: Settings, elapsed: Elapsed) -> list[Event]:
    """Return the end of a game whose time is up, or that nobody has played for long."""
    late = requests.expire(table, now, elapsed=elapsed)
    if late or computers_to_move(table) or left_open(table, now, settings, elapsed) > 0:
        return late
    return requests.close(table, now)
