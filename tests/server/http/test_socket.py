"""Sockets from outside: opening, frames of every kind, closing, and pages that do not read."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest
from websockets.client import ClientProtocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import OPEN, Event
from websockets.uri import parse_uri

from ludotheque.server.http import socket
from ludotheque.server.tables.viewer import MAX_WAITING
from tests.server.conftest import Serve
from tests.server.people import PATIENCE
from tests.server.serving import Serving, await_that

PONG = b"pong"


class Raw:
    """A page that sends any bytes, and reads with another library's eyes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, client: ClientProtocol) -> None:
        self.reader, self.writer, self.client = reader, writer, client

    async def events(self) -> list[Event]:
        """What came next; nothing after the end."""
        while not (found := self.client.events_received()):
            received = await asyncio.wait_for(self.reader.read(1 << 16), PATIENCE)
            if not received:
                return []
            self.client.receive_data(received)
        return found

    async def until(self, wanted: Callable[[Frame], object]) -> Frame:
        while found := await self.events():
            for event in found:
                if isinstance(event, Frame) and wanted(event):
                    return event
        raise AssertionError(f"it ended: {self.client.close_rcvd}")

    async def message(self, type: str) -> Any:
        """The next message of this type."""
        event = await self.until(
            lambda frame: frame.opcode == Opcode.TEXT and json.loads(bytes(frame.data))["type"] == type
        )
        return json.loads(bytes(event.data))

    def write(self, *frames: tuple[Opcode, bytes, bool], mask: bool = True) -> None:
        for opcode, data, final in frames:
            self.writer.write(Frame(opcode, data, final).serialize(mask=mask, extensions=[]))

    async def end(self) -> int | None:
        """Read to the end. The code of the server's close frame; None without one."""
        with suppress(ConnectionResetError):
            while await self.events():
                pass
        return self.client.close_rcvd.code if self.client.close_rcvd else None


def with_page(serving: Serving, story: Callable[[Raw], Awaitable[None]]) -> None:
    """Open a page at a new table, and let it do something."""
    anna = serving.person()
    table = anna.set_up("malawi")

    async def play() -> None:
        client = ClientProtocol(parse_uri(f"ws://{serving.address}/api/tables/{table}/live?v=2"), max_size=None)
        request = client.connect()
        request.headers["Cookie"] = anna.cookie
        client.send_request(request)
        reader, writer = await asyncio.open_connection(*serving.address.split(":"))
        writer.write(b"".join(client.data_to_send()))
        raw = Raw(reader, writer, client)
        await raw.events()
        assert client.state is OPEN
        await story(raw)
        writer.close()

    asyncio.run(play())


def test_a_message_in_parts_is_one_message(serving: Serving) -> None:
    async def story(raw: Raw) -> None:
        text = json.dumps({"type": "rename", "key": "k", "seat": 0, "name": "Ané"}, ensure_ascii=False).encode()
        cut = text.index("é".encode()) + 1  # in the middle of a letter
        raw.write((Opcode.TEXT, text[:cut], False), (Opcode.PING, PONG, True), (Opcode.CONT, text[cut:], True))
        assert (await raw.until(lambda frame: frame.opcode == Opcode.PONG)).data == PONG
        while (state := await raw.message("state")).get("accepted") != "k":
            pass
        assert state["seats"][0]["name"] == "Ané"

    with_page(serving, story)


def test_a_frame_that_comes_byte_by_byte(serving: Serving) -> None:
    async def story(raw: Raw) -> None:
        for byte in Frame(Opcode.TEXT, b"{}").serialize(mask=True, extensions=[]):
            raw.writer.write(bytes([byte]))
            await raw.writer.drain()
            await asyncio.sleep(0)
        assert (await raw.message("refused"))["code"] == "message"

    with_page(serving, story)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (Frame(Opcode.TEXT, b"{}").serialize(mask=False, extensions=[]), CloseCode.PROTOCOL_ERROR),
        (b"\xf1\x80\0\0\0\0", CloseCode.PROTOCOL_ERROR),
        (Frame(Opcode.CONT, b"x").serialize(mask=True, extensions=[]), CloseCode.PROTOCOL_ERROR),
        (Frame(Opcode.TEXT, b"\xff").serialize(mask=True, extensions=[]), CloseCode.INVALID_DATA),
        (b"\x81\xff" + (1 << 40).to_bytes(8, "big") + bytes(4), CloseCode.MESSAGE_TOO_BIG),
        (Frame(Opcode.TEXT, b" " * 4097).serialize(mask=True, extensions=[]), CloseCode.MESSAGE_TOO_BIG),
        (Frame(Opcode.CLOSE, b"\x03").serialize(mask=True, extensions=[]), CloseCode.PROTOCOL_ERROR),
    ],
    ids=["unmasked", "unknown flags", "continues nothing", "no text", "announced too long", "too long", "half a code"],
)
def test_what_breaks_the_protocol_closes_the_socket(serving: Serving, sent: bytes, code: int) -> None:
    async def story(raw: Raw) -> None:
        raw.writer.write(sent)
        assert await raw.end() == code

    with_page(serving, story)
    await_that(lambda: not serving.app.state.sockets.total())


