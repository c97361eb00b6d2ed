"""Viewers: the open pages of a table, and the messages that wait for them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from ludotheque.server import logs

MAX_WAITING = 100
MAX_ROUND = 200
"""Viewers that are sent to in one round of the event loop."""


class SendQueue:
    """Functions that send something, called together in the next round of the event loop.

    After a commit many tables have new states. A processor first makes all states and then sends them faster than it
    does both in turns.
    """

    def __init__(self) -> None:
        self._waiting: list[Callable[[], None]] = []

    def add(self, send: Callable[[], None]) -> None:
        """Call this function soon."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._send)
        self._waiting.append(send)

    def _send(self) -> None:
        waiting, self._waiting = self._waiting[:MAX_ROUND], self._waiting[MAX_ROUND:]
        if self._waiting:
            # A crowd of onlookers is sent to in several rounds, so that players need not wait for it.
            asyncio.get_running_loop().call_soon(self._send)
        for send in waiting:
            try:
                send()
            except Exception as error:  # all others must go on
                logs.report("sending failed", error)


class Viewer:
    """One open page: the messages that wait for it, and the delay of its connection.

    States are whole. A newer state replaces an older one that still waits, unless the older one answers a request.
    """

    def __init__(self, guest: str | None, address: str = "") -> None:
        self.guest, self.address = guest, address
        self.asked: tuple[int, int] | None = None
        """The seat that this page asked for, with the ticket of its turn, when its browser holds several seats."""
        self.lag = 0
        self.wake: Callable[[], None] = lambda: None
        """Called when a message waits."""
        self._waiting: deque[tuple[bytes, bool]] = deque()

    def send(self, text: bytes, *, keep: bool = False) -> None:
        """Send this message soon. Unless it is kept, a newer one may replace it."""
        if not keep and self._waiting and not self._waiting[-1][1]:
            self._waiting.pop()
        self._waiting.append((text, keep))
        self.wake()

    @property
    def waiting(self) -> int:
        """How many messages wait for this page."""
        return len(self._waiting)

    @property
    def overwhelmed(self) -> bool:
        """Whether more messages wait than a page that reads them would let wait."""
        return self.waiting > MAX_WAITING

    def next(self) -> bytes | None:
        """Return the next message to send, if one waits."""
        return self._waiting.popleft()[0] if self._waiting else None
