"""The gate: every HTTP answer carries the headers of a strict page; nobody asks for too much or from elsewhere."""

from __future__ import annotations

import json
import logging

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque.server.limits import Buckets
from ludotheque.server.refusal import Refusal, to_json
from ludotheque.server.settings import Settings

log = logging.getLogger("ludotheque.server")
STUDY = "/api/study/"
POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def from_our_page(headers: Headers) -> bool:
    """Browsers say from which page a request comes; it must be one of ours. Programs need not say anything."""
    origin, host = headers.get("origin"), headers.get("host")
    return origin is None or origin in {f"http://{host}", f"https://{host}"}


def address_of(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else "-"


class Gate:
    """Stands before the application."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.longest = settings.longest_message
        self.longest_study = settings.longest_study
        self.buckets = Buckets(settings.requests_per_second, settings.request_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and not self.buckets.take(address_of(scope)):
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def send_strictly(message: Message) -> None:
            nonlocal begun
            begun = True
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            self.check(scope)
            body = await self.body(receive, self.bound(scope["path"])) if scope["method"] == "POST" else None
        except Refusal as refusal:
            await _refuse(refusal, send_strictly)
            return

        async def receive_body() -> Message:
            nonlocal body
            if body is None:
                return await receive()
            message: Message = {"type": "http.request", "body": body, "more_body": False}
            body = None
            return message

        try:
            await self.app(scope, receive_body, send_strictly)
        except Exception as error:
            # The kind alone: an error's words may repeat what somebody keeps secret.
            log.error("%s %s", scope["method"], type(error).__name__)
            if not begun:
                await _refuse(Refusal("unexpected", 500), send_strictly)

    def check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        if not self.buckets.take(address_of(scope)):
            raise Refusal("fast", 429)
        if scope["method"] == "POST":
            if not from_our_page(headers):
                raise Refusal("origin", 403)
            if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
                raise Refusal("message", 415)

    def bound(self, path: str) -> int:
        """How long a message to this address may be: records are long, all else is short."""
        return self.longest_study if path.startswith(STUDY) else self.longest

    async def body(self, receive: Receive, longest: int) -> bytes:
        """The whole body, unless it is longer than anything we expect."""
        body: bytes = b""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return body
            body += message.get("body", b"")
            if len(body) > longest:
                raise Refusal("long", 413)
            if not message.get("more_body"):
                return body


async def _refuse(refusal: Refusal, send: Send) -> None:
    body = json.dumps(to_json(refusal), ensure_ascii=False).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
