"""One table that is asked for tens of thousands of things. What it keeps, and what each request costs, is bounded."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from itertools import count

from ludotheque.errors import LudothequeError
from ludotheque.server.tables.requests import MAX_HOLDERS, MAX_SMALL_TALK, MAX_UNDONE
from ludotheque.server.tables.table import MAX_KEYS
from tests.server.attacks.conftest import Start
from tests.server.attacks.neighbours import Strength, felt
from tests.server.attacks.strangers import hot_seat
from tests.server.stories import OPEN, Story, human

SOCKETS = 4
REQUESTS = 20_000


async def ask_for_everything(strength: Strength) -> None:
    """Let four pages of a table play, take back and rename as fast as each of them may."""
    http, table = await hot_seat(strength)
    numbers = count()

    async def page() -> None:
        socket = await strength.socket(http, table)
        while True:
            number = next(numbers)
            wishes: list[dict[str, object]] = [
                {"type": "rename", "name": f"Mallory {number}"},
                {"type": "move", "ticket": number % 100, "move": "c1-e3"},
                {"type": "offer", "what": "takeback"},
            ]
            if socket.open:
                socket.send({**wishes[number % 3], "key": str(number), "seat": number % 2})
                strength.counts["sent"] += 1
            await asyncio.sleep(1 / 19)

    pages = [asyncio.create_task(page()) for _ in range(SOCKETS)]
    await asyncio.sleep(0.5)
    strength.full.set()
    await asyncio.gather(*pages)


def test_four_pages_of_one_table(start: Start) -> None:
    counts = felt(start(), ask_for_everything).counts
    assert counts["sent"] > 50


def test_what_a_table_keeps_is_bounded() -> None:
    """Both players sit at one device, so nobody has to agree to a takeback."""
    dice = random.Random(3)
    story = Story("malawi", [human("Mallory", "one"), human("Mallory", "one")])
    taken_back = 0
    for number in range(REQUESTS):
        with suppress(LudothequeError):
            if number % 4 == 0:
                story.rename(number % 2, f"Mallory {number}")
            elif number % 4 == 1 and story.table.last.number < 3:
                story.move_any(dice)
            else:
                taken_back += len(story.offer(number % 2, "takeback")) > 1
    table = story.table
    assert taken_back > 100, "the attack was weak"
    assert len(table.accepted) <= MAX_KEYS
    assert table.seq <= MAX_UNDONE + MAX_SMALL_TALK + table.last.number + 5


def test_browsers_at_a_seat_are_bounded() -> None:
    """A private link brings a seat to any browser. A stranger makes up a new one for each request."""
    story = Story("malawi", [human("Mallory"), OPEN])
    for number in range(REQUESTS // 10):
        with suppress(LudothequeError):
            story.come_back(f"made up {number}", 0)
    assert len(story.table.seats[0].holders) == MAX_HOLDERS
    assert story.table.seq == MAX_HOLDERS


def test_coming_and_going_is_bounded() -> None:
    story = Story("moaai", [human("Anna"), OPEN, OPEN], players=3)
    for _ in range(REQUESTS // 10):
        with suppress(LudothequeError):
            story.join("Mallory")
            story.leave(1)
    assert MAX_UNDONE <= story.table.seq <= MAX_UNDONE + 2
