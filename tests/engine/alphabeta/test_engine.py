"""Alpha-beta: proofs are true, known answers are found, searches are repeatable, and there is always an answer."""

from __future__ import annotations

import threading
import tomllib
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.engine.alphabeta import AlphaBeta
from ludotheque.engine.analysis import Analysis, Candidate
from ludotheque.engine.limit import Limit
from tests.variants import VARIANTS, name, whole_game

DUELS = [game for game in VARIANTS if resources.files(game.rulebook.package).joinpath("cases/answers.toml").is_file()]
DUELS = [game for game in DUELS if game.rulebook.rules.engine == "alphabeta"]


@cache
def engine(game: lt.Game) -> AlphaBeta:
    return AlphaBeta(game.rulebook, entries=1 << 14)


def search(position: lt.Position, limit: Limit | None = None, **how: Any) -> Analysis:
    with limit or Limit() as bound:
        return engine(position.game).search(position.view(position.to_act[0]), bound, **how)


def exact(position: lt.Position, depth: int, alpha: int = -99, beta: int = 99) -> int:
    """By trying every line: 99 - n when won in n moves, n - 99 when lost in n, 0 when neither is so near."""
    player, best = position.to_act[0], -99
    for move in position.legal_moves():
        after = position.play(move)
        value = 0
        if after.returns:
            value = int(98 * after.returns[player])
        elif depth > 1:
            value = -exact(after, depth - 1, -beta, -alpha)
            value -= (value > 0) - (value < 0)
        best = max(best, value)
        alpha = max(alpha, best)
        # Deeper wins count one less: widen the window by that one.
        if alpha > beta + 1:
            break
    return best


def claimed(candidate: Candidate) -> int:
    """A proven candidate in the terms of `exact`."""
    assert candidate.distance is not None
    return (99 - candidate.distance) * (1 if candidate.chance > 0.5 else -1)


def answers() -> list[Any]:
    cases = []
    for id in sorted({game.id for game in DUELS}):
        source = resources.files(lt.load(id).rulebook.package).joinpath("cases/answers.toml")
        for number, answer in enumerate(tomllib.loads(source.read_text("utf-8"))["answer"]):
            cases.append(pytest.param(id, answer, id=f"{id}-{number}"))
    return cases


@pytest.mark.parametrize(("id", "answer"), answers())
def test_known_answers_are_found(id: str, answer: dict[str, Any]) -> None:
    position = lt.load(id, **answer.get("options", {})).parse(answer["position"])
    legal = {str(move) for move in position.legal_moves()}
    assert set(answer["right"]) < legal
    assert str(search(position, depth=8).best.move) in answer["right"], answer["why"]
    if answer.get("short"):
        assert str(search(position, depth=2).best.move) in answer["right"], answer["why"]


@pytest.mark.parametrize("game", DUELS, ids=name)
def test_proofs_are_true(game: lt.Game) -> None:
    """Near the end of random games, every proof agrees with trying every line, distance included."""
    proven = 0
    for seed in range(8):
        for position in whole_game(game, seed).positions[-4:-1]:
            depth = 2 if len(position.legal_moves()) > 20 else 3
            for candidate in search(position, depth=4, lines=2).candidates:
                after = position.play(candidate.move)
                if candidate.proven and candidate.distance and candidate.distance <= depth:
                    proven += 1
                    if after.returns:
                        assert claimed(candidate) == 98 * after.returns[position.to_act[0]]
                    else:
                        value = -exact(after, depth - 1)
                        assert claimed(candidate) == value - (value > 0) + (value < 0), position.text
    assert proven


@pytest.mark.parametrize("game", DUELS, ids=name)
def test_the_same_question_gets_the_same_answer(game: lt.Game) -> None:
    played = whole_game(game, 1).positions
    position = played[len(played) // 2]
    first = search(position, depth=4, lines=3, seed=5)
    search(played[len(played) // 3], depth=3)
    again = search(position, depth=4, lines=3, seed=5)
    assert (again.candidates, again.nodes) == (first.candidates, first.nodes)


@pytest.mark.parametrize("game", DUELS, ids=name)
def test_an_answer_is_legal_however_short_the_time(game: lt.Game) -> None:
    for position in whole_game(game, 3).positions[:-1:7]:
        assert search(position, Limit(0)).best.move in position.legal_moves()


@pytest.mark.parametrize("game", DUELS, ids=name)
def test_another_thread_can_stop_a_search(game: lt.Game) -> None:
    limit = Limit()
    timer = threading.Timer(0.1, limit.stop)
    timer.start()
    analysis = search(game.start(), limit)
    timer.join()
    assert analysis.best.move in game.start().legal_moves()


def test_a_win_that_comes_too_late_is_no_proof() -> None:
    """What the table knows from fewer quiet turns does not hold two turns before the draw (MAL-5d)."""
    game = lt.load("malawi")
    text = "turn=0 white=a2*2,d4*1,e1*1,f1*0,f3*3,f5*3 black=b6*1,c4*0,d1*0,d6*0,e5*0,f6*0 quiet={}"
    early, late = game.parse(text.format(9)), game.parse(text.format(58))
    # With a clock, however slow, the table is kept from one search to the next.
    assert (best := search(early, Limit(600)).best).proven
    assert best.distance == 3
    # Two turns before the draw only a line with strikes still wins.
    assert search(late, Limit(600)).best.distance == 5


def test_wide_positions() -> None:
    """More captures than a usual list holds: the answer is legal."""
    game = lt.load("assaut")
    rows = "b4,d2,d4,d6,f4,b3,b5,f3,f5,c2,e2,c4,e4,c6,e6,d3,d5"
    position = game.parse(f"turn=1 soldiers={rows} officers=c3,c7 quiet=0")
    assert len(position.legal_moves()) > game.rulebook.rules.usual_moves
    best = search(position, Limit(0.2)).best
    assert position.play(best.move).text


def test_a_search_leaves_the_view_alone() -> None:
    position = lt.load("malawi").start()
    view = position.view(0)
    before = tuple(view.state)
    engine(position.game).search(view, Limit(0), depth=2)
    assert tuple(view.state) == before
    assert np.array_equal(np.array(before, np.uint64), np.array(position.state, np.uint64))
