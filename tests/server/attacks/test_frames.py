"""What comes below the messages: pings of the network's own, parts of messages, bytes that are no text."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from bench.load import Http, Socket
from ludotheque.server.http.socket import OTHER_FRAMES
from ludotheque.server.settings import Settings
from tests.server.attacks.conftest import Start
from tests.server.attacks.neighbours import HOST, Strength, felt
from tests.server.attacks.strangers import HOT_SEAT, hot_seat

PING, PONG, PART, TEXT = 9, 10, 0, 1
SOCKETS, FRAMES = 20, 20_000


async def pings(strength: Strength) -> None:
    """Let several pages send as many pings as the network takes, and come back when they are cut."""
    http, table = await hot_seat(strength)
    burst = b"\x89\x80\0\0\0\0" * FRAMES

    async def page() -> None:
        while True:
            socket = await strength.socket(http, table)
            await asyncio.sleep(0.3)
            while socket.open and socket.transport:
                socket.transport.write(burst)
                strength.counts["bursts"] += 1
                await asyncio.sleep(0.1)

    pages = [asyncio.create_task(page()) for _ in range(SOCKETS)]
    await asyncio.sleep(1)
    strength.full.set()
    await asyncio.gather(*pages)


def test_a_flood_of_pings(start: Start) -> None:
    counts = felt(start(), pings).counts
    assert counts["bursts"]
    assert counts["cut"]


async def frames_taken(port: int, kind: int) -> int:
    """Return after how many frames of a kind a socket is cut; it has half a minute to send many."""
    http, cut, answers = Http(HOST, port), asyncio.Event(), 0

    def hear(_: bytes) -> None:
        nonlocal answers
        answers += 1

    table = (await http.ask("/api/tables", HOT_SEAT))["table"]
    socket = Socket(hear, cut.set)
    await socket.connect(http, f"/api/tables/{table}/live?v=2")
    while not socket.open:
        await asyncio.sleep(0.01)
    sent, end = 0, time.monotonic() + 30
    while not cut.is_set() and time.monotonic() < end:
        for _ in range(50):
            socket.write(kind, b"")
        sent += 50
        await asyncio.sleep(0.02)
    return sent


def test_frames_of_every_kind_are_bounded(start: Start) -> None:
    port = start().port
    settings = Settings("")
    for kind in (PING, PONG, PART, TEXT):
        sent = asyncio.run(frames_taken(port, kind))
        assert sent < 4 * (settings.message_burst + OTHER_FRAMES), kind


def test_odd_bytes_leave_nothing_in_the_log(start: Start, tmp_path: Path) -> None:
    """A log that strangers can fill fills the disk."""

    async def spoil(port: int) -> None:
        for odd in (b"\x00\xff\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: tea\r\n\r\n"):
            reader, writer = await asyncio.open_connection(HOST, port)
            writer.write(odd)
            writer.write_eof()
            await reader.read()
            writer.close()
        http, cut = Http(HOST, port), asyncio.Event()
        table = (await http.ask("/api/tables", HOT_SEAT))["table"]
        socket = Socket(lambda _: None, cut.set)
        await socket.connect(http, f"/api/tables/{table}/live?v=2")
        while not socket.open:
            await asyncio.sleep(0.01)
        socket.write(TEXT, b"\xff\xfe")
        await asyncio.wait_for(cut.wait(), 30)

    asyncio.run(spoil(start().port))
    lines = (tmp_path / "errors").read_text().splitlines()
    assert len(lines) == 1, lines  # the address, when the server started
