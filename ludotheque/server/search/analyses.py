"""Analyses for readers, in their own threads. No table waits for an analysis.

A client has one search at a time. A new search stops the one before. An engine keeps what it learned, so the next
position of the same game is quicker.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from ludotheque.engine.analysis import Analysis
from ludotheque.engine.engine import Engine, engine_for
from ludotheque.engine.limit import Limit
from ludotheque.errors import IllegalMove, LudothequeError
from ludotheque.position import Game, Position, View
from ludotheque.server.errors import RequestError
from ludotheque.server.search.pool import Search, SearchPool
from ludotheque.server.serialize.position import check_move_count
from ludotheque.texts import say

T = TypeVar("T")
MAX_IDLE = 4
MAX_WAITING = 24
"""Searches that wait for a thread. More are refused."""


def view_to_analyse(position: Position, player: int | None) -> View:
    """Return the position as the player to move sees it. What they may not know plays no part.

    `player` names one of several players to move; None is the first of them.
    """
    if not position.to_act:
        raise IllegalMove("ALL-5", say("refusals.over"))
    actor = position.to_act[0] if player is None else player
    view = position.view(actor)
    if actor not in position.to_act:
        raise LudothequeError(say("refusals.which", players="+".join(map(str, position.to_act))))
    check_move_count(view, actor)
    return view


class Analyses:
    """All analyses of a server."""

    def __init__(self) -> None:
        threads = max(1, (os.cpu_count() or 2) // 2)
        self.pool = SearchPool(_engine, threads=threads, max_idle=MAX_IDLE, name="ludotheque-analysis")
        self._readers = ThreadPoolExecutor(2, "ludotheque-reader")
        self._running: dict[str, Search] = {}
        self._waiting = 0

    async def read(self, work: Callable[[], T]) -> T:
        """Return the result of `work`. Reading a long game takes a while, so it has its own threads."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, work)

    def begin(self, client: str) -> Search:
        """Return a new search of a client, and stop the client's old one."""
        if old := self._running.pop(client, None):
            old.stop()
        self._running[client] = search = Search()
        return search

    def end(self, client: str, search: Search) -> None:
        """Stop a search of a client."""
        search.stop()
        if self._running.get(client) is search:
            del self._running[client]

    @property
    def running(self) -> int:
        """How many clients have a search."""
        return len(self._running)

    async def analyse(self, search: Search, view: View, seconds: float, lines: int) -> Analysis:
        """Return the analysis of a position; raise a `RequestError` when a newer search took this one's place."""
        if self._waiting >= MAX_WAITING:
            raise RequestError("busy", 503)

        def work(engine: Engine) -> Analysis:
            with Limit(seconds) as limit:
                search.bind(limit.stop)
                return engine.search(view, limit, lines=lines)

        self._waiting += 1
        try:
            analysis = await self.pool.run(search, view.game, work)
        finally:
            self._waiting -= 1
        if analysis is None:
            raise RequestError("newer")
        return analysis

    def close(self) -> None:
        """Stop all searches."""
        for search in self._running.values():
            search.stop()
        self.pool.close()
        self._readers.shutdown(wait=False, cancel_futures=True)


def _engine(game: Game) -> Engine:
    return engine_for(game.rulebook)
