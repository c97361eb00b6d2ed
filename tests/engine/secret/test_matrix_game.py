"""The equilibrium of matrix games, compared with a linear program and proven by the guarantees of both players."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.engine.secret.matrix_game import guard_sets, shares
from ludotheque.engine.secret.matrix_kernels import solve

Game = tuple[list[int], list[int], int]


@st.composite
def matrix_games(draw: st.DrawFn, most: int = 8) -> Game:
    """Small numbers, so that there are ties, targets better left alone, and more guards than targets."""
    targets = draw(st.integers(1, most))
    worth = st.lists(st.integers(-6, 6), min_size=targets, max_size=targets)
    return draw(worth), draw(worth), draw(st.integers(1, targets + 1))


def solved(game: Game) -> tuple[float, list[float]]:
    bare, held, guards = game
    aims = np.zeros(len(bare))
    level = solve(np.array(bare, np.float64), np.array(held, np.float64), len(bare), guards, aims)
    return float(level), aims.tolist()


def payoff(game: Game, target: int, guarded: frozenset[int]) -> int:
    bare, held, _ = game
    return held[target] if target in guarded else bare[target]


def all_guard_sets(game: Game) -> list[frozenset[int]]:
    bare, _, guards = game
    return [frozenset(chosen) for chosen in combinations(range(len(bare)), min(guards, len(bare)))]


def program_value(rows: list[list[int]]) -> Fraction:
    """The value of a matrix game for the player of the rows: a linear program, by the simplex method in fractions.

    All payoffs are made positive. The sum of y is maximised where each row's payoff against y is at most 1. The value
    is one over that sum. Bland's rule (the first column, then the first basic variable) keeps it from cycling.
    """
    lift = 1 - min(map(min, rows))
    height, width = len(rows), len(rows[0])
    table = [
        [Fraction(entry + lift) for entry in row] + [Fraction(k == number) for k in range(height)] + [Fraction(1)]
        for number, row in enumerate(rows)
    ]
    goal = [Fraction(-1)] * width + [Fraction(0)] * (height + 1)
    basis = list(range(width, width + height))
    while True:
        entering = next((column for column in range(width + height) if goal[column] < 0), None)
        if entering is None:
            return 1 / goal[-1] - lift
        _, _, pivot = min((row[-1] / row[entering], basis[k], k) for k, row in enumerate(table) if row[entering] > 0)
        basis[pivot] = entering
        scale = table[pivot][entering]
        table[pivot] = [entry / scale for entry in table[pivot]]
        for row in [*(row for k, row in enumerate(table) if k != pivot), goal]:
            factor = row[entering]
            row[:] = [entry - factor * other for entry, other in zip(row, table[pivot], strict=True)]


@given(matrix_games(most=5))
def test_the_value_is_that_of_the_linear_program(game: Game) -> None:
    rows = [[payoff(game, target, guarded) for guarded in all_guard_sets(game)] for target in range(len(game[0]))]
    assert solved(game)[0] == pytest.approx(float(program_value(rows)), abs=1e-9)


@given(matrix_games())
def test_the_aims_guarantee_the_value(game: Game) -> None:
    level, aims = solved(game)
    assert sum(aims) == pytest.approx(1)
    assert min(aims) >= 0
    for guarded in all_guard_sets(game):
        assert sum(aim * payoff(game, target, guarded) for target, aim in enumerate(aims)) >= level - 1e-7


@given(matrix_games())
def test_the_guards_guarantee_the_value(game: Game) -> None:
    bare, held, guards = game
    level, _ = solved(game)
    mixture = guard_sets(shares(bare, held, guards, level))
    assert sum(weight for _, weight in mixture) == pytest.approx(1)
    assert len(mixture) <= len(bare) + 1
    for guarded, weight in mixture:
        assert len(guarded) == min(guards, len(bare))
        assert weight > 0
    for target in range(len(bare)):
        assert sum(weight * payoff(game, target, guarded) for guarded, weight in mixture) <= level + 1e-7


@given(matrix_games())
def test_the_mixture_has_the_shares(game: Game) -> None:
    bare, held, guards = game
    wanted = shares(bare, held, guards, solved(game)[0])
    mixture = guard_sets(wanted)
    for target, share in enumerate(wanted):
        assert sum(weight for guarded, weight in mixture if target in guarded) == pytest.approx(share, abs=1e-6)


@pytest.mark.parametrize(
    ("bare", "held", "guards", "value", "aims", "guarded"),
    [
        # Two equal targets, one guard: a coin each.
        ([1, 1], [-1, -1], 1, 0.0, [0.5, 0.5], [0.5, 0.5]),
        # The dearer target is guarded more often, and therefore aimed at less often.
        ([3, 1], [-1, -1], 1, 1 / 3, [1 / 3, 2 / 3], [2 / 3, 1 / 3]),
        # A target that is not worth aiming at even without a guard.
        ([4, 4, -2], [-4, -4, -4], 1, 0.0, [0.5, 0.5, 0.0], [0.5, 0.5, 0.0]),
        # A single target is always guarded: the attack fails.
        ([5], [-5], 1, -5.0, [1.0], [1.0]),
        # A guard that does harm must stand somewhere all the same.
        ([0, -3], [2, 3], 1, 0.75, [0.75, 0.25], [0.375, 0.625]),
        # Worth more than all others, guarded or not: a pure strategy is enough.
        ([9, 2, 2], [5, 0, 0], 2, 5.0, [1.0, 0.0, 0.0], [1.0, 0.5, 0.5]),
    ],
)
def test_known_games(
    bare: list[int], held: list[int], guards: int, value: float, aims: list[float], guarded: list[float]
) -> None:
    level, solution = solved((bare, held, guards))
    assert level == pytest.approx(value)
    assert solution == pytest.approx(aims)
    assert shares(bare, held, guards, level) == pytest.approx(guarded)


def test_large_values_lose_no_precision() -> None:
    """The search counts in billionths. A small difference is not lost."""
    level, aims = solved(([10**9, 10**9 - 1, 1], [-(10**9), 10**9 - 2, 0], 1))
    assert level == pytest.approx(10**9 - 2 + 1 / (2 * 10**9), abs=1.0)
    assert sum(aims) == pytest.approx(1)
