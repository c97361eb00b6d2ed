"""The handshake: what opens a socket, and what does not."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from websockets.client import ClientProtocol
from websockets.protocol import OPEN
from websockets.uri import parse_uri

from ludotheque.server.http.handshake import Handshake, refused


def test_a_client_of_another_library_is_content() -> None:
    client = ClientProtocol(parse_uri("ws://localhost/t%C3%A9?v=2"))
    client.send_request(client.connect())
    handshake = Handshake(b"".join(client.data_to_send()))
    assert handshake.fault is None
    scope = handshake.scope()
    assert (scope["path"], scope["query_string"], scope["subprotocols"]) == ("/té", b"v=2", [])
    client.receive_data(handshake.answer([(b"x-test", b"1")]))
    assert client.state is OPEN
    assert client.handshake_exc is None


HEAD = [
    b"GET / HTTP/1.1",
    b"Sec-WebSocket-Version: 13",
    b"Sec-WebSocket-Key: bHVkb3RoZXF1ZS1iZW5jaA==",
    b"Sec-WebSocket-Protocol: a, b",
]


def head(*, without: int | None = None, more: list[bytes] | None = None) -> Handshake:
    lines = [line for number, line in enumerate(HEAD) if number != without]
    return Handshake(b"\r\n".join([*lines, *(more or []), b"", b""]))


def test_every_field_counts() -> None:
    assert head().fault is None
    assert head().scope()["subprotocols"] == ["a", "b"]
    faults = [
        (head(without=1), HTTPStatus.UPGRADE_REQUIRED),
        (head(without=1, more=[b"Sec-WebSocket-Version: 8"]), HTTPStatus.UPGRADE_REQUIRED),
        (head(without=2), HTTPStatus.BAD_REQUEST),
        (head(more=[HEAD[2]]), HTTPStatus.BAD_REQUEST),
        (head(without=2, more=[b"Sec-WebSocket-Key: short"]), HTTPStatus.BAD_REQUEST),
        (head(without=2, more=[b"Sec-WebSocket-Key: \xff\xfe"]), HTTPStatus.BAD_REQUEST),
        (Handshake(b"POST / HTTP/1.1\r\n\r\n"), HTTPStatus.METHOD_NOT_ALLOWED),
    ]
    for handshake, status in faults:
        assert handshake.fault
        assert handshake.fault[0] == status


@pytest.mark.parametrize("body", [b"", b"{}"])
def test_a_refusal_is_a_whole_answer(body: bytes) -> None:
    headers, _, rest = refused(429, [(b"Content-Length", b"99"), (b"x-test", b"1")], body).partition(b"\r\n\r\n")
    first, *lines = headers.split(b"\r\n")
    assert first == b"HTTP/1.1 429 Too Many Requests"
    assert sorted(lines) == [b"connection: close", b"content-length: %d" % len(body), b"x-test: 1"]
    assert rest == body
