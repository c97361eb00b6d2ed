"""Reading tables from the database. One that cannot be read does not harm the others."""

from __future__ import annotations

import logging

from ludotheque.errors import FolderError
from ludotheque.library import games, load
from ludotheque.server.errors import RequestError, StorageError
from ludotheque.server.tables.events import Event
from ludotheque.server.tables.replaying import Unreadable, load_kernels, replayed
from ludotheque.server.tables.store import Store
from ludotheque.server.tables.table import Table

log = logging.getLogger("ludotheque.server")
RETRY_AFTER = 600_000
"""A table that could not be read is tried again after this time. A host may have repaired it."""


def read_table(store: Store, id: str) -> Table:
    """Return a table from the database. Raise a `RequestError` when there is none or when it is unreadable."""
    return replayed(id, read_events(store, id))


def read_events(store: Store, id: str) -> list[Event]:
    """Return the events of a table. Raise a `RequestError` when there is none or when they are unreadable."""
    try:
        events = store.load(id)
    except ValueError as error:
        if isinstance(error, StorageError):
            raise
        raise Unreadable(type(error).__name__) from error
    if not events:
        raise RequestError("no_table", 404)
    return events


def load_all_kernels() -> None:
    """Load the kernels of all games. One that cannot be compiled does not harm the others."""
    for id in games():
        try:
            load_kernels(load(id))
        except FolderError as error:
            log.error("%s", error)


class UnreadableTables:
    """The tables that could not be read lately. Each is named in the log once."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[int, str]] = {}

    def check(self, id: str, now: int) -> None:
        """Raise an error when the table could not be read a short while ago."""
        tried, why = self._known.get(id, (-RETRY_AFTER, ""))
        if now - tried < RETRY_AFTER:
            raise Unreadable(why)

    def note(self, id: str, why: str, now: int) -> None:
        """Remember that a table could not be read."""
        if id not in self._known:
            log.error("table %s cannot be read: %s", id, why)
        self._known[id] = now, why
