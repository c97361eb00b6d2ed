"""A crowd that watches one table, while its players move as fast as they may."""

from __future__ import annotations

import asyncio

from ludotheque.server.settings import Settings
from tests.server.attacks.conftest import Start
from tests.server.attacks.neighbours import Strength, felt
from tests.server.attacks.strangers import hot_seat

ADDRESSES = [f"127.0.0.{number}" for number in range(2, 7)]
EACH = 130


async def watch(strength: Strength) -> None:
    """Come from several addresses, and rename a player again and again, which everybody is told."""
    http, table = await hot_seat(strength)
    player = await strength.socket(http, table)
    crowd = [await strength.socket(strength.http(address), table) for address in ADDRESSES for _ in range(EACH)]
    await asyncio.sleep(0.5)
    strength.counts["open"] = sum(socket.open for socket in crowd)
    strength.full.set()
    for number in range(1000):
        name = {"type": "rename", "key": str(number), "seat": 0, "name": f"Mallory {number}"}
        player.send(name)
        strength.counts["renamed"] += 1
        await asyncio.sleep(0.06)


def test_a_crowd_of_onlookers(start: Start) -> None:
    counts = felt(start(), watch).counts
    assert counts["renamed"] > 10
    assert counts["open"] <= Settings("").onlookers_per_table
    assert counts["gone"] >= len(ADDRESSES) * EACH - Settings("").onlookers_per_table - 1


async def come_and_go(strength: Strength) -> None:
    """Open and close a player's pages, from several addresses, so that everybody is told who is present."""
    http, table = await hot_seat(strength)
    crowd = [await strength.socket(strength.http(address), table) for address in ADDRESSES for _ in range(90)]
    await asyncio.sleep(0.5)
    strength.counts["open"] = sum(socket.open for socket in crowd)

    async def player(address: str) -> None:
        browser = strength.http(address)
        browser.cookie = http.cookie
        while True:
            page = await strength.socket(browser, table)
            await asyncio.sleep(0.03)
            page.close()
            strength.counts["left"] += 1
            await asyncio.sleep(0.01)

    strength.full.set()
    await asyncio.gather(*(player(f"127.0.1.{number}") for number in range(1, 6)))


def test_a_player_who_comes_and_goes(start: Start) -> None:
    counts = felt(start(), come_and_go).counts
    assert counts["open"] > 400
    assert counts["left"] > 20
    assert counts["state"] > 10 * counts["open"], "the crowd is told"
