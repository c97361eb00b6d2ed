"""What happened at a table. Tables are nothing but their events, told again in order."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from pydantic_core import to_json


@dataclass(frozen=True)
class Event:
    """One thing that happened, when (milliseconds since 1970), and the particulars.

    created, joined, returned, left, renamed; decided, offered, declined, taken_back; ended, cancelled, continued.
    """

    kind: str
    at: int
    data: dict[str, Any]

    @property
    def body(self) -> str:
        """The particulars as text, for the database."""
        return to_json(self.data).decode()

    @classmethod
    def stored(cls, kind: str, at: int, body: str) -> Event:
        return cls(kind, at, json.loads(body))
