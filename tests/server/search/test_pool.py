"""The search pool: searches can be stopped at any moment, and engines are reused."""

from __future__ import annotations

import asyncio
import threading
from itertools import count

import pytest

from ludotheque.server.search.pool import Search, SearchPool

Engine = tuple[str, int]


def pool_of(max_idle: int, threads: int = 4) -> SearchPool[str, Engine]:
    """Return a pool whose engines are numbered."""
    numbers = count()
    return SearchPool(lambda kind: (kind, next(numbers)), threads=threads, max_idle=max_idle, name="test")


def used(pool: SearchPool[str, Engine], *kinds: str) -> list[Engine | None]:
    """Return the engines of searches that run one after the other."""

    async def run() -> list[Engine | None]:
        return [await pool.run(Search(), kind, lambda engine: engine) for kind in kinds]

    try:
        return asyncio.run(run())
    finally:
        pool.close()


def test_an_idle_engine_serves_the_next_search_of_its_kind() -> None:
    assert used(pool_of(4), "a", "a", "b", "a", "b") == [("a", 0), ("a", 0), ("b", 1), ("a", 0), ("b", 1)]


def test_the_kind_that_was_unused_the_longest_goes_first() -> None:
    engines = used(pool_of(2), "a", "b", "a", "c", "b", "c")
    assert engines == [("a", 0), ("b", 1), ("a", 0), ("c", 2), ("b", 3), ("c", 2)]


def test_searches_at_the_same_moment_have_different_engines() -> None:
    pool, both = pool_of(4), threading.Barrier(2)

    def work(engine: Engine) -> Engine:
        both.wait(30)
        return engine

    async def run() -> set[Engine | None]:
        return set(await asyncio.gather(*(pool.run(Search(), "a", work) for _ in range(2))))

    assert asyncio.run(run()) == {("a", 0), ("a", 1)}
    pool.close()


def test_a_stopped_search_has_no_result() -> None:
    pool, search, stopped = pool_of(4), Search(), threading.Event()

    def work(_: Engine) -> str:
        search.bind(stopped.set)
        assert stopped.wait(30)
        return "result"

    async def run() -> str | None:
        running = asyncio.create_task(pool.run(search, "a", work))
        await asyncio.sleep(0.05)
        search.stop()
        return await running

    assert asyncio.run(run()) is None
    pool.close()


def test_a_search_that_was_stopped_before_never_begins() -> None:
    pool, search, begun = pool_of(4), Search(), threading.Event()
    search.stop()
    assert asyncio.run(pool.run(search, "a", lambda _: begun.set())) is None
    assert not begun.is_set()
    pool.close()


def test_a_search_that_was_stopped_before_it_is_bound_ends_at_once() -> None:
    search, ended = Search(), threading.Event()
    search.stop()
    search.bind(ended.set)
    assert ended.is_set()


def test_an_engine_comes_back_after_an_error() -> None:
    pool = pool_of(4)

    def fail(_: Engine) -> None:
        raise KeyError("no move")

    async def run() -> Engine | None:
        with pytest.raises(KeyError):
            await pool.run(Search(), "a", fail)
        return await pool.run(Search(), "a", lambda engine: engine)

    assert asyncio.run(run()) == ("a", 0)
    pool.close()
