"""UCT: what random playouts find."""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.engine.limit import Limit
from ludotheque.engine.mcts import Uct
from tests.variants import VARIANTS, name, whole_game

GAMES = [game for game in VARIANTS if game.rulebook.rules.engine == "mcts"]


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_it_prefers_an_immediate_win(game: lt.Game) -> None:
    """Where one move wins at once and another loses at once, random playouts see it."""
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
            move = Uct(game.rulebook, 1 << 14).search(position.view(player), limit).best.move
        assert str(move) not in loses
    assert seen or game.rulebook.rules.solvable