def test_a_binary_message_is_no_request(serving: Serving) -> None:
    async def story(raw: Raw) -> None:
        raw.write((Opcode.BINARY, b"{}", True))
        assert (await raw.message("refused"))["code"] == "message"

    with_page(serving, story)


@pytest.mark.parametrize("code", [None, 1000, 4321])
def test_closing_is_answered(serving: Serving, code: int | None) -> None:
    async def story(raw: Raw) -> None:
        raw.write((Opcode.CLOSE, b"" if code is None else code.to_bytes(2, "big"), True))
        assert await raw.end() == (code or 1005)

    with_page(serving, story)


def test_a_page_that_is_gone_without_a_word(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "PING_SECONDS", 0.05)

    async def silent(raw: Raw) -> None:
        assert await raw.end() == CloseCode.INTERNAL_ERROR

    async def awake(raw: Raw) -> None:
        for _ in range(5):
            ping = await raw.until(lambda frame: frame.opcode == Opcode.PING)
            raw.write((Opcode.PONG, bytes(ping.data), True))

    with_page(serving, silent)
    monkeypatch.setattr(socket, "PING_SECONDS", 1.0)
    with_page(serving, awake)


def test_the_server_waits_for_the_page_to_close_but_not_for_ever(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "CLOSE_SECONDS", 0.1)
    serving = serve(messages_per_second=0.01, message_burst=1)

    async def story(raw: Raw) -> None:
        for _ in range(60):
            raw.write((Opcode.TEXT, b"{}", True))
        await raw.until(lambda frame: frame.opcode == Opcode.CLOSE)
        raw.write((Opcode.TEXT, b"{}", True), (Opcode.PING, b"", True))  # too late to be answered
        assert await raw.end() == CloseCode.POLICY_VIOLATION

    with_page(serving, story)


def test_a_page_that_does_not_read_is_cut(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "CLOSE_SECONDS", 0.1)
    connections, most = serving.server.server_state.connections, 0

    async def story(raw: Raw) -> None:
        nonlocal most
        (live,) = serving.manager.live.values()
        (viewer,) = live.viewers
        while connections:
            for _ in range(1000):
                raw.write((Opcode.TEXT, b"{}", True))
            await asyncio.sleep(0.01)
            most = max(most, viewer.waiting)

    raised = (ConnectionResetError, BrokenPipeError)
    with suppress(*raised):
        with_page(serving, story)
    assert MAX_WAITING < most <= MAX_WAITING + 2
    assert not connections


def test_the_end_of_the_server_closes_sockets(serve: Serve) -> None:
    serving = serve()

    async def story(raw: Raw) -> None:
        serving.server.should_exit = True
        assert await raw.end() == CloseCode.SERVICE_RESTART

    with_page(serving, story)


def test_no_socket_without_a_handshake(serving: Serving) -> None:
    async def ask(*lines: str) -> bytes:
        reader, writer = await asyncio.open_connection(*serving.address.split(":"))
        writer.write("\r\n".join([*lines, "Host: a", "Connection: Upgrade", "Upgrade: websocket", "", ""]).encode())
        answer = await asyncio.wait_for(reader.read(), PATIENCE)
        writer.close()
        return answer.partition(b"\r\n")[0]

    async def play() -> None:
        path = "/api/tables/none/live?v=2"
        assert b" 426 " in await ask(f"GET {path} HTTP/1.1")
        assert b" 400 " in await ask(f"GET {path} HTTP/1.1", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: a")
        key = "Sec-WebSocket-Key: bHVkb3RoZXF1ZS1iZW5jaA=="
        assert b" 403 " in await ask("GET /none HTTP/1.1", "Sec-WebSocket-Version: 13", key)

    asyncio.run(play())
