"""A flood of messages from one address, through as many sockets as it may open."""

from __future__ import annotations

import asyncio

from tests.server.attacks.conftest import Start
from tests.server.attacks.neighbours import Strength, felt
from tests.server.attacks.strangers import hot_seat

SOCKETS, EACH = 195, 19
"""Sockets, and the messages of each in a second: just below what one address and one socket may have."""


async def flood(strength: Strength) -> None:
    """Let many pages of one table send what costs most: to be shown a seat, which is answered with a whole state."""
    http, table = await hot_seat(strength)

    async def page(number: int) -> None:
        await asyncio.sleep(number / SOCKETS)
        socket = await strength.socket(http, table)
        message = {"type": "handover", "seat": number % 2}
        while True:
            if socket.open:
                socket.send(message)
                strength.counts["sent"] += 1
            await asyncio.sleep(1 / EACH)

    pages = [asyncio.create_task(page(number)) for number in range(SOCKETS)]
    await asyncio.sleep(1.5)
    strength.full.set()
    await asyncio.gather(*pages)


def test_many_sockets_of_one_address(start: Start) -> None:
    counts = felt(start(), flood).counts
    assert counts["sent"] > 3000, "the attack was weak"
    # All sockets of an address share its messages, however many there are.
    assert counts["refused"] > counts["sent"] / 5
    assert counts["cut"], "who goes on is cut off"
