"""The search pool: searches run in other processes, and can be stopped at any moment."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest

from ludotheque.server.errors import RequestError
from ludotheque.server.search.pool import SearchPool
from ludotheque.server.search.search import Search
from ludotheque.server.search.turns import Turns
from tests.server.search.errands import Crash, Pid, UntilStopped
from tests.server.search.test_worker import is_running

T = TypeVar("T")


def in_a_pool(work: Callable[[SearchPool], Coroutine[Any, Any, T]], workers: int = 1) -> T:
    """Return the result of `work` with a pool that is closed afterwards."""

    async def run() -> T:
        turns = Turns(workers, each=10, most=10, refusal="busy")
        pool = SearchPool(workers, turns, niceness=1, megabytes=1024)
        try:
            return await work(pool)
        finally:
            await pool.close()

    return asyncio.run(run())


async def until(wanted: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not wanted():
            await asyncio.sleep(0.005)


def test_an_idle_worker_serves_the_next_search() -> None:
    async def work(pool: SearchPool) -> set[int | None]:
        return {await pool.run(Search(), "a", Pid()) for _ in range(3)}

    pids = in_a_pool(work, workers=2)
    assert len(pids) == 1
    assert os.getpid() not in pids


def test_searches_at_the_same_moment_have_different_workers(tmp_path: Path) -> None:
    async def work(pool: SearchPool) -> None:
        files = [tmp_path / str(number) for number in range(2)]
        searches = [Search(), Search()]
        running = [
            asyncio.create_task(pool.run(search, "a", UntilStopped(file)))
            for search, file in zip(searches, files, strict=True)
        ]
        await until(lambda: all(file.exists() and file.read_text() for file in files))
        assert files[0].read_text() != files[1].read_text()
        for search in searches:
            search.stop()
        assert await asyncio.gather(*running) == [None, None]

    in_a_pool(work, workers=2)


def test_a_stopped_search_has_no_result_and_frees_its_worker(tmp_path: Path) -> None:
    async def work(pool: SearchPool) -> None:
        search = Search()
        running = asyncio.create_task(pool.run(search, "a", UntilStopped(tmp_path / "job")))
        await until((tmp_path / "job").exists)
        search.stop()
        assert await running is None
        assert await pool.run(Search(), "a", Pid()) == pool.workers[0].pid
        assert (tmp_path / "job.ended").exists(), "the next search came after the end of this one"

    in_a_pool(work)


def test_a_search_ends_when_its_caller_is_cancelled(tmp_path: Path) -> None:
    async def work(pool: SearchPool) -> None:
        running = asyncio.create_task(pool.run(Search(), "a", UntilStopped(tmp_path / "job")))
        await until((tmp_path / "job").exists)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        await until((tmp_path / "job.ended").exists)

    in_a_pool(work)


def test_a_search_that_waits_leaves_the_queue_when_it_is_stopped(tmp_path: Path) -> None:
    async def work(pool: SearchPool) -> None:
        first, second = Search(), Search()
        running = asyncio.create_task(pool.run(first, "a", UntilStopped(tmp_path / "first")))
        await until((tmp_path / "first").exists)
        waiting = asyncio.create_task(pool.run(second, "a", UntilStopped(tmp_path / "second")))
        await asyncio.sleep(0)
        second.stop()
        assert await waiting is None
        first.stop()
        await running
        await pool.run(Search(), "a", Pid())
        assert not (tmp_path / "second").exists()

    in_a_pool(work)


def test_a_search_that_was_stopped_before_never_begins(tmp_path: Path) -> None:
    async def work(pool: SearchPool) -> None:
        search = Search()
        search.stop()
        assert await pool.run(search, "a", UntilStopped(tmp_path / "job")) is None
        assert pool.workers[0].pid is None

    in_a_pool(work)


def test_a_worker_comes_back_after_an_error(tmp_path: Path) -> None:
    async def work(pool: SearchPool) -> None:
        with pytest.raises(RequestError):
            await pool.run(Search(), "a", Crash(tmp_path, 9))
        assert await pool.run(Search(), "a", Pid()) == pool.workers[0].pid

    in_a_pool(work)


def test_workers_end_with_the_pool(tmp_path: Path) -> None:
    """Also in the midst of a search."""

    async def work(pool: SearchPool) -> asyncio.Task[str | None]:
        running = asyncio.create_task(pool.run(Search(), "a", UntilStopped(tmp_path / "job")))
        await until(lambda: (tmp_path / "job").exists() and (tmp_path / "job").read_text())
        return running

    in_a_pool(work)
    assert not is_running(int((tmp_path / "job").read_text()))
