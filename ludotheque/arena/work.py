"""Long work: the same job for many items, on the processors of this machine or of a cluster (`arena/cluster.py`).

What a job answers follows from its item alone. So it does not matter where it runs, in which order, or how often.
"""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeVar

Item = TypeVar("Item")
Answer = TypeVar("Answer")


@dataclass
class Cost:
    """How far work has come, and what it took."""

    total: int = 0
    """All jobs of the work."""
    skipped: int = 0
    """The jobs that were done before the work went on."""
    done: int = 0
    """The jobs that were done since."""
    seconds: float = 0.0
    """The processor time of these, wherever they ran."""
    began: float = field(default_factory=time.monotonic)

    @property
    def left(self) -> float | None:
        """About how many seconds remain, when the jobs go on at this pace; None as long as there is no pace."""
        jobs = self.total - self.skipped - self.done
        return jobs * (time.monotonic() - self.began) / self.done if self.done else None


class Workers(ABC):
    """Processors that do jobs, and what they cost so far."""

    def __init__(self) -> None:
        self.cost = Cost()

    @property
    @abstractmethod
    def room(self) -> int:
        """How many jobs to run at once. It may change while they run."""

    @abstractmethod
    def executor(self) -> Executor:
        """What runs the jobs."""

    def map(self, job: Callable[[Item], Answer], items: Sequence[Item]) -> Generator[tuple[Item, Answer]]:
        """Yield each item with its answer as soon as it is there. Close the iterator to leave the rest undone."""
        if not items:
            return
        todo = iter(items)
        running: dict[Future[tuple[Answer, float]], Item] = {}
        with self.executor() as executor:
            try:
                while True:
                    for item in islice(todo, max(0, self.room - len(running))):
                        running[executor.submit(timed, job, item)] = item
                    if not running:
                        return
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        answer, seconds = future.result()
                        self.cost.done += 1
                        self.cost.seconds += seconds
                        yield running.pop(future), answer
            finally:
                for future in running:
                    future.cancel()


class Processes(Workers):
    """Processes on this machine."""

    def __init__(self, count: int = 1) -> None:
        super().__init__()
        self.count = count

    @property
    def room(self) -> int:
        return self.count

    def executor(self) -> Executor:
        return ProcessPoolExecutor(self.count)


def timed(job: Callable[[Any], Answer], item: Any) -> tuple[Answer, float]:
    """What a job answers, and its processor time, with that of the engines that it started and ended."""
    before = sum(os.times()[:4])
    answer = job(item)
    return answer, sum(os.times()[:4]) - before
