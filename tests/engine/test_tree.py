"""Tree search and solver: exact near the end, sound before it, repeatable, for any number of players."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.engine.limit import Limit
from ludotheque.engine.solver import Solver
from ludotheque.engine.thinker import thinker_for
from ludotheque.engine.uct import Plain
from tests.variants import VARIANTS, name, whole_game

GROWN = [game for game in VARIANTS if game.rulebook.thinker == "tree"]
SOLVED = [game for game in GROWN if game.rulebook.solvable and game.players == 2]


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


@pytest.mark.parametrize("game", SOLVED, ids=name)
def test_the_solver_tells_the_truth(game: lt.Game) -> None:
    solver = Solver(game.rulebook)
    for position in endings(game):
        (player,) = position.to_act
        with Limit() as limit:
            found = solver.solve(np.array(position.words, np.uint64), player, limit, 1 << 22)
        assert found
        own = truth(position) if player == 0 else 2 - truth(position)
        assert found[0].result == own
        for solution in found:
            after = truth(position.play(lt.Move(game, solution.code)))
            assert solution.result == (after if player == 0 else 2 - after)


@pytest.mark.parametrize("game", SOLVED, ids=name)
def test_a_proven_win_is_won_within_its_span(game: lt.Game) -> None:
    """The side that is right keeps to the solver; whatever the other does, the game ends as announced."""
    thinker = thinker_for(game.rulebook)
    for start in endings(game):
        position = start
        (winner,) = position.to_act
        with Limit(5.0) as limit:
            analysis = thinker.think(position.view(winner), limit)
        assert analysis.proven
        if analysis.chance < 1:
            continue
        left = analysis.best.distance
        assert left is not None
        while position.to_act and left > 0:
            (player,) = position.to_act
            with Limit(5.0) as limit:
                choice = thinker.think(position.view(player), limit).best.move
            position = position.play(choice if player == winner else position.legal_moves()[left % 2 - 1])
            left -= 1
        assert position.returns is not None
        assert position.returns[winner] == 1


@pytest.mark.parametrize("game", GROWN, ids=name)
def test_a_bounded_search_is_repeatable(game: lt.Game) -> None:
    for position in whole_game(game, 2).positions[1:20:9]:
        (player,) = position.to_act
        answers = []
        for _ in range(2):
            with Limit() as limit:
                answers.append(thinker_for(game.rulebook).think(position.view(player), limit, depth=2, seed=3))
        assert answers[0].best.move == answers[1].best.move
        assert answers[0].nodes == answers[1].nodes


@pytest.mark.parametrize("game", GROWN, ids=name)
def test_plain_search_prefers_an_immediate_win(game: lt.Game) -> None:
    """Where one decision wins at once and another loses at once, random playouts see it too."""
    seen = 0
    for seed in range(8):
        position = whole_game(game, seed).positions[-2]
        (player,) = position.to_act
        ends = {str(move): position.play(move).returns for move in position.legal_moves()}
        wins = {text for text, returns in ends.items() if returns and returns[player] > 0}
        loses = {text for text, returns in ends.items() if returns and returns[player] < 0}
        if not wins or not loses:
            continue
        seen += 1
        with Limit(0.3) as limit:
            choice = Plain(game.rulebook, 1 << 14).think(position.view(player), limit).best.move
        assert str(choice) not in loses
    assert seen or game.rulebook.solvable
