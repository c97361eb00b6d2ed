"""Reading tables from the database. One that cannot be read does not harm the others."""

from __future__ import annotations

import logging

import sqlalchemy as sa

from ludotheque.errors import FolderError, OptionError
from ludotheque.library import games, load
from ludotheque.position import Game
from ludotheque.server.errors import RequestError, StorageError
from ludotheque.server.tables.events import Event
from ludotheque.server.tables.store import Store
from ludotheque.server.tables.table import Table

log = logging.getLogger("ludotheque.server")
RETRY_AFTER = 600_000
"""A table that could not be read is tried again after this time. A host may have repaired it."""


class Unreadable(RequestError):
    """A table whose events cannot be applied: its game is not installed any more, or an event is damaged."""

    def __init__(self, why: str) -> None:
        super().__init__("unreadable", 410)
        self.why = why


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


def replayed(id: str, events: list[Event]) -> Table:
    """Return the table after these events. The rules may have to be compiled first, so it needs a thread."""
    place = 0, events[0].kind
    try:
        load_kernels(load(events[0].data["game"], **events[0].data["options"]))
        table = Table.created(id, events[0])
        for number, event in enumerate(events[1:], 1):
            place = number, event.kind
            table.apply(event)
    except (MemoryError, sa.exc.SQLAlchemyError):
        raise
    except Exception as error:  # a damaged event can fail anywhere
        # Only the type, because the message of an error may repeat a secret. That of a missing game does not.
        why = str(error) if isinstance(error, OptionError | FolderError) else type(error).__name__
        raise Unreadable("event {} ({}): {}".format(*place, why)) from error
    return table


def load_kernels(game: Game) -> None:
    """Load the kernels of a game. The first time takes a second, so it needs a thread."""
    assert game.rulebook.rules.kernels


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
