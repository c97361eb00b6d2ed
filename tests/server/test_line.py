"""A slow network: what is sent through one line arrives in order, and once."""

from __future__ import annotations

import asyncio
import random
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from ludotheque.server.live import Line
from ludotheque.server.room import Post
from ludotheque.server.settings import Settings


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


def line_to(socket: Any) -> Line:
    hall: Any = SimpleNamespace(settings=Settings("sqlite://"), post=Post())
    room: Any = SimpleNamespace()
    return Line(hall, room, socket, None)


@pytest.mark.parametrize("seed", range(20))
def test_nothing_overtakes(seed: int) -> None:
    async def play() -> list[str]:
        dice, socket = random.Random(seed), Slow()
        line = line_to(socket)
        for number in range(200):
            line.viewer.see(str(number), keep=True)
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
    """Neither the line where it happens nor those that send at the same moment."""

    async def play() -> list[list[str]]:
        sockets = [Faulty(), Slow()]
        lines = [line_to(socket) for socket in sockets]
        lines[1].hall = lines[0].hall
        for text in "abcde":
            for line, socket in zip(lines, sockets, strict=True):
                socket.gate.clear() if text == "c" else socket.gate.set()
                line.viewer.see(text, keep=True)
            assert not sockets[1].taken or sockets[1].taken[-1] != text, "not before all have found out what to send"
            await asyncio.sleep(0.01)
        return [socket.taken for socket in sockets]

    assert asyncio.run(play()) == [["a", "c", "e"], ["a", "b", "c", "d", "e"]]
    assert caplog.text.count("KeyError") == 3
    assert "secret" not in caplog.text


def test_who_has_left_is_sent_nothing_and_troubles_nobody() -> None:
    async def play() -> list[str]:
        socket = Slow()
        line = line_to(socket)
        socket.gate.set()
        line.viewer.see("a", keep=True)
        await asyncio.sleep(0.01)
        socket.gate.clear()
        line.viewer.see("b", keep=True)
        await asyncio.sleep(0.01)
        socket.gone = True
        socket.gate.set()
        line.viewer.see("c", keep=True)
        await asyncio.sleep(0.01)
        return socket.taken

    assert asyncio.run(play()) == ["a"]
