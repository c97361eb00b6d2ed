"""Turns: a bounded number of works at a time, shared fairly among those who ask."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque

from ludotheque.server.errors import RequestError


class Turns:
    """Places for works. Askers get the free places in turn, whatever number of works each of them has.

    `each` bounds the works of one asker and `most` those of all, under way or waiting. More are refused.
    """

    def __init__(self, places: int, *, each: int, most: int, refusal: str) -> None:
        self.each, self.most, self.refusal = each, most, refusal
        self._free = places
        self._asked: Counter[str] = Counter()
        """How many works each asker has, under way or waiting."""
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        """The works that wait, by asker. The next turn belongs to the first asker."""

    @property
    def waiting(self) -> int:
        """How many works wait for a place."""
        return sum(map(len, self._waiting.values()))

    def check(self, asker: str) -> None:
        """Raise a `RequestError` when too many works wait."""
        if self._asked[asker] >= self.each or self._asked.total() >= self.most:
            raise RequestError(self.refusal, 503)

    async def take(self, asker: str) -> None:
        """Wait for a place; raise a `RequestError` when too many works wait."""
        self.check(asker)
        self._asked[asker] += 1
        if self._free:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(asker, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._leave(asker, turn)
            else:  # the place came at the same moment
                self.give_back(asker)
            raise

    def give_back(self, asker: str) -> None:
        """Give a place of this asker to the next one."""
        self._forget(asker)
        while self._waiting:
            following, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._waiting[following] = turns
            if not turn.done():  # one that was cancelled at this moment is skipped
                turn.set_result(None)
                return
        self._free += 1

    def _leave(self, asker: str, turn: asyncio.Future[None]) -> None:
        self._forget(asker)
        turns = self._waiting.get(asker, ())
        if turn in turns:
            self._waiting[asker].remove(turn)
            if not turns:
                del self._waiting[asker]

    def _forget(self, asker: str) -> None:
        self._asked[asker] -= 1
        if not self._asked[asker]:
            del self._asked[asker]
