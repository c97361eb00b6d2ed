"""The middleware around the application: security headers, and checks of every request."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from functools import partial
from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque.server import logs
from ludotheque.server.errors import RequestError
from ludotheque.server.http import sessions, static
from ludotheque.server.http.addresses import address_of, exact_address_of
from ludotheque.server.http.rate_limits import RateLimit
from ludotheque.server.http.root_path import path_below
from ludotheque.server.metrics import Metrics
from ludotheque.server.serialize.message import error_json
from ludotheque.server.settings import Settings
from ludotheque.server.tables.blocked import BlockList
from ludotheque.server.tables.store import milliseconds

STUDY = "/api/study/"
FILES = ("/web/", "/program/")
WATCHED = {"/healthz", "/readyz"}
"""Addresses with a limit of their own. A server that is asked too often must not look dead to those who watch it."""
WATCH_RATE, WATCH_BURST = 10.0, 100
SLOWLY = {"blocked", "fast"}
"""Errors that are told after a while. A refusal costs the server almost as much as an answer, and whoever gets so many
would ask again at once."""
SLOW_SECONDS = 0.8, 1.6
"""The shortest and the longest while. They differ, so that those who wait do not all ask again at the same moment."""
POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",  # the page makes a PNG from an SVG
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
FILE_HEADERS = {"X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin"}
"""The headers of scripts and styles. They obey the policy of the page that loads them."""
HEADERS = {
    **FILE_HEADERS,
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}
FILE_TYPES = {"text/javascript", "text/css"}


def from_our_page(headers: Headers) -> bool:
    """Return whether a request comes from our page. Browsers name the page; programs need not."""
    origin, host = headers.get("origin"), headers.get("host")
    return origin is None or origin in {f"http://{host}", f"https://{host}"}


def security_headers(status: int, type: str) -> dict[str, str]:
    """Return the headers of an answer. One that says "not modified" leaves those that the browser has kept in force."""
    if status == HTTPStatus.NOT_MODIFIED:
        return {}
    return FILE_HEADERS if type.partition(";")[0] in FILE_TYPES else HEADERS


class SecurityMiddleware:
    """Adds security headers to every answer, and refuses requests that are too many, too long or from other pages.

    Answers for one browser are kept out of caches, and renew its cookie.
    """

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        metrics: Metrics,
        blocked: BlockList | None = None,
        now: Callable[[], int] = milliseconds,
    ) -> None:
        self.app, self.metrics = app, metrics
        self.settings = settings
        self.blocked = BlockList() if blocked is None else blocked
        self.now = now
        limit = partial(RateLimit.divided, processes=settings.processes)
        self.limit = limit(settings.requests_per_second, settings.request_burst)
        # A visit begins with many small files. They are cheap, and must not use up the tokens of requests.
        self.file_limit = limit(settings.files_per_second, settings.file_burst)
        self.watch_limit = limit(WATCH_RATE, WATCH_BURST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and not self.limit.take(address_of(scope)):
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def send_with_headers(message: Message) -> None:
            nonlocal begun
            begun = True
            if message["type"] == "http.response.start":
                self.metrics.answers.labels(f"{message['status'] // 100}xx").inc()
                headers = MutableHeaders(scope=message)
                for name, value in security_headers(message["status"], headers.get("content-type", "")).items():
                    headers.setdefault(name, value)
                if scope.get("state", {}).get("private"):
                    self.keep_private(scope, headers)
            await send(message)

        try:
            self.check(scope)
            body = await self.body(receive, self.max_bytes(path_below(scope))) if scope["method"] == "POST" else None
        except RequestError as error:
            await _refuse(error, send_with_headers)
            return

        async def receive_body() -> Message:
            nonlocal body
            if body is None:
                return await receive()
            message: Message = {"type": "http.request", "body": body, "more_body": False}
            body = None
            return message

        try:
            await self.app(scope, receive_body, send_with_headers)
        except Exception as error:
            self.metrics.errors.inc()
            logs.report(f"{scope['method']} failed", error)
            if not begun:
                await _send_error(RequestError("unexpected", 500), send_with_headers)

    def keep_private(self, scope: Scope, headers: MutableHeaders) -> None:
        """Let no cache keep an answer for one browser, and send an old cookie again."""
        headers["Cache-Control"] = static.PRIVATE
        cookies = cookie_parser(Headers(scope=scope).get("cookie", ""))
        if value := sessions.renewed(cookies.get(sessions.COOKIE), self.now()):
            headers.append("set-cookie", sessions.cookie_header(value, self.settings))

    def check(self, scope: Scope) -> None:
        """Raise a `RequestError` for a request that is not allowed."""
        headers = Headers(scope=scope)
        if exact_address_of(scope) in self.blocked:
            raise RequestError("blocked", 403)
        if not self.limit_of(path_below(scope)).take(address_of(scope)):
            raise RequestError("fast", 429)
        if "transfer-encoding" in headers:
            raise RequestError("length", 411)
        if scope["method"] == "POST":
            if not from_our_page(headers):
                raise RequestError("origin", 403)
            if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
                raise RequestError("message", 415)

    def limit_of(self, path: str) -> RateLimit:
        """Return the limit of requests to this address."""
        if path in WATCHED:
            return self.watch_limit
        return self.file_limit if path.startswith(FILES) else self.limit

    def max_bytes(self, path: str) -> int:
        """Return how long a message to this address may be. Records are long, all others are short."""
        return self.settings.max_study_bytes if path.startswith(STUDY) else self.settings.max_message_bytes

    async def body(self, receive: Receive, max_bytes: int) -> bytes:
        """Return the whole body; raise a `RequestError` when it is too long."""
        body: bytes = b""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return body
            body += message.get("body", b"")
            if len(body) > max_bytes:
                raise RequestError("long", 413)
            if not message.get("more_body"):
                return body


async def _refuse(error: RequestError, send: Send) -> None:
    """Send the error of a request that is not allowed."""
    if error.code in SLOWLY:
        await asyncio.sleep(random.uniform(*SLOW_SECONDS))
    await _send_error(error, send)


async def _send_error(error: RequestError, send: Send) -> None:
    body = json.dumps(error_json(error), ensure_ascii=False).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
