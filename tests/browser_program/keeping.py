"""What stands for a browser's database. It runs here and in Pyodide."""

from __future__ import annotations

import asyncio
import json
from typing import Any


class MemoryKept:
    """A database in memory, which may be full. Several pages may share it."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[str, Any]] = {}
        self.events: dict[str, list[Any]] = {}
        self.notes: dict[str, str] = {}
        self.full = False

    async def append(self, updates: str) -> bool:
        await self._answer()
        news = json.loads(updates)["updates"]
        if any(len(self.events.get(one["table"], [])) != one["first"] for one in news):
            return False
        for one in news:
            self.rows[one["table"]] = one["row"]
            self.events.setdefault(one["table"], []).extend(one["events"])
        return True

    async def load(self, table: str, first: int) -> str:
        await self._answer()
        return json.dumps(self.events.get(table, [])[first:])

    async def list(self) -> str:
        await self._answer()
        return json.dumps(list(self.rows.values()))

    async def get(self, name: str) -> str | None:
        await self._answer()
        return self.notes.get(name)

    async def put(self, name: str, value: str) -> None:
        await self._answer()
        self.notes[name] = value

    async def _answer(self) -> None:
        await asyncio.sleep(0)
        if self.full:
            raise OSError("QuotaExceededError")
