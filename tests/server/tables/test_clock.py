"""Clocks: what runs, what is charged, what is left."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.server.messages.tables import Time
from ludotheque.server.tables.clock import Clock, TimeControl
from tests.server.stories import elapsed

MINUTE, DAY = 60_000, 86_400_000
FIVE = TimeControl("minutes", 5 * MINUTE, 2_000)


@pytest.mark.parametrize(
    "told",
    [{"kind": "none"}, {"kind": "minutes", "minutes": 0.5, "increment": 3.0}, {"kind": "days", "days": 3.0}],
    ids=lambda told: str(told["kind"]),
)
def test_times_are_told_and_read(told: Time) -> None:
    assert TimeControl.from_json(told).to_json() == told
    assert TimeControl.from_json(TimeControl.from_json(told).to_json()) == TimeControl.from_json(told)


def test_without_a_clock_nothing_runs() -> None:
    clock = Clock.full(TimeControl(), 2)
    clock.turn_to([0, 1], 0)
    assert clock.since == {}
    assert clock.out_of_time(DAY, elapsed) is None
    assert clock.deadline(DAY, elapsed) is None
    assert clock.press(0, DAY, elapsed) == [0, 0]


def test_minutes_run_from_ones_second_turn_on() -> None:
    clock = Clock.full(FIVE, 2)
    clock.turn_to([0], 0)
    assert clock.since == {}
    assert clock.press(0, DAY, elapsed)[0] == 5 * MINUTE + 2_000
    clock.moved.add(0)
    clock.turn_to([0], 100)
    clock.turn_to([0, 1], 200)
    assert clock.since == {0: 100}, "a player who was to move keeps the old time"


@given(st.integers(0, 20 * MINUTE), st.integers(0, 5_000), st.integers(0, 20 * MINUTE))
def test_nobody_gains_by_lag_and_nothing_is_negative(spent: int, forgiven: int, begun: int) -> None:
    clock = Clock(FIVE, [5 * MINUTE, 5 * MINUTE], {0: begun}, {0, 1})
    left = clock.press(0, begun + spent, elapsed, forgiven)
    assert left[1] == 5 * MINUTE
    assert 2_000 <= left[0] <= 5 * MINUTE + 2_000
    assert left[0] >= 5 * MINUTE + 2_000 - spent
    assert clock.left == [5 * MINUTE, 5 * MINUTE], "pressing is a question"


@given(st.integers(1, 10 * MINUTE), st.integers(1, 10 * MINUTE), st.integers(0, 10 * MINUTE))
def test_the_deadline_is_the_moment_when_somebody_is_out_of_time(first: int, second: int, now: int) -> None:
    clock = Clock(FIVE, [first, second], {0: 0, 1: 0}, {0, 1})
    moment = clock.deadline(now, elapsed)
    assert moment == min(first, second)
    assert clock.out_of_time(moment - 1, elapsed) is None
    assert clock.out_of_time(moment, elapsed) == (0 if first <= second else 1)


def test_outages_move_the_deadline() -> None:
    def awake(begun: int, ended: int) -> int:
        return elapsed(begun, ended) - max(0, min(ended, 2 * MINUTE) - max(begun, MINUTE))

    clock = Clock(FIVE, [5 * MINUTE] * 2, {0: 0}, {0, 1})
    assert clock.left_at(0, 3 * MINUTE, awake) == 3 * MINUTE
    assert clock.left_at(1, 3 * MINUTE, awake) == 5 * MINUTE
    assert clock.deadline(3 * MINUTE, awake) == 6 * MINUTE


def test_days_start_again_with_every_turn() -> None:
    clock = Clock.full(TimeControl("days", 2 * DAY), 2)
    clock.turn_to([0], 0)
    assert clock.since == {0: 0}
    assert clock.press(0, DAY, elapsed) == [2 * DAY, 2 * DAY]
    assert clock.out_of_time(2 * DAY, elapsed) == 0
