"""Assaut's `pick` finds captures without a list of them, in the order in which `moves` lists them."""

from __future__ import annotations

import random

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.games.assaut import layout
from ludotheque.games.assaut.board import BOARD
from ludotheque.legal_moves import legal_codes
from ludotheque.position import Game
from tests.variants import VARIANTS, name

ASSAUT = [game for game in VARIANTS if game.id == "assaut"]
MOST_LISTED = 3000
"""Of longer lists only some places are compared."""


def compare(game: Game, soldiers: int, officers: int, places: int) -> int:
    """Compare some places of the list of moves with what `pick` finds there; return its length."""
    rules = game.rulebook.rules
    state = np.array((*rules.start()[:1], *layout.make_words(soldiers, officers, 0)), np.uint64)
    codes = legal_codes(rules, state, layout.OFFICER_SIDE)
    scratch = np.empty(rules.pick_room, np.uint64)
    for place in sorted({0, len(codes) - 1, *random.Random(1).sample(range(len(codes)), min(places, len(codes)))}):
        picked = rules.kernels.pick(state, np.uint64(layout.OFFICER_SIDE), np.uint64(place), scratch)
        assert int(picked) == int(codes[place])
    return len(codes)


@pytest.mark.parametrize("game", ASSAUT, ids=name)
def test_picking_follows_the_list_in_crowds_of_soldiers(game: Game) -> None:
    dice, longest = random.Random(game.rulebook.option_indices[0]), 0
    for _ in range(60):
        cells = dice.sample(range(len(BOARD.cells)), dice.randrange(8, 24))
        officers = sum(1 << cell for cell in cells[: dice.randrange(1, 3)])
        soldiers = sum(1 << cell for cell in cells[2:])
        longest = max(longest, compare(game, soldiers, officers, MOST_LISTED))
    assert longest > 15


@pytest.mark.parametrize("huff", [True, False])
def test_picking_needs_no_list_where_there_are_millions(huff: bool) -> None:
    """The position with the most captures (`max_moves`): c3 with a soldier on each point that a path can jump."""
    game = lt.load("assaut", huff=huff)
    start = BOARD.index["c3"]
    family = [cell for cell, at in enumerate(BOARD.cells) if (at.x % 2, at.y % 2) == parity(start)]
    soldiers = (1 << len(BOARD.cells)) - 1 & ~sum(1 << cell for cell in family)
    found = compare(game, soldiers, 1 << start, places=4)
    assert found >= 4_521_945 if huff else found < 4_521_945


def parity(cell: int) -> tuple[float, float]:
    return BOARD.cells[cell].x % 2, BOARD.cells[cell].y % 2
