"""Long work of a command: who does it, how far it has come, and what it costs."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from ludotheque.arena.work import Cost, Processes, Workers
from ludotheque.cli.parser import Options
from ludotheque.texts import Text, say

MINUTE = 60
CLEAR_LINE = "\r\033[K"


@contextmanager
def long_work(options: Options, jobs: int) -> Iterator[tuple[Workers, Progress]]:
    """Give the workers that the command line names, and their progress on the way to this number of jobs."""
    workers = chosen_workers(options)
    workers.cost.total = jobs
    progress = Progress(workers.cost)
    try:
        yield workers, progress
    finally:
        progress.end()


@contextmanager
def chosen_folder(options: Options) -> Iterator[Path]:
    """Give the folder of the command line, or one that passes."""
    with TemporaryDirectory() as passing:
        folder = Path(options.keep or passing)
        folder.mkdir(parents=True, exist_ok=True)
        yield folder


def chosen_workers(options: Options) -> Workers:
    if options.cluster:
        from ludotheque.arena.cluster import Cluster

        return Cluster(options.cluster, options.workers)
    count = (os.cpu_count() or 1) if options.workers is None else options.workers
    return Processes(max(1, count))


class Progress:
    """Progress on the error stream: one line that changes in a terminal, a line a minute in a log."""

    def __init__(self, cost: Cost) -> None:
        self.cost = cost
        self.terminal = sys.stderr.isatty()
        self.text: object = ""
        self.shown = time.monotonic()
        self.lines = 0

    def show(self, text: object) -> None:
        """Show the cost so far, and a text about the results so far."""
        self.text = text
        if self.terminal or time.monotonic() - self.shown >= MINUTE:
            self._print()

    def end(self) -> None:
        """Leave a last line with the whole cost, so that something else can be printed."""
        if self.lines and self.terminal:
            print(file=sys.stderr)
        elif self.lines:
            self._print()
        self.lines = 0

    def _print(self) -> None:
        self.shown = time.monotonic()
        self.lines += 1
        line = f"{cost_text(self.cost)}  {self.text}"
        if self.terminal:
            # A longer line would break, and the next one could not replace it.
            room = shutil.get_terminal_size().columns - 1
            print(f"{CLEAR_LINE}{line[:room]}", end="", file=sys.stderr, flush=True)
        else:
            print(line, file=sys.stderr, flush=True)


def cost_text(cost: Cost) -> Text:
    """Return how far work has come, its processor time, and about how long it still takes."""
    done, spent = cost.skipped + cost.done, duration(cost.seconds)
    if not cost.left:
        return say("cli.cost", done=done, total=cost.total, spent=spent)
    return say("cli.cost_left", done=done, total=cost.total, spent=spent, left=duration(cost.left))


def duration(seconds: float) -> str:
    """Return a time in its two largest units.

    >>> duration(45.2), duration(754), duration(7384)
    ('45 s', '12 min 34 s', '2 h 3 min')
    """
    minutes, rest = divmod(round(seconds), MINUTE)
    hours, minutes = divmod(minutes, MINUTE)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
