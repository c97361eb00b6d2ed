"""The server's end of a worker: jobs are stopped, processes that die are replaced."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludotheque.server.errors import RequestError
from ludotheque.server.search.process import Worker
from tests.server.search.errands import Crash, Fail, Pid, Take, UntilStopped
from tests.server.serving import await_that


@pytest.fixture
def worker() -> Iterator[Worker]:
    worker = Worker(niceness=1, megabytes=1024)
    yield worker
    worker.end()


def test_a_worker_starts_with_its_first_job(worker: Worker) -> None:
    before, pid = worker.pid, worker.search(Pid())
    assert before is None
    assert pid
    assert pid == worker.pid != os.getpid()
    assert worker.search(Pid()) == pid
    if sys.platform == "linux":
        assert os.getpriority(os.PRIO_PROCESS, pid) == os.getpriority(os.PRIO_PROCESS, 0) + 1


def test_a_killed_worker_is_replaced(worker: Worker) -> None:
    before = worker.search(Pid())
    assert before
    os.kill(before, signal.SIGKILL)
    assert worker.search(Pid()) not in (before, None)


def test_a_job_is_done_again_when_its_worker_dies(worker: Worker, tmp_path: Path) -> None:
    assert worker.search(Crash(tmp_path, 1)) == worker.pid
    assert len(list(tmp_path.iterdir())) == 1


def test_a_job_that_always_fails_is_refused_and_the_next_one_is_done(worker: Worker, tmp_path: Path) -> None:
    for job in (Crash(tmp_path, 10), Fail()):
        with pytest.raises(RequestError) as refused:
            worker.search(job)
        assert (refused.value.code, refused.value.status) == ("search", 503)
    assert len(list(tmp_path.iterdir())) == 2
    assert worker.search(Pid()) == worker.pid


def test_an_error_shows_no_secret(worker: Worker, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(RequestError):
        worker.search(Fail())
    told = capfd.readouterr().err
    assert "KeyError" in told
    assert "secret" not in told


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not bound the memory of a process")
def test_memory_is_bounded(worker: Worker) -> None:
    assert worker.search(Take(100)) == 100
    with pytest.raises(RequestError):
        worker.search(Take(2000))


def test_a_stopped_job_ends_and_the_worker_goes_on(worker: Worker, tmp_path: Path) -> None:
    results: list[str | None] = []
    begun = tmp_path / "job"
    thread = threading.Thread(target=lambda: results.append(worker.search(UntilStopped(begun))))
    thread.start()
    await_that(begun.exists)
    worker.stop()
    thread.join(30)
    assert results == [None]
    assert begun.with_suffix(".ended").exists()
    worker.stopped = False
    assert worker.search(Pid()) == worker.pid


def test_a_job_that_was_stopped_before_never_begins(worker: Worker, tmp_path: Path) -> None:
    worker.stop()
    assert worker.search(UntilStopped(tmp_path / "job")) is None
    assert not (tmp_path / "job").exists()
