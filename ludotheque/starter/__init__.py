"""Starter: fill a row or a column. `ludotheque new` copies this folder; replace what it says by your game."""

from __future__ import annotations

from ludotheque.rulebook import Definition, Rules
from ludotheque.starter.board import BOARD, SYMMETRIES
from ludotheque.starter.layout import CELLS, STATE_SIZE
from ludotheque.starter.look import StarterLook
from ludotheque.starter.notation import StarterNotation
from ludotheque.starter.positions import StarterPositions
from ludotheque.starter.refusals import StarterRefusals


class StarterRules(Rules):
    board = BOARD
    symmetries = SYMMETRIES
    reasons = ("line", "full")
    state_size = STATE_SIZE
    initial_words = (0, 0)

    max_moves = CELLS
    """Each move fills one of the cells (NEW-1)."""
    max_plies = CELLS
    """Each move fills a cell that was empty (NEW-2)."""


GAME = Definition(
    id="starter",
    minutes=5,
    rules=StarterRules,
    notation=StarterNotation,
    positions=StarterPositions,
    refusals=StarterRefusals,
    look=StarterLook,
)
