"""Connections of the web server, with bounds on what one address may hold open.

A request must arrive within some seconds, so that nobody is served less because a stranger begins requests and never
ends them. Sockets of tables have bounds of their own (`socket.py`), and are counted elsewhere (`api/socket.py`).
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from ludotheque.server.http.addresses import client_key, is_within
from ludotheque.server.settings import Settings

REQUEST_SECONDS = 10.0
"""In this time a request must have arrived, and a new connection must have sent one."""
PORTION = 1024
"""Bytes that are read at a time. Parts of a body can have six, and each takes a while."""


class Connections:
    """How many connections each address holds."""

    def __init__(self, settings: Settings) -> None:
        self.limit = settings.share(settings.connections_per_address)
        self._proxies = [proxy.strip() for proxy in settings.proxies.split(",") if proxy.strip()]
        self._held: Counter[str] = Counter()

    def take(self, exact: str) -> bool:
        """Count a connection of a client, and return whether it may hold it."""
        address = client_key(exact)
        self._held[address] += 1
        return self._held[address] <= self.limit or self._is_proxy(exact)

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


class BoundedProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """A connection that counts for its address, and ends when its request does not come."""

    all: Connections
    address = ""
    timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        exact = self.client[0] if self.client else "-"
        self.address = client_key(exact)
        if self.all.take(exact):
            self._expect_request()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        for begin in range(0, len(data), PORTION):
            # A body in parts is refused (`middleware`), so its parts are not read. Each would take a while.
            if self.transport.is_closing() or self.transport.get_protocol() is not self or self._in_parts():
                break
            super().data_received(data[begin : begin + PORTION])
        if self._being_answered():
            self._stop_timer()
        elif self.timer is None and self.address:
            self._expect_request()

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

    def _expect_request(self) -> None:
        self.timer = self.loop.call_later(REQUEST_SECONDS, self._cut)

    def _cut(self) -> None:
        self.timer = None
        if not self._being_answered():
            self.transport.abort()

    def _stop_timer(self) -> None:
        if self.timer:
            self.timer.cancel()
            self.timer = None

    def _release(self) -> None:
        self._stop_timer()
        if self.address:
            self.all.release(self.address)
            self.address = ""
