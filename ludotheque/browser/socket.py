"""The connection between a page and a table in the same browser. It has the face of a server's socket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class PageSocket:
    """A socket whose other end is the page that started this program."""

    writable = True
    """A page in the same browser always takes messages."""

    def __init__(self, send: Callable[[str], object], closed: Callable[[int], object]) -> None:
        self._send, self._closed = send, closed
        self._received: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        self.on_writable: Callable[[], None] = lambda: None

    def send_text(self, text: bytes) -> None:
        """Send a message to the page."""
        self._send(text.decode())

    def close(self, code: int) -> None:
        """Close the socket, and let the page know why."""
        self._closed(code)
        self.leave()

    async def receive(self) -> dict[str, str]:
        """Return the next message of the page, or that it has gone."""
        return await self._received.get()

    def hear(self, text: str) -> None:
        """Take a message of the page."""
        self._received.put_nowait({"type": "websocket.receive", "text": text})

    def leave(self) -> None:
        """Note that the page has gone."""
        self._received.put_nowait({"type": "websocket.disconnect"})
