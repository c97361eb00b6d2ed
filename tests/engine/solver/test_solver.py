"""The exact solver: its results are true, and its reach grows towards the end of a game."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.engine.limit import Limit
from ludotheque.engine.solver import Solution, Solver
from tests.variants import VARIANTS, name, whole_game

SOLVED = [game for game in VARIANTS if game.rulebook.rules.solvable and game.players == 2]


@cache
def truth(position: lt.Position) -> int:
    """What player 0 gets with best play: 0 lost, 1 drawn, 2 won; by looking at every line."""
    if position.returns is not None:
        return int(position.returns[0]) + 1
    values = [truth(position.play(move)) for move in position.legal_moves()]
    return max(values) if position.to_act == (0,) else min(values)


def endings(game: lt.Game) -> list[lt.Position]:
    """Positions near enough to the end to look at every line."""
    return [position for seed in range(4) for position in whole_game(game, seed).positions[-7:-1]]


def solve(game: lt.Game, position: lt.Position, nodes: int) -> list[Solution] | None:
    solver = Solver(game.rulebook)
    return solver.solve(np.array(position.state, np.uint64), position.to_act[0], Limit(), nodes)


@pytest.mark.parametrize("game", SOLVED, ids=name)
def test_results_are_true(game: lt.Game) -> None:
    solver = Solver(game.rulebook)
    for position in endings(game):
        (player,) = position.to_act
        with Limit() as limit:
            solutions = solver.solve(np.array(position.state, np.uint64), player, limit, 1 << 22)
        assert solutions
        own = truth(position) if player == 0 else 2 - truth(position)
        assert solutions[0].result == own
        for solution in solutions:
            after = truth(position.play(lt.Move(game, solution.code)))
            assert solution.result == (after if player == 0 else 2 - after)


@pytest.mark.parametrize("game", SOLVED, ids=name)
def test_too_few_nodes_say_nothing(game: lt.Game) -> None:
    assert solve(game, game.start(), nodes=10) is None


@pytest.mark.parametrize("game", SOLVED, ids=name)
def test_reach_grows_towards_the_end(game: lt.Game) -> None:
    solver = Solver(game.rulebook)
    positions = whole_game(game, 1).positions
    first, last = (np.array(positions[k].state, np.uint64) for k in (0, -2))
    assert not solver.in_reach(first)
    assert solver.plies_to_reach(first) > 0
    assert solver.in_reach(last)
    assert solver.plies_to_reach(last) == 0


def test_three_players_are_not_solved_as_two() -> None:
    for game in VARIANTS:
        if game.players != 2:
            assert not Solver(game.rulebook).in_reach(np.array(whole_game(game, 1).positions[-2].state, np.uint64))


def test_of_random_fillings_the_first_to_move_wins_nearly_all() -> None:
    """97 of 100, as the rules page says; 30 of them here."""
    game = SOLVED[0]
    won = 0
    for seed in range(30):
        dice = np.random.default_rng(seed)
        position = game.start()
        for _ in range(12):
            moves = position.legal_moves()
            position = position.play(moves[dice.integers(len(moves))])
        solutions = solve(game, position, 4_000_000)
        assert solutions is not None
        won += solutions[0].result == 2
    assert won == 29
