"""Long work: every job is done, costs are counted, and work can be left undone."""

from __future__ import annotations

import time
from contextlib import closing
from functools import partial

import pytest

from ludotheque.arena.work import Cost, Processes


def busy(seconds: float) -> float:
    began = time.process_time()
    while time.process_time() - began < seconds:
        pass
    return -seconds


def test_every_item_gets_its_answer() -> None:
    workers = Processes(2)
    assert dict(workers.map(busy, [0.2, 0.0, 0.1])) == {0.2: -0.2, 0.0: 0.0, 0.1: -0.1}
    assert workers.cost.done == 3
    assert workers.cost.seconds == pytest.approx(0.3, abs=0.15)


def test_the_rest_can_be_left_undone() -> None:
    workers = Processes(1)
    with closing(workers.map(busy, [0.0] * 100)) as answers:
        assert next(answers) == (0.0, 0.0)
    assert workers.cost.done == 1


def test_what_a_job_raises_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        list(Processes(1).map(partial(divmod, 1), [0]))


def test_the_time_left_follows_from_the_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    cost = Cost(total=10, skipped=4, began=100.0)
    assert cost.left is None
    monkeypatch.setattr(time, "monotonic", lambda: 130.0)
    cost.done = 2
    assert cost.left == 4 * 30 / 2, "what was done before took no time now"
