"""Sockets: the WebSocket protocol (RFC 6455) between a page and the application, behind the web server.

Until a socket is accepted, the application speaks ASGI with it, as with any other. After that it may use the `Socket`
itself: a message then passes no layer of the web framework, and sending needs no task.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Any, cast

from starlette.types import Message, Scope
from uvicorn.config import Config
from uvicorn.protocols.utils import get_local_addr, get_remote_addr
from uvicorn.server import ServerState

from ludotheque.server import logs
from ludotheque.server.http import frames
from ludotheque.server.http.frames import FrameError, FrameReader, frame
from ludotheque.server.http.handshake import Handshake, refused
from ludotheque.server.http.rate_limits import TokenBucket
from ludotheque.server.settings import Settings

OTHER_FRAMES = 200
"""Frames beyond the messages that a socket may send at once: parts of messages, pings, pongs."""
PING_SECONDS = 20.0
"""A socket is pinged this often. It ends when the answer has not come by the next time."""
CLOSE_SECONDS = 10.0
"""How long a page may take to agree that the socket is closed."""
EXTENSION = "ludotheque.socket"


def bounded_socket(settings: Settings) -> type[asyncio.Protocol]:
    """Return the protocol of the sockets of a server with these settings."""
    return type("BoundedSocket", (Socket,), {"settings": settings})


def socket_of(scope: Scope) -> Socket:
    """Return the socket of a connection."""
    return cast(Socket, scope["extensions"][EXTENSION]["socket"])


class Socket(asyncio.Protocol):
    """One socket. It is cut when it sends more frames than a page would.

    Pings are answered at once, below the application. Without a bound a stranger could keep the server busy with them,
    or fill its memory with answers that nobody reads.
    """

    settings: Settings
    transport: asyncio.Transport

    def __init__(self, config: Config, server_state: ServerState, app_state: dict[str, Any]) -> None:
        self._config, self._server, self._state = config, server_state, app_state
        self._loop = asyncio.get_running_loop()
        rate, burst = self.settings.messages_per_second, self.settings.message_burst
        self._allowed = TokenBucket(2 * rate, burst + OTHER_FRAMES)
        self._frames = FrameReader(self.settings.max_message_bytes)
        self._handshake: Handshake | None = None
        self._refusal: Message = {}
        self._open = False
        """Whether messages go through it."""
        self._answered = False
        """Whether the request has been answered: the socket was opened, or refused."""
        self._received: deque[Message] = deque()
        """What the application has not taken yet. Nothing more is read meanwhile."""
        self._waiter: asyncio.Future[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._pinged = False
        """Whether the last ping has no answer yet."""
        self._choked = False
        self.on_writable: Callable[[], None] = lambda: None
        """Called when the network takes messages again."""

    # What the application uses.

    @property
    def writable(self) -> bool:
        """Whether the network takes a message now."""
        return self._open and not self._choked

    def send_text(self, text: bytes) -> None:
        """Send a message. It is lost when the page has gone."""
        self._write(frames.TEXT, text)

    def close(self, code: int = frames.NORMAL) -> None:
        """Close the socket, and give the page some seconds to agree."""
        if self._open:
            self._write_close(code)
            self._deliver({"type": "websocket.disconnect", "code": code})
            self.transport.resume_reading()
            self._timer = self._loop.call_later(CLOSE_SECONDS, self.transport.abort)

    async def receive(self) -> Message:
        """Return what came next, in the form of ASGI."""
        while not self._received:
            self._waiter = self._loop.create_future()
            await self._waiter
        message = self._received.popleft()
        if self._open and not self._received and not self.transport.is_reading():
            self.transport.resume_reading()
        return message

    async def send(self, message: Message) -> None:
        """Carry out what the application wants, in the form of ASGI."""
        kind = message["type"]
        if kind == "websocket.accept":
            self._accept(message.get("subprotocol"), message.get("headers", ()))
        elif kind == "websocket.send":
            text = message.get("text")
            self._write(*((frames.BINARY, message["bytes"]) if text is None else (frames.TEXT, text.encode())))
        elif kind == "websocket.close" and self._open:
            self.close(message.get("code", frames.NORMAL))
        elif kind == "websocket.close":
            self._refuse(HTTPStatus.FORBIDDEN)
        elif kind == "websocket.http.response.start":
            self._refusal = message
        elif kind == "websocket.http.response.body":
            self._refuse(self._refusal["status"], self._refusal["headers"], message["body"])

    # The network.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self._server.connections.add(cast(Any, self))

    def connection_lost(self, _: Exception | None) -> None:
        self._server.connections.discard(cast(Any, self))
        self._end(frames.ABNORMAL)

    def pause_writing(self) -> None:
        self._choked = True

    def resume_writing(self) -> None:
        self._choked = False
        self.on_writable()

    def data_received(self, data: bytes) -> None:
        if not self._handshake:
            self._begin(Handshake(data))  # the web server passes the whole head of the request on
            return
        try:
            for kind, content in self._frames.read(data):
                if not self._allowed.take():
                    self._open = False
                    self.transport.abort()
                if self.transport.is_closing():
                    return
                if content is not None:
                    self._take(kind, content)
        except FrameError as error:
            self._fail(error.code)

    def shutdown(self) -> None:
        """End it, because the server ends."""
        self._refuse(HTTPStatus.SERVICE_UNAVAILABLE)
        self._fail(frames.RESTART)

    # Opening.

    def _begin(self, handshake: Handshake) -> None:
        self._handshake = handshake
        if handshake.fault:
            self._refuse(*handshake.fault)
            return
        self.transport.pause_reading()  # until it is accepted
        scope = {
            **handshake.scope(),
            "asgi": {"version": self._config.asgi_version, "spec_version": "2.4"},
            "server": get_local_addr(self.transport),
            "client": get_remote_addr(self.transport),
            "root_path": self._config.root_path,
            "state": self._state.copy(),
            "extensions": {"websocket.http.response": {}, EXTENSION: {"socket": self}},
        }
        self._received.append({"type": "websocket.connect"})
        task = self._loop.create_task(self._run(scope))
        self._server.tasks.add(task)
        task.add_done_callback(self._server.tasks.discard)

    async def _run(self, scope: Scope) -> None:
        """Let the application serve the socket."""
        try:
            await self._config.loaded_app(scope, self.receive, self.send)
        except Exception as error:
            logs.report("a socket failed", error)
        self._refuse(HTTPStatus.INTERNAL_SERVER_ERROR)
        if self._open:
            self._fail(frames.NORMAL)

    def _accept(self, subprotocol: str | None, headers: Iterable[tuple[bytes, bytes]]) -> None:
        if self._answered or self.transport.is_closing():
            return
        assert self._handshake
        chosen = [(b"sec-websocket-protocol", subprotocol.encode())] if subprotocol else []
        self._answered = self._open = True
        self.transport.write(self._handshake.answer([*chosen, *headers]))
        self.transport.resume_reading()
        self._timer = self._loop.call_later(PING_SECONDS, self._ping)

    def _refuse(self, status: int, headers: Iterable[tuple[bytes, bytes]] = (), body: bytes = b"") -> None:
        """Answer the request, unless it was answered before, and open no socket."""
        if not (self._answered or self.transport.is_closing()):
            self._answered = True
            self.transport.write(refused(status, headers, body))
            self._deliver({"type": "websocket.disconnect", "code": frames.ABNORMAL})
            self.transport.close()

    # Frames.

    def _take(self, kind: int, content: bytes) -> None:
        if kind == frames.PING:
            self._write(frames.PONG, content)
        elif kind == frames.PONG:
            self._pinged = False
        elif kind == frames.CLOSE:
            self._fail(frames.close_code(content))
        elif self._open:
            form = {"text": frames.as_text(content)} if kind == frames.TEXT else {"bytes": content}
            self._deliver({"type": "websocket.receive", **form})

    def _write(self, kind: int, content: bytes) -> None:
        if self._open:
            self.transport.write(frame(kind, content))

    def _write_close(self, code: int) -> None:
        self._write(frames.CLOSE, b"" if code == frames.NO_CODE else code.to_bytes(2, "big"))
        self._open = False
        self._stop_timer()

    def _fail(self, code: int) -> None:
        """End it without waiting for the other side, which has ended it or broken the protocol."""
        self._write_close(code)
        self._end(code)
        self.transport.close()
        # It would wait for ever for a page that does not read.
        self._timer = self._loop.call_later(CLOSE_SECONDS, self.transport.abort)

    def _end(self, code: int) -> None:
        self._open = False
        self._stop_timer()
        self._deliver({"type": "websocket.disconnect", "code": code})

    def _deliver(self, message: Message) -> None:
        """Let the application have a message. Nothing more is read while messages wait."""
        self._received.append(message)
        if self._waiter and not self._waiter.done():
            self._waiter.set_result(None)
        elif self._open:
            self.transport.pause_reading()

    def _ping(self) -> None:
        if self._pinged:
            self._fail(frames.SILENT)
            return
        self._pinged = True
        self._write(frames.PING, b"")
        self._timer = self._loop.call_later(PING_SECONDS, self._ping)

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
