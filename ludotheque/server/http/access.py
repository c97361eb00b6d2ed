"""The access log: a line for each request.

A line names the route, such as `/api/tables/{id}/join`, and not the address that was asked for. Addresses hold ids of
tables, and a mistyped one may hold the key of a seat.
"""

from __future__ import annotations

import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque.server.http.addresses import address_of
from ludotheque.server.logs import access

UNKNOWN = "(no route)"


class AccessMiddleware:
    """Logs each request with its client, method, route, status and time."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        begun, status = time.perf_counter(), "-"

        async def note_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = str(message["status"])
            elif message["type"] == "websocket.accept":
                status = "101"
            await send(message)

        try:
            await self.app(scope, receive, note_status)
        finally:
            took = (time.perf_counter() - begun) * 1000
            method = scope.get("method", "SOCKET")
            access.info("%s %s %s %s %.0f ms", address_of(scope), method, route_of(scope), status, took)


def route_of(scope: Scope) -> str:
    """Return the route that answered, with names in braces in the place of what was asked for."""
    return getattr(scope.get("route"), "path", UNKNOWN)
