"""One address that asks as fast as it can, through as many connections as it may hold."""

from __future__ import annotations

import asyncio
import socket
import time
from contextlib import closing, suppress
from functools import partial

import httpx
import pytest

from ludotheque.server.http.protocol import PLACE_SECONDS
from ludotheque.server.tables.blocked import block, parse_network
from ludotheque.server.tables.connecting import connect
from tests.server.attacks.conftest import Start
from tests.server.attacks.neighbours import HOST, STRANGER, Strength, felt
from tests.server.people import PATIENCE

CONNECTIONS = 400
UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: bHVkb3RoZXF1ZS1iZW5jaA==\r\n"
)


def request_for(path: str, more: str = "") -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: a\r\n{more}\r\n".encode()


async def status_of(reader: asyncio.StreamReader) -> str:
    """Read a whole answer; return its status."""
    head = await reader.readuntil(b"\r\n\r\n")
    first, *fields = head.decode().lower().split("\r\n")
    await reader.readexactly(next((int(field[15:]) for field in fields if field.startswith("content-length:")), 0))
    return first.split()[1]


async def ask(strength: Strength, request: bytes) -> None:
    """Ask on many connections at once, on each again as soon as the answer is there. Closed ones are opened again."""

    async def connection() -> None:
        while True:
            with suppress(OSError, EOFError):
                reader, writer = await asyncio.open_connection(HOST, strength.port, local_addr=(STRANGER, 0))
                try:
                    while True:
                        writer.write(request)
                        strength.counts[await status_of(reader)] += 1
                finally:
                    writer.close()
            strength.counts["closed"] += 1
            await asyncio.sleep(0.05)

    connections = [asyncio.create_task(connection()) for _ in range(CONNECTIONS)]
    await asyncio.sleep(1)
    strength.full.set()
    await asyncio.gather(*connections)


@pytest.mark.parametrize("path", ["/api/games", "/healthz"])
def test_a_flood_of_requests(path: str, start: Start) -> None:
    """A refusal costs the server about as much as an answer, so refusals come slowly."""
    counts = felt(start(), partial(ask, request=request_for(path))).counts
    assert counts["429"] > 20
    assert sum(counts.values()) < 10 * CONNECTIONS


def test_a_flood_of_files(start: Start) -> None:
    """A visit needs many files, so an address gets many at once. They are not read in too many threads."""
    assert felt(start(), partial(ask, request=request_for("/web/main.js"))).counts["200"] > 1000


def test_a_flood_of_sockets(start: Start) -> None:
    """Each needs a new connection, and no connection makes room for the next one at once."""
    counts = felt(start(), partial(ask, request=request_for("/api/tables/x/live", UPGRADE))).counts
    assert counts["closed"]


def test_whoever_is_blocked_is_told_slowly(start: Start, sqlite: str) -> None:
    """Their requests cost them no tokens, and there may be a reason why they are blocked."""
    server = start(sweep_every=100)
    engine = connect(sqlite)
    block(engine, parse_network(STRANGER), 0)
    engine.dispose()
    counts = felt(server, partial(ask, request=request_for("/"))).counts
    assert counts["403"] > 20
    assert sum(counts.values()) < 10 * CONNECTIONS


def test_those_who_watch_the_server_have_a_limit_of_their_own(start: Start) -> None:
    server = start(request_burst=5, requests_per_second=0.001)
    with httpx.Client(base_url=f"http://{server.address}") as client:
        assert 429 in [client.get("/api/languages").status_code for _ in range(6)]
        assert {client.get("/healthz").status_code for _ in range(20)} == {200}


def test_connections_one_after_the_other_are_bounded(start: Start) -> None:
    """Whoever opens and closes them holds none, and costs the server as much."""

    def is_served(port: int) -> bool:
        with closing(socket.create_connection((HOST, port), PATIENCE)) as connection, suppress(ConnectionError):
            connection.sendall(request_for("/healthz"))
            return b" 200 " in connection.recv(1000)
        return False

    bound = 20
    port = start(connections_per_address=bound).port
    begun, tries = time.monotonic(), 200
    served = sum(is_served(port) for _ in range(tries))
    places = bound * (1 + (time.monotonic() - begun) / PLACE_SECONDS)
    assert bound / 2 < served <= places
