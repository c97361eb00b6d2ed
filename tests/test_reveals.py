"""Secret moves wait for their reveal, and are then shown together."""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.reveals import hidden_moves, known_plies, revealed_moves
from tests.variants import VARIANTS, name, whole_game

SECRET = [game for game in VARIANTS if game.rulebook.rules.has_secrets]


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_every_move_is_revealed_once_and_in_order(game: lt.Game) -> None:
    positions = whole_game(game, 1).positions
    shown = [ply for last in range(len(positions)) for ply in revealed_moves(positions, last)]
    assert shown == list(range(len(positions) - 1))


@pytest.mark.parametrize("game", SECRET, ids=name)
def test_a_secret_move_is_hidden_until_its_reveal(game: lt.Game) -> None:
    positions = whole_game(game, 2).positions
    hidden = [hidden_moves(reversed(positions[: ply + 1])) for ply in range(len(positions))]
    assert any(hidden), "this game has secrets"
    for ply, position in enumerate(positions):
        assert bool(hidden[ply]) == position.has_secret
        assert known_plies(positions, ply) + hidden[ply] == ply
        assert bool(revealed_moves(positions, ply)) == (ply > 0 and not position.has_secret)
