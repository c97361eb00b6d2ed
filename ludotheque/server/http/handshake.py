"""The handshake that turns a request into a WebSocket (RFC 6455, section 4.2)."""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Iterable
from http import HTTPStatus
from urllib.parse import unquote

from starlette.types import Scope

VERSION = b"13"
KEY_BYTES = 16
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
"""Hashed with the key of a client, it proves that the server understands the protocol."""

Headers = list[tuple[bytes, bytes]]


class Handshake:
    """The request for a socket. The web server has checked its form, and that it asks for a WebSocket."""

    def __init__(self, head: bytes) -> None:
        first, *lines = head.removesuffix(b"\r\n\r\n").split(b"\r\n")
        self.method, self.target, _ = first.split(b" ")
        parted = (line.partition(b": ") for line in lines)
        self.headers: Headers = [(name.lower(), value) for name, _, value in parted]

    @property
    def fault(self) -> tuple[HTTPStatus, Headers] | None:
        """The answer to a request that no client should send; None to others."""
        if self.method != b"GET":
            return HTTPStatus.METHOD_NOT_ALLOWED, [(b"allow", b"GET")]
        if self._values(b"sec-websocket-version") != [VERSION]:
            return HTTPStatus.UPGRADE_REQUIRED, [(b"sec-websocket-version", VERSION)]
        try:
            (key,) = self._values(b"sec-websocket-key")
            sound = len(base64.b64decode(key, validate=True)) == KEY_BYTES
        except (ValueError, binascii.Error):
            sound = False
        return None if sound else (HTTPStatus.BAD_REQUEST, [])

    def answer(self, headers: Iterable[tuple[bytes, bytes]]) -> bytes:
        """Return the answer that opens the socket."""
        (key,) = self._values(b"sec-websocket-key")
        proof = base64.b64encode(hashlib.sha1(key + GUID, usedforsecurity=False).digest())
        own = [(b"upgrade", b"websocket"), (b"connection", b"Upgrade"), (b"sec-websocket-accept", proof)]
        return head_of(HTTPStatus.SWITCHING_PROTOCOLS, [*own, *headers])

    def scope(self) -> Scope:
        """Return what the request says of itself, in the form of ASGI."""
        path, _, query = self.target.partition(b"?")
        offered = b",".join(self._values(b"sec-websocket-protocol")).decode("latin-1").split(",")
        return {
            "type": "websocket",
            "http_version": "1.1",
            "scheme": "ws",
            "path": unquote(path.decode("latin-1")),
            "raw_path": path,
            "query_string": query,
            "headers": self.headers,
            "subprotocols": [name.strip() for name in offered if name.strip()],
        }

    def _values(self, wanted: bytes) -> list[bytes]:
        return [value for name, value in self.headers if name == wanted]


def head_of(status: int, headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    r"""Return the head of an answer.

    >>> head_of(403, [(b"content-length", b"0")])
    b'HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n'
    """
    lines = [b"HTTP/1.1 %d %b" % (status, HTTPStatus(status).phrase.encode())]
    return b"\r\n".join([*lines, *(b"%b: %b" % header for header in headers), b"", b""])


def refused(status: int, headers: Iterable[tuple[bytes, bytes]] = (), body: bytes = b"") -> bytes:
    """Return the answer to a request that gets no socket."""
    own = [(b"content-length", b"%d" % len(body)), (b"connection", b"close")]
    return head_of(status, [*(header for header in headers if header[0].lower() != own[0][0]), *own]) + body
