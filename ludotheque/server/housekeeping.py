"""Housekeeping: what a running server does for its host.

It reads what `ludotheque admin` has changed, and removes old tables.
"""

from __future__ import annotations

import asyncio
import logging

import sqlalchemy as sa

from ludotheque.server.settings import HOUR
from ludotheque.server.tables.blocked import BlockList, blocked_networks
from ludotheque.server.tables.manager import TableManager
from ludotheque.server.tables.retention import BATCH, Retention, prune
from ludotheque.server.tables.schema import meta

log = logging.getLogger("ludotheque.server")


class Housekeeping:
    """Looks at the database every few seconds."""

    def __init__(self, manager: TableManager) -> None:
        self.manager = manager
        self.blocked = BlockList()
        self._restored: str | None = None
        self._prune_at = 0

    def prepare(self) -> None:
        """Read everything before the first request comes."""
        self._read()

    async def run(self) -> None:
        """Keep house until the server stops."""
        while True:
            await asyncio.sleep(self.manager.settings.sweep_every / 1000)
            try:
                await self.keep()
            except Exception as error:  # the next round may succeed
                log.error("housekeeping: %s", type(error).__name__)

    async def keep(self) -> None:
        """Do one round."""
        if await asyncio.to_thread(self._read):
            await self.manager.reload_all()
        await self._prune()

    def _read(self) -> bool:
        """Read what a host can change, and return whether a backup was restored since the last time."""
        engine = self.manager.store.engine
        self.blocked.replace(blocked_networks(engine))
        with engine.connect() as connection:
            restored = connection.execute(sa.select(meta.c.value).where(meta.c.name == "restored")).scalar()
        before, self._restored = self._restored, restored
        return before != restored

    async def _prune(self) -> None:
        """Remove a batch of old tables. The next round goes on; when all are gone, the next look is in an hour."""
        manager, now = self.manager, self.manager.now()
        if now < self._prune_at:
            return
        retention = Retention.of(manager.settings)
        removed = await asyncio.to_thread(prune, manager.store.engine, retention, now)
        self._prune_at = now if len(removed) == BATCH else now + HOUR
        for id in removed:
            manager.forget(id)
        if removed:
            log.info("%d old tables removed", len(removed))
