"""Connections of the web server, with bounds on what one address may hold open.

A request must arrive within some seconds, and its answer must be read, so that nobody is served less because a stranger
begins requests and never ends them. Sockets of tables have bounds of their own (`socket.py`), and are counted elsewhere
(`api/socket.py`).
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from ludotheque.server.http.addresses import client_key, is_within
from ludotheque.server.settings import Settings

REQUEST_SECONDS = 10.0
"""In this time a request must have arrived, and a new connection must have sent one."""
SLOWEST = 10_000
"""Bytes of an answer that a client must read in this time."""
PLACE_SECONDS = 1.0
"""A connection counts at least this long. To open many one after the other costs the server as much as to hold many."""
PORTION = 1024
"""Bytes that are read at a time. Parts of a body can have six, and each takes a while."""


class Connections:
    """How many connections each address holds."""

    def __init__(self, settings: Settings) -> None:
        self.limit = settings.share(settings.connections_per_address)
        self._proxies = [proxy.strip() for proxy in settings.proxies.split(",") if proxy.strip()]
        self._held: Counter[str] = Counter()

    def take(self, exact: str) -> bool:
        """Return whether a client may hold one more connection, and count it."""
        address = client_key(exact)
        if self._held[address] >= self.limit and not self._is_proxy(exact):
            return False
        self._held[address] += 1
        return True

    def _is_proxy(self, exact: str) -> bool:
        """Return whether this is a proxy: it holds the connections of many people, and has bounds of its own."""
        return any(proxy in {"*", exact} or is_within(exact, proxy) for proxy in self._proxies)

    def release(self, address: str) -> None:
        """Count a connection no more."""
        self._held[address] -= 1
        if not self._held[address]:
            del self._held[address]


def bounded_protocol(settings: Settings) -> type[asyncio.Protocol]:
    """Return the protocol of a web server with these settings."""
    return type("Protocol", (BoundedProtocol,), {"all": Connections(settings)})


class BoundedProtocol(H11Protocol):
    """A connection that counts for its address, and ends when its request does not come or its answer is not read.

    It reads requests with h11, which bounds their heads. Other parsers do not.
    """

    all: Connections
    address = ""
    opened = 0.0
    timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        exact = self.client[0] if self.client else "-"
        if self.all.take(exact):
            self.address, self.opened = client_key(exact), self.loop.time()
            self._expect_request()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        for begin in range(0, len(data), PORTION):
            # A body in parts is refused (`middleware`), so its parts are not read. Each would take a while.
            if self.transport.is_closing() or self.transport.get_protocol() is not self or self._in_parts():
                break
            super().data_received(data[begin : begin + PORTION])
        if self._being_answered() and not self._unread():
            self._stop_timer()
        else:
            self._expect_progress()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._expect_progress()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._expect_progress()

    def handle_websocket_upgrade(self, *event: Any) -> None:
        self._release()
        super().handle_websocket_upgrade(*event)

    def connection_lost(self, error: Exception | None) -> None:
        self._release()
        super().connection_lost(error)

    def _in_parts(self) -> bool:
        """Return whether the body of the request comes in parts (chunked)."""
        return self.cycle is not None and any(name == b"transfer-encoding" for name, _ in self.cycle.scope["headers"])

    def _being_answered(self) -> bool:
        """Return whether a whole request is here and its answer is not."""
        return self.cycle is not None and not self.cycle.more_body and not self.cycle.response_complete

    def _unread(self) -> int:
        """Return how many bytes of answers wait for the client."""
        return self.transport.get_write_buffer_size()

    def _expect_request(self) -> None:
        self.timer = self.loop.call_later(REQUEST_SECONDS, self._cut)

    def _expect_progress(self) -> None:
        if self.timer is None and self.address:
            self._expect_request()

    def _cut(self, before: int | None = None) -> None:
        """End the connection, unless its answer is being made or read; `before` is what was unread the last time."""
        self.timer = None
        unread = self._unread()
        if unread and (before is None or unread <= before - SLOWEST):
            self.timer = self.loop.call_later(REQUEST_SECONDS, self._cut, unread)
        elif unread or not self._being_answered():
            self.transport.abort()

    def _stop_timer(self) -> None:
        if self.timer:
            self.timer.cancel()
            self.timer = None

    def _release(self) -> None:
        self._stop_timer()
        if self.address:
            left = PLACE_SECONDS - (self.loop.time() - self.opened)
            self.loop.call_later(max(0.0, left), self.all.release, self.address)
            self.address = ""
