"""Tables made again from their events."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.errors import FolderError, OptionError
from ludotheque.library import load
from ludotheque.position import Game
from ludotheque.server.errors import RequestError
from ludotheque.server.tables.events import Event
from ludotheque.server.tables.table import Table


class Unreadable(RequestError):
    """A table whose events cannot be applied: its game is not installed any more, or an event is damaged."""

    def __init__(self, why: str) -> None:
        super().__init__("unreadable", 410)
        self.why = why


def replayed(id: str, events: Sequence[Event]) -> Table:
    """Return the table after these events. The rules may have to be compiled first, so it needs a thread."""
    place = 0, events[0].kind
    try:
        load_kernels(load(events[0].data["game"], **events[0].data["options"]))
        table = Table.created(id, events[0])
        for number, event in enumerate(events[1:], 1):
            place = number, event.kind
            table.apply(event)
    except MemoryError:
        raise
    except Exception as error:  # a damaged event can fail anywhere
        # Only the type, because the message of an error may repeat a secret. That of a missing game does not.
        why = str(error) if isinstance(error, OptionError | FolderError) else type(error).__name__
        raise Unreadable("event {} ({}): {}".format(*place, why)) from error
    return table


def load_kernels(game: Game) -> None:
    """Load the kernels of a game. The first time takes a second, so it needs a thread."""
    assert game.rulebook.rules.kernels
