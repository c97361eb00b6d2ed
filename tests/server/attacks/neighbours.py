"""Neighbours: two players at their own table and address, who play while a stranger attacks the server.

Server, stranger and neighbours have a process each. How long the neighbours' moves take is compared with a quiet time
in the same run, because machines are shared.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection as Pipe
from typing import Any

from bench.load import Http, Socket
from ludotheque.server.settings import Settings
from tests.server.people import PATIENCE, Connection, Person
from tests.server.serving import FORKS, QUICK, Process

HOST, STRANGER = "127.0.0.1", "127.0.0.2"
"""Everything is on loopback, and strangers have addresses of their own there."""
AS_SHIPPED = {name: getattr(Settings(""), name) for name in QUICK}
"""The limits that other tests raise, as a host gets them."""
MOVES, PAUSE = 24, 0.03
"""Moves in each span that is measured, and the seconds before each."""
BEARABLE = 12.0
"""How much longer a move may take under attack, in the middle of all moves and on average: one stop of some seconds
hardly moves the middle. Without a bound it is hundreds."""


@dataclass
class Strength:
    """What a stranger knows: where the server is, what came of the attack so far, and when it is at full strength."""

    port: int
    counts: Counter[str]
    full: asyncio.Event

    def http(self, local: str = STRANGER) -> Http:
        return Http(HOST, self.port, local)

    async def socket(self, http: Http, table: str) -> Socket:
        """Open a page. What it is told is counted by type."""
        socket = Socket(self._hear, lambda: self.counts.update(["cut"]))
        await socket.connect(http, f"/api/tables/{table}/live?v=2")
        return socket

    def _hear(self, data: bytes) -> None:
        self.counts[next((name for name in ("state", "refused", "gone") if f'"{name}"'.encode() in data[:40]), "")] += 1


Attack = Callable[[Strength], Awaitable[None]]


@dataclass(frozen=True)
class Felt:
    """How long moves took, in seconds, and what came of the attack."""

    quiet: list[float]
    attacked: list[float]
    counts: Counter[str]

    @property
    def ratio(self) -> float:
        return max(middle(self.attacked) / middle(self.quiet) for middle in (statistics.median, statistics.fmean))

    def __str__(self) -> str:
        both = [(1000 * statistics.median(took), 1000 * max(took)) for took in (self.quiet, self.attacked)]
        spans = ", ".join(f"p50 {p50:.1f} ms p99 {p99:.1f} ms" for p50, p99 in both)
        return f"ratio {self.ratio:.1f} ({spans}) {dict(self.counts)}"


class Neighbours:
    """Two players who move in turn."""

    def __init__(self, address: str) -> None:
        self.people = [Person(address, "Nora"), Person(address, "Noah")]
        self.dice = random.Random(1)
        self.pages: list[Connection] = []

    def sit_down(self) -> None:
        nora, noah = self.people
        table = nora.set_up("malawi")
        noah.join(table, nora.invitation(table))
        for page in self.pages:
            page.close()
        self.pages = [person.live(table) for person in self.people]

    def waits(self) -> list[float]:
        """Return how long each of the next moves takes until it is acknowledged."""
        took: list[float] = []
        while len(took) < MOVES:
            if not self.pages or self.pages[0].state["phase"] == "over":
                self.sit_down()
            time.sleep(PAUSE)
            latest = max(page.state["seq"] for page in self.pages)
            for page in self.pages:
                page.reach(latest)
            mover = next((page for page in self.pages if page.state["ticket"] is not None), None)
            if mover:
                begun = time.perf_counter()
                mover.move(self.dice)
                took.append(time.perf_counter() - begun)
        return took

    def close(self) -> None:
        for person in self.people:
            person.close()


def felt(server: Process, attack: Attack, bearable: float = BEARABLE) -> Felt:
    """Return what neighbours feel of an attack. They must not feel much; a busy machine gets a second try."""
    first = measure(server, attack)
    if first.ratio <= bearable:
        return first
    second = measure(server, attack)
    assert second.ratio <= bearable, f"{first}; {second}"
    return second


def measure(server: Process, attack: Attack) -> Felt:
    """Return how long moves take before and during an attack."""
    neighbours = Neighbours(server.address)
    try:
        quiet = neighbours.waits()
        with under_attack(server.port, attack) as counts:
            attacked = neighbours.waits()
        result = Felt(quiet, attacked, counts)
        print(getattr(attack, "__name__", attack), result)
        return result
    finally:
        neighbours.close()


@contextmanager
def under_attack(port: int, attack: Attack) -> Iterator[Counter[str]]:
    """Attack at full strength; the counts are filled in at the end."""
    ours, theirs = FORKS.Pipe()
    work = FORKS.Process(target=_attack, args=(attack, port, theirs), daemon=True)
    work.start()
    counts: Counter[str] = Counter()
    try:
        _expect(ours)
        yield counts
        ours.send("enough")
        counts.update(_expect(ours))
    finally:
        work.kill()
        work.join()
        work.close()


def _expect(pipe: Pipe) -> Any:
    assert pipe.poll(PATIENCE), "the stranger does not answer"
    said = pipe.recv()
    assert not isinstance(said, str), said
    return said


def _attack(attack: Attack, port: int, pipe: Pipe) -> None:
    asyncio.run(_until_enough(attack, port, pipe))


async def _until_enough(attack: Attack, port: int, pipe: Pipe) -> None:
    strength = Strength(port, Counter(), asyncio.Event())
    attacking = asyncio.ensure_future(attack(strength))
    full = asyncio.create_task(strength.full.wait())
    await asyncio.wait([attacking, full], return_when=asyncio.FIRST_COMPLETED)
    if attacking.done() and not full.done():
        pipe.send(f"the attack has failed: {attacking.exception()!r}")
        return
    pipe.send(None)
    await asyncio.to_thread(pipe.recv)
    pipe.send(strength.counts)
