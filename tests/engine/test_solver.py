"""Known answers of the games that are searched as trees, and what the solver says about its own reach."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.engine.limit import Limit
from ludotheque.engine.solver import Solution, Solver
from ludotheque.engine.tree import Tree
from tests.variants import VARIANTS, name, whole_game

GROWN = sorted({game.id for game in VARIANTS if game.rulebook.thinker == "tree"})
SOLVED = [game for game in VARIANTS if game.rulebook.solvable and game.players == 2]
ROUNDS = 4
"""The depth of search, in the sense of `Tree`, that finds the answers without a clock."""


def answers() -> list[Any]:
    """Positions with a known answer in the games that are searched so."""
    found = []
    for id in GROWN:
        text = resources.files(f"ludotheque.games.{id}").joinpath("answers.toml").read_text("utf-8")
        told = tomllib.loads(text)["answer"]
        assert len(told) >= 6
        found += [pytest.param(id, answer, id=f"{id}-{number}") for number, answer in enumerate(told, 1)]
    return found


def solve(game: lt.Game, position: lt.Position, nodes: int) -> list[Solution] | None:
    solver = Solver(game.rulebook)
    return solver.solve(np.array(position.words, np.uint64), position.to_act[0], Limit(), nodes)


@pytest.mark.parametrize(("id", "answer"), answers())
def test_known_answers_are_found(id: str, answer: dict[str, Any]) -> None:
    """By a thinker that may solve, or where it cannot, by one with enough rounds; short ones with few rounds."""
    game = lt.load(id, **answer.get("options", {}))
    position = game.parse(answer["position"])
    view = position.view(position.to_act[0])
    assert set(answer["right"]) < set(map(str, position.legal_moves()))
    thinker = Tree(game.rulebook)
    in_reach = thinker.solver.in_reach(np.array(position.words, np.uint64))
    with Limit() as limit:
        best = thinker.think(view, limit, depth=None if in_reach else ROUNDS).best
    assert str(best.move) in answer["right"]
    assert best.proven or not in_reach
    if answer.get("short"):
        with Limit() as limit:
            assert str(thinker.think(view, limit, depth=3).best.move) in answer["right"]


@pytest.mark.parametrize("game", SOLVED, ids=name)
def test_too_few_nodes_say_nothing(game: lt.Game) -> None:
    assert solve(game, game.start(), nodes=10) is None


@pytest.mark.parametrize("game", SOLVED, ids=name)
def test_reach_grows_towards_the_end(game: lt.Game) -> None:
    solver = Solver(game.rulebook)
    positions = whole_game(game, 1).positions
    first, last = (np.array(positions[k].words, np.uint64) for k in (0, -2))
    assert not solver.in_reach(first)
    assert solver.plies_to_reach(first) > 0
    assert solver.in_reach(last)
    assert solver.plies_to_reach(last) == 0


def test_three_players_are_not_solved_as_two() -> None:
    for game in VARIANTS:
        if game.players != 2:
            assert not Solver(game.rulebook).in_reach(np.array(whole_game(game, 1).positions[-2].words, np.uint64))


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
        found = solve(game, position, 4_000_000)
        assert found is not None
        won += found[0].result == 2
    assert won == 29
