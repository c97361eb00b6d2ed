"""Streams of analyses: they end when they are stopped, dropped or cancelled, and pass errors on."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Callable

import pytest

import ludotheque as lt
from ludotheque.engine.analysis import Analysis, Candidate
from ludotheque.engine.engine import Progress
from ludotheque.engine.stream import AnalysisStream
from tests.variants import whole_game

VIEW = lt.load("malawi").start().view(0)
FOREVER = 600
"""Seconds that no test waits for."""


def found(depth: int) -> Analysis:
    return Analysis(VIEW, (Candidate(VIEW.legal_moves()[0], 0.5),), depth, depth, 0.0)


def endless(stop: threading.Event) -> Callable[[Progress], Analysis]:
    """A search that finds two things and then goes on until it is stopped."""

    def search(progress: Progress) -> Analysis:
        progress(found(1))
        progress(found(2))
        assert stop.wait(FOREVER)
        return found(3)

    return search


@pytest.mark.parametrize("id", lt.games())
def test_a_search_without_bounds_ends_when_it_is_stopped(id: str) -> None:
    position = whole_game(lt.load(id), 5).positions[4]
    with lt.analysis(position.view(position.to_act[0])) as stream:
        first = next(stream)
        stream.stop()
        assert list(stream) == []
    assert stream.wait().nodes >= first.nodes


def test_leaving_the_block_stops_the_search() -> None:
    stop = threading.Event()
    with AnalysisStream(endless(stop), stop.set) as stream:
        assert [next(stream).depth, next(stream).depth] == [1, 2]
    assert stop.is_set()
    assert stream.wait() == found(3)


def test_another_thread_can_stop_a_stream() -> None:
    stop = threading.Event()
    stream = AnalysisStream(endless(stop), stop.set)
    assert [next(stream).depth, next(stream).depth] == [1, 2]
    threading.Thread(target=stream.stop).start()
    assert list(stream) == []


def test_a_stream_that_is_dropped_stops_its_search() -> None:
    stop = threading.Event()
    stream = AnalysisStream(endless(stop), stop.set)
    next(stream)
    del stream
    gc.collect()
    assert stop.is_set()


def test_what_is_found_twice_comes_once() -> None:
    def search(progress: Progress) -> Analysis:
        for depth in (1, 1, 2):
            progress(found(depth))
        return found(2)

    assert [analysis.depth for analysis in AnalysisStream(search, lambda: None)] == [1, 2]


def test_an_error_of_the_search_is_passed_on() -> None:
    def search(progress: Progress) -> Analysis:
        progress(found(1))
        raise lt.EngineError(lt.Text.same("broken"))

    stream = AnalysisStream(search, lambda: None)
    assert next(stream) == found(1)
    for _ in range(2):
        with pytest.raises(lt.EngineError, match="broken"):
            next(stream)
    with pytest.raises(lt.EngineError, match="broken"):
        asyncio.run(AnalysisStream(search, lambda: None).wait_async())


def test_event_loops() -> None:
    async def depths() -> list[int]:
        async with lt.analysis(VIEW, depth=3) as stream:
            return [analysis.depth async for analysis in stream]

    async def both() -> list[list[int]]:
        return list(await asyncio.gather(depths(), depths()))

    assert asyncio.run(both()) == [[1, 2, 3], [1, 2, 3]]


def test_an_event_loop_can_stop_a_stream() -> None:
    async def stopped() -> int:
        async with lt.analysis(VIEW) as stream:
            async for analysis in stream:
                if analysis.depth == 2:
                    stream.stop()
        return (await stream.wait_async()).depth

    assert asyncio.run(stopped()) >= 2


def test_a_cancelled_task_stops_its_search() -> None:
    """However it waits: for the next analysis, or for the last one."""

    async def cancelled(wait: Callable[[AnalysisStream], object]) -> None:
        stop = threading.Event()
        stream = AnalysisStream(endless(stop), stop.set)

        async def work() -> None:
            await wait(stream)  # type: ignore[misc]

        task = asyncio.create_task(work())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert stop.is_set()

    async def every(stream: AnalysisStream) -> None:
        async for _ in stream:
            pass

    asyncio.run(cancelled(every))
    asyncio.run(cancelled(lambda stream: stream.wait_async()))


def test_a_cancelled_analysis_ends_at_once() -> None:
    async def cancel() -> None:
        task = asyncio.create_task(lt.analyse_async(VIEW, FOREVER))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancel())
