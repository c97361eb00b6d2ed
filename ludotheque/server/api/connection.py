"""A connection: the socket between one page and a table."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, Protocol

from ludotheque.errors import LudothequeError
from ludotheque.server.api import schemas
from ludotheque.server.errors import RequestError
from ludotheque.server.http.rate_limits import TokenBucket
from ludotheque.server.serialize.message import error_json, message
from ludotheque.server.tables import requests
from ludotheque.server.tables.events import Event
from ludotheque.server.tables.live_table import LiveTable
from ludotheque.server.tables.table import Table
from ludotheque.server.tables.tables import Tables
from ludotheque.server.tables.viewer import Viewer
from ludotheque.server.validation import ValidationError

OLD_TYPES = {"decide", "face", "pulse"}
"""The types of messages that only pages of an older version send."""
MAX_SURPLUS = 30
"""A client that exceeds the rate limit this often is disconnected."""


class Socket(Protocol):
    """What a connection needs of a socket: that of a server, or of a page in the same browser."""

    on_writable: Callable[[], None]
    """Called when the other side takes messages again."""

    @property
    def writable(self) -> bool:
        """Whether the other side takes messages at once."""

    def send_text(self, text: bytes) -> None:
        """Send a message."""

    async def receive(self) -> Mapping[str, Any]:
        """Return the next message, or that the socket is closed."""

    def close(self, code: int) -> None:
        """Close the socket."""


class Connection:
    """One socket: it reads requests, carries them out and sends states."""

    def __init__(
        self,
        manager: Tables,
        live: LiveTable,
        socket: Socket,
        guest: str | None,
        address: str = "",
        take: Callable[[str], bool] = lambda _: True,
        take_table: Callable[[str], bool] = lambda _: True,
        blocked: Callable[[], bool] = lambda: False,
    ) -> None:
        self.manager, self.live, self.socket = manager, live, socket
        self.viewer = Viewer(guest, address)
        self._take, self._take_table = take, take_table
        """Take a token of an address, for a message or a new table. All its sockets share them."""
        self._blocked = blocked
        """Whether a host has blocked the address since the page came."""
        self.viewer.wake = socket.on_writable = self._wake
        self._awake = False
        """Whether messages will be sent soon."""
        self._bucket = TokenBucket(manager.settings.messages_per_second, manager.settings.message_burst)
        self._surplus = 0
        self._received = 0.0
        """When the message came that is being carried out."""
        self._pings: dict[int, int] = {}
        """When the last ping was sent, by its number."""
        self._handlers: dict[type[Any], Callable[[Any], Awaitable[None]]] = {
            schemas.Move: self._move,
            schemas.Handover: self._hand_over,
            schemas.Resign: self._resign,
            schemas.Offer: self._offer,
            schemas.Decline: self._decline,
            schemas.Claim: self._claim,
            schemas.Rename: self._rename,
            schemas.Pong: self._pong,
        }

    async def hold(self) -> None:
        """Serve the page until it or the network closes the socket."""
        self.manager.enter(self.live, self.viewer)
        pinging = asyncio.create_task(self._ping())
        try:
            # Its own task: to wake this one goes through all layers of the web framework, at every message.
            await asyncio.create_task(self._listen())
        finally:
            self.live.leave(self.viewer)
            pinging.cancel()
            await asyncio.gather(pinging, return_exceptions=True)

    # Sending.

    def _wake(self) -> None:
        if not self._awake:
            self._awake = True
            self.manager.send_queue.add(self._send)

    def _send(self) -> None:
        """Send the messages that wait, as far as the network takes them. It wakes this connection for the others."""
        self._awake = False
        while self.socket.writable and (text := self.viewer.next()) is not None:
            self.socket.send_text(text)

    async def _ping(self) -> None:
        """Measure the delay of the connection. The socket's own pings find out whether the page has gone."""
        number = 0
        while True:
            number += 1
            self._pings = {number: self.manager.now()}
            self.viewer.send(message("ping", {"id": number}), keep=True)
            await asyncio.sleep(self.manager.settings.ping_every / 1000)
            if self._blocked():
                self._cut()  # a page that only listens says nothing that could be refused

    def _cut(self) -> None:
        """Tell a page that its address is blocked, and close the socket."""
        self.socket.send_text(message("gone", error_json(RequestError("blocked", 403))))
        self.socket.close(4000)

    def refuse(self, error: LudothequeError, key: str) -> None:
        """Send an error as the answer to a request."""
        self.viewer.send(message("refused", {"key": key, **error_json(error)}), keep=True)

    # Receiving.

    async def _listen(self) -> None:
        while True:
            received = await self.socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            if self._blocked():
                self._cut()
                return
            if self.manager.live.get(self.live.table.id) is not self.live:
                # The table was removed. The page answers pings, so this comes soon after it, and perhaps before `gone`.
                self._send()
                self.socket.close(4000)
                return
            if self.viewer.overwhelmed:
                self.socket.close(1008)
                return
            if not (self._bucket.take() and self._take(self.viewer.address)):
                self._surplus += 1
                if self._surplus > MAX_SURPLUS:
                    self.socket.close(1008)
                    return
                self.refuse(RequestError("fast"), _key_of(received.get("text")))
                continue
            await self.receive(received.get("text"))

    async def receive(self, text: str | None) -> None:
        """Carry out one message, or send the error."""
        self._received = time.perf_counter()
        try:
            request = schemas.socket_message.validate_json(text or "")
        except ValidationError:
            self.refuse(RequestError("version" if _type_of(text) in OLD_TYPES else "message"), _key_of(text))
            return
        key = getattr(request, "key", None) or ""
        try:
            await self._handlers[type(request)](request)
        except LudothequeError as error:
            self.refuse(error, key)
            if isinstance(error, RequestError):
                # The page that asked for it shows an old state.
                self.viewer.send(self.live.state(self.viewer))
        except Exception as error:  # the connection must stay
            self.manager.failed(f"table {self.live.table.id}", error)
            self.refuse(RequestError("unexpected"), key)

    async def _act(self, request: schemas.SeatMessage, check: requests.Check) -> None:
        """Carry out the request of a seat that this browser holds."""
        viewer, key = self.viewer, request.key
        of_guest = partial(requests.of_guest, viewer.guest, request.seat, key, check)
        await self.manager.act(self.live, of_guest, viewer, key, self._received)

    async def _move(self, request: schemas.Move) -> None:
        lag = min(self.viewer.lag, self.manager.settings.lag_compensation)
        elapsed = self.manager.store.elapsed
        await self._act(
            request, partial(requests.move, ticket=request.ticket, text=request.move, elapsed=elapsed, lag=lag)
        )

    async def _hand_over(self, request: schemas.Handover) -> None:
        table, seat = self.live.table, request.seat
        if seat not in table.seats_of(self.viewer.guest):
            raise RequestError("not_yours")
        if seat in table.turns:
            self.viewer.asked = seat, table.turns[seat].ticket
        self.viewer.send(self.live.state(self.viewer))

    async def _resign(self, request: schemas.Resign) -> None:
        await self._act(request, requests.resign)

    async def _offer(self, request: schemas.Offer) -> None:
        if request.what == "rematch" and not self._take_table(self.viewer.address):
            raise RequestError("many_new")
        await self._act(request, partial(requests.offer, what=request.what))

    async def _decline(self, request: schemas.Decline) -> None:
        await self._act(request, partial(requests.decline, what=request.what))

    async def _claim(self, request: schemas.Claim) -> None:
        def check(table: Table, seat: int, key: str, now: int) -> list[Event]:
            # Who is absent counts when the request is carried out, not when it arrives.
            absent = self.live.absent()
            return requests.claim(table, seat, key, now, absent=absent, draw=request.result == "draw")

        await self.manager.read_presence(self.live.table.id)
        await self._act(request, check)

    async def _rename(self, request: schemas.Rename) -> None:
        await self._act(request, partial(requests.rename, name=request.name))

    async def _pong(self, request: schemas.Pong) -> None:
        sent = self._pings.pop(request.id, None)
        if sent is not None:
            self.viewer.lag = max(0, self.manager.now() - sent)


def _key_of(text: str | None) -> str:
    """Return the key of a message that could not be read, as far as it has one."""
    key = _text_in(text, "key")
    return key if len(key) <= 40 and key.isascii() else ""


def _type_of(text: str | None) -> str:
    """Return the type of a message that could not be read, as far as it has one."""
    return _text_in(text, "type")


def _text_in(text: str | None, field: str) -> str:
    """Return a text in a message of any form; without it, an empty one."""
    with contextlib.suppress(ValueError, RecursionError):
        value = schemas.json_object(text or "").get(field)
        return value if isinstance(value, str) else ""
    return ""
