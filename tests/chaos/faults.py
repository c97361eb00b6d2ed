"""The faults: what happens to the processes, the database and its disk."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass

from tests.chaos.database import Database
from tests.chaos.servers import COUNT, Servers

LONG = 50.0
"""Seconds of an outage that is longer than the clock of any player."""
EACH_LONG = 100
"""So many faults have one such outage."""
START = 120.0
"""Seconds in which new processes must serve."""


@dataclass
class Site:
    """What can fail."""

    servers: Servers
    database: Database
    dice: random.Random

    def some_process(self) -> int | None:
        """A process that serves; None when all have just ended."""
        found = self.servers.processes()
        return self.dice.choice(found) if found else None


async def kill_process(site: Site) -> None:
    """A process ends without a word."""
    if process := site.some_process():
        site.servers.signal(process, signal.SIGKILL)


async def kill_all_processes(site: Site) -> None:
    """All processes end without a word."""
    for process in site.servers.processes():
        site.servers.signal(process, signal.SIGKILL)


async def pause_process(site: Site) -> None:
    """A process stands still, with all its connections open."""
    if process := site.some_process():
        site.servers.signal(process, signal.SIGSTOP)
        await asyncio.sleep(site.dice.uniform(1, 5))
        site.servers.signal(process, signal.SIGCONT)


async def replace_processes(site: Site) -> None:
    """All processes are replaced one by one, as for an upgrade."""
    before = set(site.servers.processes())
    site.servers.parent.send_signal(signal.SIGHUP)
    latest = time.monotonic() + START
    while before & set(site.servers.processes()) or len(site.servers.processes()) < COUNT:
        assert time.monotonic() < latest, "the processes are not replaced"
        await asyncio.sleep(0.1)


async def kill_database(site: Site) -> None:
    """All processes of the database end without a word."""
    async with site.database.lock:
        site.database.signal(signal.SIGKILL)
        await site.database.ended()
        await asyncio.sleep(site.dice.uniform(0, 3))
        await site.database.back()


async def stop_database(site: Site) -> None:
    """The database is stopped at once and started again."""
    async with site.database.lock:
        site.database.server.send_signal(signal.SIGQUIT)
        await site.database.ended()
        await asyncio.sleep(site.dice.uniform(0, 3))
        await site.database.back()


async def pause_database(site: Site, seconds: float | None = None) -> None:
    """The database stands still, with all its connections open."""
    async with site.database.lock:
        site.database.signal(signal.SIGSTOP)
        await asyncio.sleep(seconds or site.dice.uniform(1, 8))
        site.database.signal(signal.SIGCONT)
        await site.database.back()


async def pause_database_for_long(site: Site) -> None:
    """The database stands still for longer than any player has time."""
    await pause_database(site, LONG)


async def fill_disk(site: Site) -> None:
    """The database has no room to write. It may end, and is started when there is room again."""
    async with site.database.lock:
        site.database.fill()
        await asyncio.sleep(site.dice.uniform(1, 4))
        site.database.fill()
        await asyncio.sleep(site.dice.uniform(0, 1))
        site.database.free()
        await site.database.back()


Fault = Callable[[Site], Awaitable[None]]
KINDS: tuple[Fault, ...] = (
    kill_process,
    kill_all_processes,
    pause_process,
    replace_processes,
    kill_database,
    stop_database,
    pause_database,
    fill_disk,
)


def sequence(site: Site) -> Iterator[Fault]:
    """All kinds in a random order, again and again."""
    kinds = [kind for kind in KINDS if site.database.has_disk or kind is not fill_disk]
    number = 0
    while True:
        for kind in site.dice.sample(kinds, len(kinds)):
            number += 1
            yield pause_database_for_long if number % EACH_LONG == 0 else kind
