"""Turns: fair by asker, bounded, and nothing is lost when an asker goes."""

from __future__ import annotations

import asyncio

import pytest

from ludotheque.server.errors import RequestError
from ludotheque.server.search.turns import Turns


def turns_of(places: int = 1, each: int = 100, most: int = 100) -> Turns:
    return Turns(places, each=each, most=most, refusal="busy")


async def settle() -> None:
    """Let all tasks go on as far as they can."""
    for _ in range(5):
        await asyncio.sleep(0)


def order_of(turns: Turns, askers: str) -> str:
    """Return the order in which askers get the only place."""
    order: list[str] = []

    async def work(asker: str) -> None:
        await turns.take(asker)
        order.append(asker)
        await asyncio.sleep(0)
        turns.give_back(asker)

    async def run() -> None:
        await asyncio.gather(*map(work, askers))

    asyncio.run(run())
    return "".join(order)


def test_askers_take_turns() -> None:
    assert order_of(turns_of(), "aaaaaabbc") == "aabcabaaa"


def test_an_asker_who_comes_late_waits_for_one_turn_of_the_others() -> None:
    assert order_of(turns_of(), "aaaaaaaaz") == "aazaaaaaa"


@pytest.mark.parametrize(("each", "most", "askers"), [(2, 9, "aabAc"), (9, 3, "aabAC")])
def test_works_are_bounded_by_asker_and_in_all(each: int, most: int, askers: str) -> None:
    """Capital letters are refused, while one work is under way and the others wait."""

    async def run() -> str:
        turns, answers = turns_of(each=each, most=most), ""
        for asker in askers.lower():
            taking = asyncio.create_task(turns.take(asker))
            await settle()
            refused = taking.done() and isinstance(taking.exception(), RequestError)
            answers += asker.upper() if refused else asker
        return answers

    assert asyncio.run(run()) == askers


def test_who_goes_leaves_the_queue() -> None:
    async def run() -> None:
        turns = turns_of(each=2)
        await turns.take("a")
        waiting = asyncio.create_task(turns.take("a"))
        await settle()
        waiting.cancel()
        await settle()
        second = asyncio.create_task(turns.take("a"))
        await settle()
        assert not second.done()
        turns.give_back("a")
        await second
        turns.give_back("a")
        await turns.take("b")

    asyncio.run(run())


def test_a_place_is_not_lost_on_an_asker_who_goes_at_the_same_moment() -> None:
    async def run() -> None:
        turns = turns_of()
        await turns.take("a")
        gone = [asyncio.create_task(turns.take(asker)) for asker in "bb"]
        last = asyncio.create_task(turns.take("c"))
        await settle()
        for task in gone:
            task.cancel()
        turns.give_back("a")
        await settle()
        assert all(task.cancelled() for task in gone)
        assert last.done()
        turns.give_back("c")
        await turns.take("d")

    asyncio.run(run())


def test_a_place_that_comes_too_late_goes_to_the_next() -> None:
    async def run() -> None:
        turns = turns_of()
        await turns.take("a")
        first, second = (asyncio.create_task(turns.take(asker)) for asker in "bc")
        await settle()
        turns.give_back("a")
        first.cancel()
        await settle()
        assert first.cancelled()
        assert second.done()
        turns.give_back("c")
        await turns.take("d")

    asyncio.run(run())
