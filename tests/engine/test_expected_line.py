"""Expected lines: legal moves, and no position twice."""

from __future__ import annotations

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.engine.expected_line import LONGEST, expected_line
from ludotheque.kernel import Words
from tests.variants import VARIANTS, name, whole_game


def shape(position: lt.Position | lt.View) -> tuple[int, ...]:
    """A state without its counters."""
    counters = position.game.rulebook.rules.evaluation.counters
    return tuple(word for number, word in enumerate(position.state) if number not in counters)


def test_a_shuffle_ends_where_it_began() -> None:
    game = lt.load("malawi")
    shuffle = ["a1-a3", "a6-a4", "a3-a1", "a4-a6", "a1-a3"]
    replies = iter(shuffle[1:])
    first, start = game.read(shuffle[0]), game.start()
    line = expected_line(game, start.state, 0, first.code, lambda state, player: game.read(next(replies)).code)
    assert [str(move) for move in line] == shuffle[:3]


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_no_position_comes_twice(game: lt.Game) -> None:
    """Even when each player goes back wherever that is possible."""
    kernels, out = game.rulebook.rules.kernels, np.empty(game.rulebook.rules.max_moves, np.uint64)
    positions = [position for position in whole_game(game, 1).positions if position.to_act]
    for position in positions[:: max(1, len(positions) // 6)]:
        player = position.to_act[0]
        seen: set[bytes] = set()

        def back(state: Words, player: int, seen: set[bytes] = seen) -> int:
            seen.add(state.tobytes())
            codes = out[: kernels.moves(state, np.uint64(player), out)].tolist()
            for code in codes[:40]:
                after = state.copy()
                kernels.play(after, np.uint64(player), np.uint64(code))
                if after.tobytes() in seen:
                    return int(code)
            return int(codes[0])

        line = expected_line(game, position.state, player, position.legal_moves(player)[0].code, back)
        assert 1 <= len(line) <= LONGEST
        shapes, walker = [shape(position)], position
        for move in line:
            walker = walker.play(move, player if walker is position else walker.to_act[0])
            shapes.append(shape(walker))
        assert len(set(shapes[1:])) == len(shapes) - 1
        assert len(line) == 1 or shapes[0] not in shapes[2:]


@pytest.mark.parametrize("id", lt.games())
def test_the_lines_of_a_search_go_on(id: str) -> None:
    """They end early only where a position would come again."""
    position = lt.load(id).start()
    player = position.to_act[0]
    if len(position.to_act) > 1:
        position = position.play(position.legal_moves(0)[0], 0).play(position.legal_moves(1)[0], 1)
        player = position.to_act[0]
    analysis = lt.analyse(position, depth=4, lines=2)
    for candidate in analysis.candidates:
        assert candidate.line[0] == candidate.move
        walker, shapes = position, {shape(position)}
        for move in candidate.line:
            walker = walker.play(move)
            assert shape(walker) not in shapes
            shapes.add(shape(walker))
    assert len(analysis.best.line) >= 2
    assert player == analysis.player
