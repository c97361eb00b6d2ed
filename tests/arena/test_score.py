"""Scores, Elo and the sequential test."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.arena.score import Score, SequentialTest, elo, share_of

counts = st.integers(0, 500)


@given(counts, counts, counts)
def test_intervals_hold_the_score_and_mirror_it(wins: int, draws: int, losses: int) -> None:
    score, mirror = Score(wins, draws, losses), Score(losses, draws, wins)
    low, high = score.interval
    assert 0 <= low <= score.share <= high <= 1
    assert mirror.share == pytest.approx(1 - score.share)
    assert mirror.interval == pytest.approx((1 - high, 1 - low))
    assert score.superiority + mirror.superiority == pytest.approx(1)


@given(st.floats(-600, 600))
def test_elo_and_share_are_inverse(difference: float) -> None:
    assert elo(share_of(difference)) == pytest.approx(difference, abs=1e-6)


def test_more_games_mean_more_certainty() -> None:
    few, many = Score(6, 0, 4), Score(600, 0, 400)
    assert few.interval[0] < 0.5 < few.interval[1]
    assert many.interval[0] > 0.5


def test_the_interval_covers_the_truth_as_often_as_it_says() -> None:
    dice = random.Random(1)
    covered = 0
    for _ in range(400):
        score = Score()
        for _ in range(60):
            score = score.plus(dice.choices([1, 0, -1], [0.5, 0.2, 0.3])[0])
        covered += score.interval[0] <= 0.6 <= score.interval[1]
    assert 0.91 <= covered / 400 <= 0.99


@pytest.mark.parametrize(("truth", "verdict"), [(0.64, True), (0.5, False)])
def test_the_sequential_test_decides_rightly_and_stops(truth: float, verdict: bool) -> None:
    dice = random.Random(2)
    test, right = SequentialTest(0, 100), 0
    for _ in range(60):
        score, decided = Score(), None
        while decided is None and score.games < 3000:
            score = score.plus(1 if dice.random() < truth else -1)
            decided = test.verdict(score) if score.games >= 10 else None
        right += decided is verdict
    assert right >= 51
