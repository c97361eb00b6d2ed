"""Every position that one move leads to, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.adapters.successors import successors
from tests.variants import VARIANTS, name, whole_game


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_they_are_what_each_legal_move_makes(game: lt.Game) -> None:
    """In the order of the positions, with the player who acts next, and at the end with the returns."""
    played = whole_game(game, 6).positions
    positions = [played[0], *played[-1:-12:-2], played[len(played) // 2]]
    found = successors(game, np.array([position.state for position in positions], np.uint64))
    rows = zip(found.states.tolist(), found.parents, found.moves, found.players, found.returns, strict=True)
    for number, position in enumerate(positions):
        player = position.to_act[0] if position.to_act else -1
        for move in position.legal_moves(player) if position.to_act else []:
            state, parent, code, following, returns = next(rows)
            after = position.play(move, player)
            assert (parent, code, tuple(state)) == (number, move.code, after.state)
            assert following == (after.to_act[0] if after.to_act else -1)
            assert tuple(returns) == (after.returns or (0.0,) * game.players)
    assert next(rows, None) is None


def test_there_is_room_for_freak_positions() -> None:
    """With so many soldiers to jump over, the officers have thousands of ways to capture."""
    game = lt.load("assaut")
    soldiers = [n for n in game.board.index if n not in {"c3", "d4"} and "bdf".count(n[0]) + "246".count(n[1]) > 0]
    position = game.parse(f"turn=1 soldiers={','.join(soldiers[4:])} officers=c3,d4 quiet=0")
    assert position.mobility(1) > game.rulebook.rules.usual_moves
    found = successors(game, np.array([position.state] * 2, np.uint64))
    assert np.bincount(found.parents).tolist() == [position.mobility(1)] * 2
