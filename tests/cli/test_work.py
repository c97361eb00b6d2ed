"""How long work shows its progress, in a terminal and in a log."""

from __future__ import annotations

import io
import sys
import time

import pytest

from ludotheque.arena.work import Cost
from ludotheque.cli import work
from ludotheque.cli.work import Progress, cost_text


class Stream(io.StringIO):
    """A terminal or a file."""

    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


def shown(terminal: bool, monkeypatch: pytest.MonkeyPatch) -> str:
    """What is printed in ten steps of 25 seconds each."""
    stream, clock = Stream(terminal), [0.0]
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    cost = Cost(total=10, began=0.0)
    progress = Progress(cost)
    for _ in range(cost.total):
        clock[0] += 25
        cost.done += 1
        cost.seconds += 40
        progress.show("so far so good")
    progress.end()
    return stream.getvalue()


def test_a_terminal_shows_one_line_that_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    text = shown(True, monkeypatch)
    lines = text.split(work.CLEAR_LINE)[1:]
    assert len(lines) == 10
    assert all(len(line.rstrip()) < 70 for line in lines)
    assert lines[3].startswith("4/10, 2 min 40 s of processor time, about 2 min 30 s left  so far")
    assert lines[-1] == "10/10, 6 min 40 s of processor time  so far so good\n"


def test_a_log_gets_a_line_a_minute_and_the_whole_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown(False, monkeypatch).splitlines()
    assert [line.split(",")[0] for line in lines] == ["3/10", "6/10", "9/10", "10/10"]


def test_costs_are_told_in_every_language() -> None:
    assert cost_text(Cost(total=10, skipped=3)).fr == "3/10, 0 s de temps processeur"
