"""A slow network: what is sent through one connection arrives in order, and once."""

from __future__ import annotations

import asyncio
import random
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from ludotheque.server.api.connection import Connection
from ludotheque.server.settings import Settings
from ludotheque.server.tables.viewer import SendQueue


class Slow:
    """A socket that takes texts only while its gate is open, and one by one."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.taken: list[str] = []
        self.gone = False

    async def send_text(self, text: str) -> None:
        await self.gate.wait()
        if self.gone:
            raise WebSocketDisconnect
        self.taken.append(text)


def connection_to(socket: Any) -> Connection:
    hall: Any = SimpleNamespace(settings=Settings("sqlite://"), send_queue=SendQueue())
    room: Any = SimpleNamespace()
    return Connection(hall, room, socket, None)


@pytest.mark.parametrize("seed", range(20))
def test_nothing_overtakes(seed: int) -> None:
    async def play() -> list[str]:
        dice, socket = random.Random(seed), Slow()
        connection = connection_to(socket)
        for number in range(200):
            connection.viewer.send(str(number), keep=True)
            if dice.random() < 0.3:
                (socket.gate.set if dice.random() < 0.5 else socket.gate.clear)()
            if dice.random() < 0.5:
                await asyncio.sleep(0)
        socket.gate.set()
        while len(socket.taken) < 200:
            await asyncio.sleep(0)
        return socket.taken

    assert asyncio.run(asyncio.wait_for(play(), 20)) == [str(number) for number in range(200)]


class Faulty(Slow):
    """Some texts it cannot take, at once (`b`, `d`) or after a while (`c`)."""

    async def send_text(self, text: str) -> None:
        if text in {"b", "d"}:
            raise KeyError(f"secret {text}")
        await super().send_text(text)
        if text == "c":
            raise KeyError(f"secret {text}")


def test_a_fault_makes_no_line_mute(caplog: pytest.LogCaptureFixture) -> None:
    """Neither the connection where it happens nor those that send at the same moment."""

    async def play() -> list[list[str]]:
        sockets = [Faulty(), Slow()]
        connections = [connection_to(socket) for socket in sockets]
        connections[1].manager = connections[0].manager
        for text in "abcde":
            for connection, socket in zip(connections, sockets, strict=True):
                socket.gate.clear() if text == "c" else socket.gate.set()
                connection.viewer.send(text, keep=True)
            assert not sockets[1].taken or sockets[1].taken[-1] != text, "not before all have found out what to send"
            await asyncio.sleep(0.01)
        return [socket.taken for socket in sockets]

    assert asyncio.run(play()) == [["a", "c", "e"], ["a", "b", "c", "d", "e"]]
    assert caplog.text.count("KeyError") == 3
    assert "secret" not in caplog.text


def test_who_has_left_is_sent_nothing_and_troubles_nobody() -> None:
    async def play() -> list[str]:
        socket = Slow()
        connection = connection_to(socket)
        socket.gate.set()
        connection.viewer.send("a", keep=True)
        await asyncio.sleep(0.01)
        socket.gate.clear()
        connection.viewer.send("b", keep=True)
        await asyncio.sleep(0.01)
        socket.gone = True
        socket.gate.set()
        connection.viewer.send("c", keep=True)
        await asyncio.sleep(0.01)
        return socket.taken

    assert asyncio.run(play()) == ["a"]
