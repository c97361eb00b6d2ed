"""Scripts of a page: the same ones for a server's tables and for a browser's. It runs here and in Pyodide."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Iterable
from itertools import count
from typing import Any, Protocol

from ludotheque.browser import engine
from ludotheque.browser.desk import Desk, open_desk
from ludotheque.browser.tables import milliseconds
from tests.browser_program.keeping import MemoryKept

Json = dict[str, Any]
SETTINGS: Json = {"seed": "the same", "computer_pause": 0, "search_seconds": 3600.0, "messages_per_second": 1e9}
"""No level needs an hour, so that no clock decides about a move."""
PATIENCE = 30.0
MOMENT = 1_800_000_000_000
CLOCK: Json = {"kind": "minutes", "minutes": 10, "increment": 5}


class Line(Protocol):
    """A connection to a table."""

    def send(self, text: str) -> None: ...

    async def receive(self) -> str: ...


class Clock:
    """The time that a script passes."""

    def __init__(self) -> None:
        self.time = MOMENT

    def __call__(self) -> int:
        return self.time


async def follow(line: Line, clock: Clock, steps: Callable[[Json], Json | None]) -> list[str]:
    """Carry out the steps that follow from each state; return all messages."""
    heard: list[str] = []

    async def read() -> Json:
        while True:
            text = await line.receive()
            message: Json = json.loads(text)
            if message["type"] != "ping":
                heard.append(text)
                return message

    state = await read()
    for number in count():
        while state["phase"] == "playing" and any(
            state["seats"][seat]["kind"] == "computer" for seat in state["to_act"]
        ):
            state = await read()
        step = steps(state)
        if step is None:
            return heard
        clock.time += 7
        line.send(json.dumps({"key": f"step {number}", **step}))
        answer = await read()
        while answer["type"] == "state" and step["type"] != "handover" and answer.get("accepted") != f"step {number}":
            answer = await read()
        if answer["type"] == "state":
            state = answer
    raise AssertionError


def listed(script: Iterable[Json]) -> Callable[[Json], Json | None]:
    """The steps of a script that is known."""
    steps = iter(script)
    return lambda _: next(steps, None)


class DeskLine:
    """A table's connection at a desk."""

    def __init__(self, desk: Desk, id: int) -> None:
        self.desk, self.id = desk, id
        self.messages: asyncio.Queue[str] = asyncio.Queue()

    def send(self, text: str) -> None:
        self.desk.send(self.id, text)

    async def receive(self) -> str:
        return await self.messages.get()

    async def read(self) -> Json:
        """The next message that is not a ping."""
        while True:
            message: Json = json.loads(await asyncio.wait_for(self.receive(), PATIENCE))
            if message["type"] != "ping":
                return message

    async def until(self, wanted: Callable[[Json], bool]) -> Json:
        """The first state of which this is true."""
        while not (wanted(message := await self.read()) and message["type"] == "state"):
            pass
        return message

    async def say(self, type: str, **data: Any) -> Json:
        """What comes of a request: the state that accepts it, or its refusal."""
        key = secrets.token_hex(8)
        self.send(json.dumps({"type": type, "key": key, **data}))
        while True:
            message = await self.read()
            if key in (message.get("accepted"), message.get("key")):
                return message

    async def move(self, state: Json, text: str = "") -> Json:
        """What comes of a move: the first legal one, unless it is named."""
        wanted = text or state["legal_moves"][0][0]
        return await self.say("move", seat=state["viewpoint"], ticket=state["ticket"], move=wanted)


class Office:
    """A desk with what a page does to it, in one event loop."""

    def __init__(self, kept: MemoryKept | None = None, now: Callable[[], int] = milliseconds) -> None:
        self.kept = kept or MemoryKept()
        self.now = now
        self.lines: dict[int, DeskLine] = {}
        self.answers: dict[int, asyncio.Future[tuple[int, bytes]]] = {}
        self.heads: dict[int, int] = {}
        self.bodies: dict[int, bytes] = {}
        self.numbers = count(1)

    async def open(self, **settings: Any) -> Office:
        self.desk = await open_desk(self.kept, self.run, self.post, self.now, **{**SETTINGS, **settings})
        return self

    async def run(self, job: bytes) -> bytes:
        """The result of a search, as another worker would send it."""
        await asyncio.sleep(0)
        return engine.run(job)

    def post(self, message: Json) -> None:
        id = message["id"]
        if message["type"] == "message":
            self.lines[id].messages.put_nowait(message["text"])
        elif message["type"] == "head":
            self.heads[id], self.bodies[id] = message["status"], b""
        elif message["type"] == "chunk":
            self.bodies[id] += message["data"]
        elif message["type"] == "end":
            self.answers.pop(id).set_result((self.heads.pop(id), self.bodies.pop(id)))

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """The status and the body of an answer."""
        id = next(self.numbers)
        self.answers[id] = asyncio.get_running_loop().create_future()
        self.desk.ask(id, method, path, body if isinstance(body, str) else json.dumps(body or {}))
        return await self.answers[id]

    async def told(self, method: str, path: str, body: Any = None, status: int = 200) -> Any:
        """The answer to a request, as plain data."""
        found, answer = await self.ask(method, path, body)
        assert found == status, answer
        return json.loads(answer)

    async def create(self, table: Json) -> str:
        name: str = (await self.told("POST", "/api/tables", table, 201))["table"]
        return name

    async def sit_down(self, table: str) -> tuple[DeskLine, Json]:
        """A connection to a table, and its first state."""
        line = self.connect(table)
        return line, await line.read()

    def connect(self, table: str) -> DeskLine:
        id = next(self.numbers)
        line = self.lines[id] = DeskLine(self.desk, id)
        self.desk.open(id, f"/api/tables/{table}/live?v=2")
        return line


async def play_script(table: Json, steps: Iterable[Json]) -> list[str]:
    """All messages of a table in a browser that follows a script."""
    clock, names = Clock(), (f"local{number:011}" for number in count())
    office = await Office(now=clock).open()
    office.desk.tables._new_id = lambda: next(names)  # type: ignore[method-assign]
    line = office.connect(await office.create(table))
    heard = await follow(line, clock, listed(steps))
    office.desk.tables.close()
    return heard
