"""Frames of the WebSocket protocol (RFC 6455), as a server reads and writes them."""

from __future__ import annotations

import struct
from collections.abc import Iterator

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
"""What a frame is. From `CLOSE` on it is a control frame: short, whole, and allowed between the parts of a message."""
FINAL, OPCODE, MASKED, SIZE = 0x80, 0x0F, 0x80, 0x7F
"""Parts of the first byte (last frame of a message, what it is) and of the second (with a mask, the size)."""
MAX_CONTROL = 125
SIZE_16, SIZE_64 = 126, 127
"""Sizes that say: the true one follows, in two or in eight bytes."""
NORMAL, PROTOCOL_ERROR, NO_CODE, ABNORMAL, NO_UTF8, TOO_BIG, SILENT, RESTART = (
    1000,
    1002,
    1005,
    1006,
    1007,
    1009,
    1011,
    1012,
)
"""Codes of closing. `NO_CODE` and `ABNORMAL` stand for none, and are never sent."""
Frame = tuple[int, bytes | None]
"""What came, and its data. The last part of a message brings the whole message; None stands for the parts before it."""


class FrameError(Exception):
    """A frame that breaks the protocol, with the code that closes the socket."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def frame(kind: int, data: bytes) -> bytes:
    r"""Return a message in one frame. A server uses no mask.

    >>> frame(TEXT, b"hello")
    b'\x81\x05hello'
    """
    size = len(data)
    if size < SIZE_16:
        return b"%c%c%b" % (FINAL | kind, size, data)
    if size < 1 << 16:
        return struct.pack("!BBH", FINAL | kind, SIZE_16, size) + data
    return struct.pack("!BBQ", FINAL | kind, SIZE_64, size) + data


def unmask(data: bytes | bytearray, mask: bytes | bytearray) -> bytes:
    """Return data without the mask of four bytes that a client puts over it.

    >>> unmask(unmask(b"hello", b"abcd"), b"abcd")
    b'hello'
    """
    size = len(data)
    cover = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(data, "big") ^ int.from_bytes(cover, "big")).to_bytes(size, "big")


def close_code(data: bytes) -> int:
    """Return the code in the data of a close frame; raise a `FrameError` when they are not as they should be."""
    if not data:
        return NO_CODE
    code = int.from_bytes(data[:2], "big")
    # Others have no meaning yet, or never stand in a frame.
    if len(data) < 2 or not (1000 <= code <= 1003 or 1007 <= code <= 1014 or 3000 <= code <= 4999):
        raise FrameError(PROTOCOL_ERROR)
    as_text(data[2:])
    return code


def as_text(data: bytes) -> str:
    """Return the text of a message; raise a `FrameError` when it is not UTF-8."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise FrameError(NO_UTF8) from None


class FrameReader:
    """Reads the frames of one client. Neither a frame nor a message is longer than `max_size`."""

    def __init__(self, max_size: int) -> None:
        self.max_size = max_size
        self._waiting = bytearray()
        """What came of frames that are not complete."""
        self._kind = CONTINUATION
        """What the message is whose parts are coming; `CONTINUATION` between messages."""
        self._parts = bytearray()

    def read(self, data: bytes) -> Iterator[Frame]:
        """Yield the frames that are complete now; raise a `FrameError` at the first one that breaks the protocol."""
        self._waiting += data
        while (found := self._next()) is not None:
            yield found

    def _next(self) -> Frame | None:
        """Take one frame from the bytes that wait."""
        waiting = self._waiting
        if len(waiting) < 2:
            return None
        first, size, begin = waiting[0], waiting[1] & SIZE, 6
        if not waiting[1] & MASKED:
            raise FrameError(PROTOCOL_ERROR)
        if size >= SIZE_16:
            begin = 8 if size == SIZE_16 else 14
            if len(waiting) < begin:
                return None
            size = int.from_bytes(waiting[2 : begin - 4], "big")
        self._check(first, size)  # before the frame is complete: it must not fill the memory
        if len(waiting) < begin + size:
            return None
        payload = unmask(waiting[begin : begin + size], waiting[begin - 4 : begin])
        del waiting[: begin + size]
        return self._joined(first, payload)

    def _check(self, first: int, size: int) -> None:
        """Raise a `FrameError` for a frame that may not come now."""
        kind, final = first & OPCODE, bool(first & FINAL)
        if first & ~(FINAL | OPCODE) or kind not in {CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG}:
            raise FrameError(PROTOCOL_ERROR)
        if kind >= CLOSE:
            if not final or size > MAX_CONTROL:
                raise FrameError(PROTOCOL_ERROR)
        elif (kind == CONTINUATION) != (self._kind != CONTINUATION):
            raise FrameError(PROTOCOL_ERROR)  # a part without a beginning, or a message inside another
        elif len(self._parts) + size > self.max_size:
            raise FrameError(TOO_BIG)

    def _joined(self, first: int, payload: bytes) -> Frame:
        """Return a frame; the last part of a message with all parts."""
        kind = first & OPCODE
        if kind >= CLOSE:
            return kind, payload
        if first & FINAL and not self._parts:
            kind, self._kind = kind or self._kind, CONTINUATION
            return kind, payload
        self._kind = kind or self._kind
        self._parts += payload
        if not first & FINAL:
            return CONTINUATION, None
        kind, whole = self._kind, bytes(self._parts)
        self._kind = CONTINUATION
        self._parts.clear()
        return kind, whole
