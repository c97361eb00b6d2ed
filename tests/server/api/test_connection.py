"""A slow network: what is sent through one connection arrives in order, and once."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from ludotheque.server.api.connection import Connection
from ludotheque.server.settings import Settings
from ludotheque.server.tables.viewer import SendQueue


class Slow:
    """A socket that takes texts only while its gate is open."""

    def __init__(self) -> None:
        self.writable = False
        self.taken: list[bytes] = []
        self.on_writable: Callable[[], None] = lambda: None

    def send_text(self, text: bytes) -> None:
        assert self.writable
        self.taken.append(text)

    def open(self) -> None:
        self.writable = True
        self.on_writable()


def connection_to(socket: Any) -> Connection:
    hall: Any = SimpleNamespace(settings=Settings("sqlite://"), send_queue=SendQueue())
    room: Any = SimpleNamespace()
    return Connection(hall, room, socket, None)


@pytest.mark.parametrize("seed", range(20))
def test_nothing_overtakes(seed: int) -> None:
    async def play() -> list[bytes]:
        dice, socket = random.Random(seed), Slow()
        connection = connection_to(socket)
        for number in range(200):
            connection.viewer.send(b"%d" % number, keep=True)
            if dice.random() < 0.3:
                socket.writable = False
                if dice.random() < 0.5:
                    socket.open()
            if dice.random() < 0.5:
                await asyncio.sleep(0)
        socket.open()
        while len(socket.taken) < 200:
            await asyncio.sleep(0)
        return socket.taken

    assert asyncio.run(asyncio.wait_for(play(), 20)) == [b"%d" % number for number in range(200)]


class Faulty(Slow):
    """Some texts it cannot take."""

    def send_text(self, text: bytes) -> None:
        if text in {b"b", b"d"}:
            raise KeyError(f"secret {text.decode()}")
        super().send_text(text)


def test_a_fault_makes_no_line_mute(caplog: pytest.LogCaptureFixture) -> None:
    """Neither the connection where it happens nor those that send at the same moment."""

    async def play() -> list[list[bytes]]:
        sockets = [Faulty(), Slow()]
        connections = [connection_to(socket) for socket in sockets]
        connections[1].manager = connections[0].manager
        for text in (b"a", b"b", b"c", b"d", b"e"):
            for connection, socket in zip(connections, sockets, strict=True):
                socket.open()
                connection.viewer.send(text, keep=True)
            assert not sockets[1].taken or sockets[1].taken[-1] != text, "not before all have found out what to send"
            await asyncio.sleep(0.01)
        return [socket.taken for socket in sockets]

    assert asyncio.run(play()) == [[b"a", b"c", b"e"], [b"a", b"b", b"c", b"d", b"e"]]
    assert caplog.text.count("KeyError") == 2
    assert "secret" not in caplog.text
