"""The same scripts give the same bytes at a server's tables and at a browser's."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.browser.socket import PageSocket
from ludotheque.server.api.connection import Connection
from ludotheque.server.api.new_tables import setup_of
from ludotheque.server.api.schemas import NewTable
from ludotheque.server.settings import Settings
from ludotheque.server.tables.manager import TableManager
from tests.browser_program.scripts import CLOCK, SETTINGS, Clock, Json, follow, play_script
from tests.server.people import some_move

GUEST = "browser"


class ServerLine:
    """A connection to a table of a server, without the network."""

    def __init__(self) -> None:
        self.messages: asyncio.Queue[str] = asyncio.Queue()
        self.socket = PageSocket(self.messages.put_nowait, lambda _: None)

    def send(self, text: str) -> None:
        self.socket.hear(text)

    async def receive(self) -> str:
        return await self.messages.get()


async def play_at_server(database: str, table: Json, steps: Callable[[Json], Json | None]) -> list[str]:
    """All messages of a server's table."""
    clock = Clock()
    manager = TableManager(Settings(database, **SETTINGS), clock)
    await asyncio.to_thread(manager.prepare)
    await manager.open()
    line = ServerLine()
    created = await manager.create(setup_of(NewTable.model_validate(table), GUEST, manager.random), "")
    held = asyncio.create_task(Connection(manager, await manager.live_table(created.id), line.socket, GUEST).hold())
    heard = await follow(line, clock, steps)
    line.socket.leave()
    await held
    await manager.close()
    return heard


class Player:
    """Plays at random and notes its steps: moves of every seat at this device, with words in between."""

    def __init__(self, seed: int, most: int) -> None:
        self.dice, self.most = random.Random(seed), most
        self.steps: list[Json] = []

    def __call__(self, state: Json) -> Json | None:
        step = self.next(state)
        if step:
            self.steps.append(step)
        return step

    def next(self, state: Json) -> Json | None:
        seat = state["mine"][0]
        if state["phase"] == "over":
            done = state["next"] or "rematch" in [step.get("what") for step in self.steps]
            return None if done else {"type": "offer", "seat": seat, "what": "rematch"}
        if len(self.steps) == self.most:
            return {"type": "resign", "seat": seat}
        if state["ticket"] is None:
            waiting = [own for own in state["mine"] if own in state["to_act"]]
            return {"type": "handover", "seat": waiting[0]}
        seat = state["viewpoint"]
        odd: dict[int, Json] = {
            2: {"type": "move", "seat": seat, "ticket": state["ticket"], "move": "nonsense"},
            4: {"type": "rename", "seat": seat, "name": "Zoé ✓"},
            6: {"type": "offer", "seat": seat, "what": "takeback"},
            8: {"type": "move", "seat": seat, "ticket": 0, "move": "stale"},
        }
        text = some_move(state, self.dice)
        return odd.get(len(self.steps)) or {"type": "move", "seat": seat, "ticket": state["ticket"], "move": text}


def recorded(database: Path, game: str, who: str, most: int) -> tuple[Json, list[Json], list[str]]:
    """A table, the steps of a script, and what a server says to them."""
    players = lt.load(game).players
    others: Json = {"who": "me"} if who == "people" else {"who": "computer", "level": 2}
    time = CLOCK if who == "people" else {"kind": "none"}
    table = {"game": game, "seats": [{"who": "me"}, *[others] * (players - 1)], "name": "Anna", "time": time}
    player = Player(players, most)
    heard = asyncio.run(play_at_server(f"sqlite:///{database / game}-{who}.sqlite", table, player))
    return table, player.steps, heard


@pytest.mark.usefixtures("named")
@pytest.mark.parametrize("who", ["people", "computer"])
@pytest.mark.parametrize("game", lt.games())
def test_scripts_give_the_same_bytes(game: str, who: str, tmp_path: Path) -> None:
    table, steps, wanted = recorded(tmp_path, game, who, 1000 if who == "computer" else 60)
    found: Any = asyncio.run(play_script(table, steps))
    assert len(found) == len(wanted) > 10
    for number, (one, other) in enumerate(zip(found, wanted, strict=True)):
        assert one == other, f"message {number}"
