"""Requests that are begun and never ended."""

from __future__ import annotations

import asyncio
import socket
import time
from contextlib import closing

import pytest

from ludotheque.server.http import protocol
from ludotheque.server.settings import Settings
from tests.server.attacks.conftest import Start
from tests.server.attacks.neighbours import HOST, STRANGER, Strength, felt
from tests.server.conftest import Serve
from tests.server.people import PATIENCE

CONNECTIONS = 1100
HALF = b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"


async def begin_requests(strength: Strength) -> None:
    """Open many connections and begin a request on each; those that are cut are opened again.

    `held` counts the fewest that were open at once. Others wait in the queue of the system, where the server has not
    seen them yet, and are cut a moment later.
    """
    opened = 0

    async def half() -> None:
        nonlocal opened
        while True:
            try:
                reader, writer = await asyncio.open_connection(HOST, strength.port, local_addr=(STRANGER, 0))
                writer.write(HALF)
                opened += 1
                try:
                    await reader.read()
                finally:
                    opened -= 1
                    writer.close()
            except OSError:  # it was cut while bytes were on their way
                pass
            strength.counts["cut"] += 1
            await asyncio.sleep(1)

    halves = [asyncio.create_task(half()) for _ in range(CONNECTIONS)]
    await asyncio.sleep(1.5)
    strength.full.set()
    strength.counts["held"] = opened
    while not any(task.done() for task in halves):
        await asyncio.sleep(0.01)
        strength.counts["held"] = min(strength.counts["held"], opened)


def test_a_thousand_half_requests(start: Start) -> None:
    counts = felt(start(), begin_requests).counts
    assert 100 < counts["held"] <= Settings("").connections_per_address
    assert counts["cut"]


@pytest.mark.parametrize("begun", [b"", b"GET / HT", HALF])
def test_who_sends_a_byte_now_and_then_is_cut_too(begun: bytes, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "REQUEST_SECONDS", 0.5)
    serving = serve()
    port = int(serving.address.rpartition(":")[2])
    with closing(socket.create_connection((HOST, port), PATIENCE)) as slow:
        slow.sendall(begun)
        slow.settimeout(0.1)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                if begun:
                    slow.sendall(b" ")
                if not slow.recv(1000):
                    return
            except TimeoutError:
                continue
            except ConnectionError:
                return
    raise AssertionError("it is still open")
