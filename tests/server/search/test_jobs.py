"""Jobs: the same results as in one process, no secrets, and few engines at a time."""

from __future__ import annotations

import pickle

import pytest

import ludotheque as lt
from ludotheque.engine.computer import Computer
from ludotheque.engine.levels import level
from ludotheque.engine.limit import Limit
from ludotheque.server.search import jobs
from ludotheque.server.search.jobs import AnalysisJob, GifJob, Job, MoveJob
from tests.server.people import SET_UPS
from tests.variants import whole_game


@pytest.mark.parametrize("id", lt.games())
def test_a_computer_plays_the_same_move_whichever_engine_it_uses(id: str) -> None:
    position = whole_game(lt.load(id), 5).positions[4]
    view = position.view(position.to_act[0])
    alone = Computer(lt.load(id), level(2), 7, seconds=60).choose(view)
    job = pickle.loads(pickle.dumps(MoveJob(view, 2, 7, 60)))
    assert [job.run(Limit()), job.run(Limit())] == [alone, alone]


def test_a_job_holds_no_secret() -> None:
    start = lt.load("massai").start()
    views = [start.play(huts, 0).view(1) for huts in (SET_UPS[0], "a2,b2,c2,d3,d4")]
    for pair in ([MoveJob(view, 1, 7, None) for view in views], [AnalysisJob(view, 1.0, 3) for view in views]):
        first, second = map(pickle.dumps, pair)
        assert first == second


def test_a_job_that_is_stopped_before_it_begins_ends_at_once() -> None:
    view = lt.load("malawi").start().view(0)
    wanted: list[Job[object]] = [MoveJob(view, 6, 7, 600), AnalysisJob(view, 600, 3)]
    for job in wanted:
        limit = Limit()
        limit.stop()
        assert job.run(limit)


def test_a_film_is_drawn_as_long_as_it_is_wanted() -> None:
    job = pickle.loads(pickle.dumps(GifJob(str(whole_game(lt.load("malawi"), 5)), "en", {"size": 40})))
    assert job.run(Limit()).startswith(b"GIF89a")
    limit = Limit()
    limit.stop()
    assert job.run(limit) == b""


def test_a_machine_without_fonts_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error would end the worker, and the job would be done again."""

    def refuse(*_: object, **__: object) -> bytes:
        raise lt.PictureError(lt.Text(en="no fonts", fr="pas de polices"))

    monkeypatch.setattr("ludotheque.record.pictures.gif", refuse)
    answer = GifJob(str(whole_game(lt.load("malawi"), 5)), "en", {}).run(Limit())
    assert isinstance(pickle.loads(pickle.dumps(answer)), lt.PictureError)


def test_a_worker_keeps_few_engines() -> None:
    for id in lt.games():
        position = lt.load(id).start()
        AnalysisJob(position.view(position.to_act[0]), 0.01, 1).run(Limit())
    assert jobs._engine.cache_info().currsize == jobs.MAX_ENGINES < len(lt.games())
