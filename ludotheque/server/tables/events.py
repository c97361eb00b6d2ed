"""The events of a table. A table is the result of its events, applied in order."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ludotheque.server.encoding import to_json


@dataclass(frozen=True)
class Event:
    """One event with its moment (milliseconds since 1970) and its data.

    The kinds are created, joined, returned, left, renamed; moved, offered, declined, taken_back; ended, cancelled,
    continued.
    """

    kind: str
    at: int
    data: dict[str, Any]

    @property
    def body(self) -> str:
        """The data as text, for the database."""
        return to_json(self.data).decode()

    @classmethod
    def from_row(cls, kind: str, at: int, body: str) -> Event:
        """Return the event of a row in the database."""
        return cls(kind, at, json.loads(body))
