"""Whether searches touch the players: how long moves take while many clients ask for analyses, beside a quiet server.

Some pairs of guests play, with a moment of thought before each move. Quiet and busy spans take turns in one run,
because machines are shared. In a busy span many clients, each from its own address of the loopback network, ask for one
analysis after another. The database lies in memory where that is possible, because disks are shared too.
`python -m bench.searches` runs this alone, in less than a minute.
"""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from bench.load import Http, Match, Player, Refused, Tally, in_turns, under_way
from bench.server import serving

CLIENTS, GAMES = 50, 20
SPANS, SECONDS, SETTLE = 8, 2.5, 0.7
"""Quiet spans, and as many busy ones; how long each is measured; how long before that the change has time to work."""
THOUGHT, PATIENCE = (0.1, 0.3), (0.3, 1.0)
"""Seconds before a move, and after a refusal."""
HOST, MEMORY = "127.0.0.1", Path("/dev/shm")
ANALYSIS = {"game": "malawi", "seconds": 2.0, "lines": 3}


class Thinker(Player):
    """A guest who thinks for a moment before each move."""

    def move(self, state: dict[str, Any]) -> None:
        asyncio.get_running_loop().call_later(self.match.dice.uniform(*THOUGHT), super().move, state)


class ThoughtfulMatch(Match):
    def seat(self, http: Http, number: int) -> Player:
        return Thinker(self, http, number)


class Reader:
    """A client that asks for one analysis after another."""

    def __init__(self, port: int, number: int) -> None:
        self.http = Http(HOST, port, f"127.0.{1 + number // 200}.{1 + number % 200}")
        self.dice = random.Random(number)  # clients do not march in step
        self.done = self.refused = 0

    async def ask(self) -> None:
        await asyncio.sleep(self.dice.uniform(0, SETTLE / 2))
        while True:
            try:
                await self.http.ask("/api/study/analyse", ANALYSIS)
                self.done += 1
            except Refused:
                self.refused += 1
                await asyncio.sleep(self.dice.uniform(*PATIENCE))


def run() -> None:
    memory = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(dir=memory) as folder, serving(f"sqlite:///{folder}/tables.sqlite") as (port, _):
        asyncio.run(measure(port))


async def measure(port: int) -> None:
    """Print one line of figures."""
    tally = Tally()
    matches = [ThoughtfulMatch(HOST, port, "malawi", number, tally) for number in range(GAMES)]
    await in_turns(match.set_up for match in matches)
    await in_turns(match.begin for match in matches)
    await under_way(matches)
    readers = [Reader(port, number) for number in range(CLIENTS)]
    quiet, busy = [], []
    for _ in range(SPANS):
        quiet += await span(tally)
        asking = [asyncio.create_task(reader.ask()) for reader in readers]
        busy += await span(tally)
        for task in asking:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*asking)
    for match in matches:
        match.stopped = True
        match.leave()
    if tally.faults:
        raise SystemExit(f"searches: {len(tally.faults)} faults, the first: {tally.faults[0]}")
    answered, refused = sum(reader.done for reader in readers), sum(reader.refused for reader in readers)
    print(
        f"searches clients={CLIENTS} games={GAMES} moves={len(quiet)}+{len(busy)} "
        f"quiet_p50_ms={share(quiet, 0.5):.1f} busy_p50_ms={share(busy, 0.5):.1f} "
        f"quiet_p99_ms={share(quiet, 0.99):.1f} busy_p99_ms={share(busy, 0.99):.1f} "
        f"ratio={share(busy, 0.99) / share(quiet, 0.99):.2f} "
        f"analyses={answered} refused={refused} load={os.getloadavg()[0]:.1f}",
        flush=True,
    )


async def span(tally: Tally) -> list[float]:
    """Return how long the moves of the next seconds took."""
    await asyncio.sleep(SETTLE)
    begun = time.perf_counter()
    await asyncio.sleep(SECONDS)
    return [took for sent, took in zip(tally.sent, tally.took, strict=True) if sent >= begun]


def share(took: list[float], part: float) -> float:
    """Return the time in milliseconds within which this part of the moves was acknowledged."""
    return sorted(took)[int(part * len(took))] * 1000


if __name__ == "__main__":
    run()
