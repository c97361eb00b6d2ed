"""Bodies in a great many parts, each of which takes the server a while to read."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from tests.server.attacks.conftest import Start
from tests.server.attacks.neighbours import HOST, STRANGER, Strength, felt

HEAD = b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
PARTS = b"1\r\n \r\n" * 40_000
CONNECTIONS = 10


async def tiny_parts(strength: Strength) -> None:
    """Send bodies of one byte a part, again and again."""

    async def connection() -> None:
        while True:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection(HOST, strength.port, local_addr=(STRANGER, 0))
                writer.write(HEAD + PARTS)
                strength.counts[(await reader.readuntil(b"\r\n")).split()[1].decode()] += 1
                writer.close()
            await asyncio.sleep(0.2)

    connections = [asyncio.create_task(connection()) for _ in range(CONNECTIONS)]
    await asyncio.sleep(1)
    strength.full.set()
    await asyncio.gather(*connections)


def test_bodies_in_tiny_parts(start: Start) -> None:
    assert felt(start(), tiny_parts).counts["411"]


def test_they_are_refused_before_they_are_read(start: Start) -> None:
    async def status(port: int) -> bytes:
        reader, writer = await asyncio.open_connection(HOST, port)
        writer.write(HEAD + PARTS[:600])
        answer = await reader.readuntil(b"\r\n")
        writer.close()
        return answer

    assert b" 411 " in asyncio.run(status(start().port))
