"""Requests that are begun and never ended."""

from __future__ import annotations

import asyncio
import socket
import time
from contextlib import closing, suppress

import pytest

from ludotheque.server.http import protocol
from ludotheque.server.settings import Settings
from tests.server.attacks.conftest import Start
from tests.server.attacks.neighbours import HOST, STRANGER, Strength, felt
from tests.server.conftest import Serve
from tests.server.people import PATIENCE
from tests.server.serving import await_that

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


def test_an_answer_that_nobody_reads_is_cut(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else its connection, and what waits in it, would stay for ever."""
    monkeypatch.setattr(protocol, "REQUEST_SECONDS", 0.5)
    serving = serve()
    port = int(serving.address.rpartition(":")[2])
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect((HOST, port))
        deaf.sendall(b"GET /api/games/masterplan/lessons HTTP/1.1\r\nHost: a\r\n\r\n" * 5)
        await_that(lambda: not serving.server.server_state.connections)


def test_a_slow_reader_gets_the_whole_answer(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "REQUEST_SECONDS", 0.5)
    serving = serve()
    port = int(serving.address.rpartition(":")[2])
    with closing(socket.create_connection((HOST, port), PATIENCE)) as slow:
        slow.sendall(b"GET /api/games/masterplan/lessons HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        received = b""
        while more := slow.recv(1 << 17):
            received += more
            time.sleep(0.1)
    head, _, body = received.partition(b"\r\n\r\n")
    assert f"content-length: {len(body)}".encode() in head.lower()
    assert len(body) > 1 << 19


def test_a_head_without_an_end_is_refused(serve: Serve) -> None:
    serving = serve()
    port = int(serving.address.rpartition(":")[2])
    with closing(socket.create_connection((HOST, port), PATIENCE)) as endless, suppress(ConnectionError):
        endless.sendall(b"GET / HTTP/1.1\r\nX: ")
        for _ in range(200):
            endless.sendall(b"a" * 1000)
            time.sleep(0.001)
        assert b" 400 " in endless.recv(1000)
        assert not endless.recv(1000)
