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


@pytest.mark.parametrize(
    ("wins", "games", "interval"),
    [(10, 10, (0.722, 1.0)), (0, 20, (0.0, 0.161)), (40, 80, (0.393, 0.607)), (5, 10, (0.237, 0.763))],
)
def test_intervals_are_wilsons(wins: int, games: int, interval: tuple[float, float]) -> None:
    assert Score(wins, 0, games - wins).interval == pytest.approx(interval, abs=0.001)


def test_a_pair_is_one_observation() -> None:
    """Pairs that always end alike tell half as much as their games seem to."""
    alike = Score.of_pairs([(1, 1), (-1, -1)] * 50)
    balanced = Score.of_pairs([(1, -1)] * 100)
    single = Score.of([1, -1] * 100)
    assert alike.size == 100
    assert alike.pairs == (50, 0, 0, 0, 50)
    assert alike.interval == pytest.approx(Score(50, 0, 50).interval, abs=0.001)
    assert balanced.interval[0] > single.interval[0] > alike.interval[0]
    assert Score.of_pairs([(1, 1)] * 5).interval[0] == pytest.approx(0.566, abs=0.001)
    assert Score.of_pairs([(1, 0), (1,)]).size == 1


@pytest.mark.parametrize("correlation", [0.0, 0.5, 1.0])
def test_the_interval_of_pairs_covers_the_truth_as_often_as_it_says(correlation: float) -> None:
    dice = random.Random(3)
    covered = 0
    for _ in range(400):
        pairs = []
        for _ in range(40):
            first = dice.choices([1, 0, -1], [0.5, 0.2, 0.3])[0]
            second = first if dice.random() < correlation else dice.choices([1, 0, -1], [0.5, 0.2, 0.3])[0]
            pairs.append((first, second))
        low, high = Score.of_pairs(pairs).interval
        covered += low <= 0.6 <= high
    assert 0.91 <= covered / 400 <= 0.99


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
        score = Score.of(dice.choices([1, 0, -1], [0.5, 0.2, 0.3], k=60))
        covered += score.interval[0] <= 0.6 <= score.interval[1]
    assert 0.91 <= covered / 400 <= 0.99


@pytest.mark.parametrize(("truth", "verdict"), [(0.64, True), (0.5, False)])
def test_the_sequential_test_decides_rightly_and_stops(truth: float, verdict: bool) -> None:
    dice = random.Random(2)
    test, right = SequentialTest(0, 100), 0
    for _ in range(60):
        games: list[float] = []
        decided = None
        while decided is None and len(games) < 3000:
            games.append(1 if dice.random() < truth else -1)
            decided = test.verdict(Score.of(games)) if len(games) >= 10 else None
        right += decided is verdict
    assert right >= 51
