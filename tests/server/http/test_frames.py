"""Frames: what a client of another library sends is read, however it is cut, and nothing else is."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN
from websockets.uri import parse_uri

from ludotheque.server.http.frames import (
    BINARY,
    CONTINUATION,
    NO_CODE,
    NO_UTF8,
    PING,
    PONG,
    PROTOCOL_ERROR,
    TEXT,
    TOO_BIG,
    FrameError,
    FrameReader,
    as_text,
    close_code,
    frame,
)

MAX = 70_000
data = st.binary(max_size=300) | st.integers(60_000, MAX).map(bytes)
messages = st.tuples(st.sampled_from([TEXT, BINARY]), st.lists(data, min_size=1, max_size=4)).filter(
    lambda message: sum(map(len, message[1])) <= MAX
)
controls = st.tuples(st.sampled_from([PING, PONG]), st.binary(max_size=125))


def sent(kind: int, content: bytes, final: bool = True) -> bytes:
    """A frame as a client sends it."""
    return Frame(Opcode(kind), content, final).serialize(mask=True, extensions=[])


def read(*parts: bytes, max_size: int = MAX) -> list[tuple[int, bytes]]:
    """All messages and control frames that came through."""
    reader = FrameReader(max_size)
    return [(kind, content) for part in parts for kind, content in reader.read(part) if content is not None]


@given(st.lists(st.tuples(messages, st.lists(controls, max_size=2)), max_size=4), st.lists(st.integers(1, 5000)))
def test_all_messages_arrive_however_they_are_cut(
    wanted: list[tuple[tuple[int, list[bytes]], list[tuple[int, bytes]]]], sizes: list[int]
) -> None:
    """Control frames may stand between the parts of a message, and arrive before it."""
    stream, expected = b"", []
    for (kind, parts), between in wanted:
        for number, part in enumerate(parts):
            stream += sent(CONTINUATION if number else kind, part, number == len(parts) - 1)
            if number == 0 and len(parts) > 1:
                stream += b"".join(sent(*control) for control in between)
                expected += between
        expected.append((kind, b"".join(parts)))
    pieces = []
    for size in [*sizes, len(stream)]:
        pieces.append(stream[:size])
        stream = stream[size:]
    assert read(*pieces) == expected


@given(st.sampled_from([TEXT, BINARY]), data)
def test_a_client_reads_what_is_written(kind: int, content: bytes) -> None:
    client = ClientProtocol(parse_uri("ws://localhost/"), state=OPEN)
    client.receive_data(frame(kind, content))
    (got,) = client.events_received()
    assert isinstance(got, Frame)
    assert (got.opcode, got.data, got.fin) == (kind, content, True)


def test_the_largest_message_is_read_and_no_larger_one() -> None:
    assert read(sent(TEXT, b"x" * 100), max_size=100) == [(TEXT, b"x" * 100)]
    halves = sent(TEXT, b"x" * 60, False), sent(CONTINUATION, b"x" * 41)
    for large in (sent(TEXT, b"x" * 101)[:6], b"".join(halves), b"\x81\xff\x7f" + b"\xff" * 7 + bytes(4)):
        with pytest.raises(FrameError) as refused:
            read(large, max_size=100)
        assert refused.value.code == TOO_BIG


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(frame(TEXT, b"hello"), id="without a mask"),
        pytest.param(b"\xc1\x80\0\0\0\0", id="a reserved bit"),
        pytest.param(b"\x83\x80\0\0\0\0", id="an unknown kind"),
        pytest.param(b"\x8b\x80\0\0\0\0", id="an unknown control frame"),
        pytest.param(b"\x09\x80\0\0\0\0", id="a part of a ping"),
        pytest.param(b"\x89\xfe\x00\x7e\0\0\0\0" + bytes(126), id="a long ping"),
        pytest.param(sent(CONTINUATION, b"x"), id="a part of nothing"),
        pytest.param(sent(TEXT, b"x", False) + sent(TEXT, b"y"), id="a message inside another"),
        pytest.param(sent(TEXT, b"", False) + sent(BINARY, b"", False), id="also when it is empty"),
    ],
)
def test_what_breaks_the_protocol_is_refused(wrong: bytes) -> None:
    with pytest.raises(FrameError) as refused:
        read(wrong)
    assert refused.value.code == PROTOCOL_ERROR


@given(st.binary())
def test_any_bytes_are_read_or_refused(noise: bytes) -> None:
    with suppress(FrameError):
        read(noise)


def test_codes_of_closing() -> None:
    assert close_code(b"") == NO_CODE
    assert close_code((4000).to_bytes(2, "big") + "fin ✓".encode()) == 4000
    for wrong, code in (
        (b"\x03", PROTOCOL_ERROR),
        ((1005).to_bytes(2, "big"), PROTOCOL_ERROR),
        ((999).to_bytes(2, "big"), PROTOCOL_ERROR),
        ((5000).to_bytes(2, "big"), PROTOCOL_ERROR),
        ((1000).to_bytes(2, "big") + b"\xff", NO_UTF8),
    ):
        with pytest.raises(FrameError) as refused:
            close_code(wrong)
        assert refused.value.code == code


def test_text_is_utf_8() -> None:
    assert as_text("Massaï ✓".encode()) == "Massaï ✓"
    for wrong in (b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xc0\x80"):
        with pytest.raises(FrameError) as refused:
            as_text(wrong)
        assert refused.value.code == NO_UTF8
