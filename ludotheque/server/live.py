"""The socket between a page and a table."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import types
from collections.abc import Awaitable, Callable, Coroutine, Generator
from typing import Any

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ludotheque.errors import LudothequeError
from ludotheque.server import messages
from ludotheque.server.events import Event
from ludotheque.server.hall import Hall
from ludotheque.server.limits import Bucket
from ludotheque.server.refusal import Refusal, to_json
from ludotheque.server.room import Room, Viewer
from ludotheque.server.sight import dumps
from ludotheque.server.table import Table

log = logging.getLogger("ludotheque.server")
GONE = WebSocketDisconnect, RuntimeError
"""What sending to somebody who has left raises."""
MANNERLESS = 30
"""After so many messages too many the line is cut."""


@types.coroutine
def rest_of(begun: Coroutine[Any, Any, None], awaited: Any) -> Generator[Any, Any, None]:
    """What is left of a coroutine that has begun to wait."""
    while True:
        value = yield awaited
        try:
            awaited = begun.send(value)
        except StopIteration:
            return


class Line:
    """One socket: reads requests, carries them out, sends what is to be seen."""

    def __init__(self, hall: Hall, room: Room, socket: WebSocket, guest: str | None) -> None:
        self.hall, self.room, self.socket = hall, room, socket
        self.viewer = Viewer(guest)
        self.viewer.wake = self._wake
        self._awake = False
        """Whether texts are being sent, or will be in a moment."""
        self._sending: asyncio.Task[None] | None = None
        self.bucket = Bucket(hall.settings.messages_per_second, hall.settings.message_burst)
        self.pulses: dict[int, int] = {}
        self.surplus = 0
        self.requests: dict[type[Any], Callable[[Any], Any]] = {
            messages.Decide: self.decide,
            messages.Face: self.face,
            messages.Resign: self.resign,
            messages.Offer: self.offer,
            messages.Decline: self.decline,
            messages.Claim: self.claim,
            messages.Rename: self.rename,
            messages.Pulse: self.pulse,
        }

    async def hold(self) -> None:
        """Until the page or the network hangs up."""
        self.room.enter(self.viewer)
        heart = asyncio.create_task(self._beat())
        try:
            # A task of its own: waking this one goes through all the layers of the web framework, at every message.
            await asyncio.create_task(self._listen())
        finally:
            self.room.leave(self.viewer)
            tasks = [task for task in (heart, self._sending) if task]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _wake(self) -> None:
        if not self._awake:
            self._awake = True
            self.hall.post.soon(self._send)

    def _send(self) -> None:
        """Send what waits. Nearly always the network takes a text at once, and then no task is needed for it."""
        while (text := self.viewer.next()) is not None:
            sending = self.socket.send_text(text)
            try:
                awaited = sending.send(None)
            except (StopIteration, *GONE):  # sent; or whoever listens on this line finds out too
                continue
            except Exception as error:  # neither this line nor the others may fall silent
                _note(error)
                continue
            self._sending = asyncio.create_task(self._deliver(rest_of(sending, awaited)))
            return
        self._awake = False

    async def _deliver(self, sending: Awaitable[None]) -> None:
        """Wait for a slow network, then go on."""
        try:
            with contextlib.suppress(*GONE):
                await sending
        except Exception as error:
            _note(error)
        self._send()

    async def _beat(self) -> None:
        """Measure how far away the page is; what does not answer is gone, as the socket's own pings find out."""
        number = 0
        while True:
            number += 1
            self.pulses = {number: self.hall.now()}
            self.viewer.see(dumps({"v": messages.VERSION, "type": "pulse", "id": number}), keep=True)
            await asyncio.sleep(self.hall.settings.pulse_every / 1000)

    async def _listen(self) -> None:
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if self.viewer.overwhelmed:
                await self.socket.close(1008)
                return
            if not self.bucket.take():
                self.surplus += 1
                if self.surplus > MANNERLESS:
                    await self.socket.close(1008)
                    return
                self.refuse(Refusal("fast"), _key_of(message.get("text")))
                continue
            await self.hear(message.get("text"))

    async def hear(self, text: str | None) -> None:
        """One message; whatever is wrong with it is told in words."""
        try:
            said = messages.heard.validate_json(text or "")
        except ValidationError:
            self.refuse(Refusal("message"), _key_of(text))
            return
        key = getattr(said, "key", None) or ""
        try:
            await self.requests[type(said)](said)
        except LudothequeError as error:
            self.refuse(error, key)
            if isinstance(error, Refusal):
                # Whoever asks for what is no longer possible sees an old state.
                self.viewer.see(self.room.state(self.viewer))
        except Exception as error:  # the line must hold; the kind alone is noted, words might tell a secret
            log.error("table %s: %s", self.room.table.id, type(error).__name__)
            self.refuse(Refusal("unexpected"), key)

    def refuse(self, error: LudothequeError, key: str) -> None:
        self.viewer.see(dumps({"v": messages.VERSION, "type": "refused", "key": key, **to_json(error)}), keep=True)

    def own(self, table: Table, seat: int) -> int:
        if seat not in table.seats_of(self.viewer.guest):
            raise Refusal("not_yours")
        return seat

    async def act(self, said: Any, ask: Callable[[Table, int, int], list[Event]]) -> None:
        """Ask the table something in the name of a seat that this browser holds."""
        viewer = self.viewer

        def checked(table: Table, now: int) -> list[Event]:
            return ask(table, self.own(table, said.seat), now)

        await self.hall.act(self.room, checked, viewer, said.key)

    async def decide(self, said: messages.Decide) -> None:
        forgiven = min(self.viewer.lag, self.hall.settings.lag_forgiven)
        elapsed = self.hall.store.elapsed
        await self.act(
            said, lambda table, seat, now: table.decide(seat, said.due, said.move, said.key, now, elapsed, forgiven)
        )

    async def face(self, said: messages.Face) -> None:
        table = self.room.table
        seat = self.own(table, said.seat)
        if seat in table.due:
            self.viewer.asked = seat, table.due[seat]
        self.viewer.see(self.room.state(self.viewer))

    async def resign(self, said: messages.Resign) -> None:
        await self.act(said, lambda table, seat, now: table.resign(seat, said.key, now))

    async def offer(self, said: messages.Offer) -> None:
        await self.act(said, lambda table, seat, now: table.offer(seat, said.what, said.key, now))

    async def decline(self, said: messages.Decline) -> None:
        await self.act(said, lambda table, seat, now: table.decline(seat, said.what, said.key, now))

    async def claim(self, said: messages.Claim) -> None:
        draw, absent = said.wanted == "draw", self.room.absent
        await self.act(said, lambda table, seat, now: table.claim(seat, absent(), draw, said.key, now))

    async def rename(self, said: messages.Rename) -> None:
        await self.act(said, lambda table, seat, now: table.rename(seat, said.name, said.key, now))

    async def pulse(self, said: messages.Pulse) -> None:
        sent = self.pulses.pop(said.id, None)
        if sent is not None:
            self.viewer.lag = max(0, self.hall.now() - sent)


def _note(error: Exception) -> None:
    """The kind alone: an error's words may repeat what somebody keeps secret."""
    log.error("sending failed: %s", type(error).__name__)


def _key_of(text: str | None) -> str:
    """The key of a message that could not be understood, as far as it has one."""
    with contextlib.suppress(ValueError, RecursionError):
        key = messages.json_object(text or "").get("key")
        return key if isinstance(key, str) and len(key) <= 40 and key.isascii() else ""
    return ""


async def turn_away(socket: WebSocket, refusal: Refusal) -> None:
    """Say why, then hang up."""
    await socket.accept()
    await socket.send_text(dumps({"v": messages.VERSION, "type": "gone", **to_json(refusal)}))
    if socket.application_state == WebSocketState.CONNECTED:
        await socket.close(4000)
