"""PUCT: known answers are found, proofs hold, and bounded searches are repeatable."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.engine.engine import engine_for
from ludotheque.engine.limit import Limit
from ludotheque.engine.mcts import Puct
from tests.variants import VARIANTS, name, whole_game

GAMES = [game for game in VARIANTS if game.rulebook.rules.engine == "mcts"]
SOLVED = [game for game in GAMES if game.rulebook.rules.solvable and game.players == 2]
ROUNDS = 4
"""The depth of search, in the sense of `Puct`, that finds the answers without a clock."""


def answers() -> list[Any]:
    """Positions with a known answer in the games of this engine."""
    cases: list[Any] = []
    for id in sorted({game.id for game in GAMES}):
        text = resources.files(f"ludotheque.games.{id}").joinpath("cases/answers.toml").read_text("utf-8")
        known = tomllib.loads(text)["answer"]
        assert len(known) >= 6
        cases += [pytest.param(id, answer, id=f"{id}-{number}") for number, answer in enumerate(known, 1)]
    return cases


def endings(game: lt.Game) -> list[lt.Position]:
    """Positions near enough to the end to look at every line."""
    return [position for seed in range(4) for position in whole_game(game, seed).positions[-7:-1]]


@pytest.mark.parametrize(("id", "answer"), answers())
def test_known_answers_are_found(id: str, answer: dict[str, Any]) -> None:
    """By a search that may solve, or where it cannot, by one with enough rounds; short ones with few rounds."""
    game = lt.load(id, **answer.get("options", {}))
    position = game.parse(answer["position"])
    view = position.view(position.to_act[0])
    assert set(answer["right"]) < set(map(str, position.legal_moves()))
    engine = Puct(game.rulebook)
    in_reach = engine.solver.in_reach(np.array(position.state, np.uint64))
    with Limit() as limit:
        best = engine.search(view, limit, depth=None if in_reach else ROUNDS).best
    assert str(best.move) in answer["right"]
    assert best.proven or not in_reach
    if answer.get("short"):
        with Limit() as limit:
            assert str(engine.search(view, limit, depth=3).best.move) in answer["right"]


@pytest.mark.parametrize("game", SOLVED, ids=name)
def test_a_proven_win_is_won_within_its_span(game: lt.Game) -> None:
    """The winning side keeps to the solver. Whatever the other does, the game ends as announced."""
    engine = engine_for(game.rulebook)
    for start in endings(game):
        position = start
        (winner,) = position.to_act
        with Limit(5.0) as limit:
            analysis = engine.search(position.view(winner), limit)
        assert analysis.proven
        if analysis.chance < 1:
            continue
        left = analysis.best.distance
        assert left is not None
        while position.to_act and left > 0:
            (player,) = position.to_act
            with Limit(5.0) as limit:
                move = engine.search(position.view(player), limit).best.move
            position = position.play(move if player == winner else position.legal_moves()[left % 2 - 1])
            left -= 1
        assert position.returns is not None
        assert position.returns[winner] == 1


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_a_bounded_search_is_repeatable(game: lt.Game) -> None:
    for position in whole_game(game, 2).positions[1:20:9]:
        (player,) = position.to_act
        answers = []
        for _ in range(2):
            with Limit() as limit:
                answers.append(engine_for(game.rulebook).search(position.view(player), limit, depth=2, seed=3))
        assert answers[0].best.move == answers[1].best.move
        assert answers[0].nodes == answers[1].nodes
