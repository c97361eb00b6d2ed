"""Breakthrough: bring one pawn to the other side."""

from __future__ import annotations

from ludotheque.rulebook import Definition, Rules

from .board import BOARD, START, SYMMETRIES
from .layout import PAWN_ROWS, PAWNS_EACH, SIDE, STATE_SIZE
from .look import BreakthroughLook
from .narration import BreakthroughNarration
from .notation import BreakthroughNotation
from .positions import BreakthroughPositions
from .refusals import BreakthroughRefusals


class BreakthroughRules(Rules):
    board = BOARD
    symmetries = SYMMETRIES
    reasons = ("arrived", "captured")
    state_size = STATE_SIZE
    initial_words = START

    max_moves = 3 * PAWNS_EACH
    """Each pawn has three ways to go (BRK-2)."""
    max_plies = 2 * SIDE * sum(SIDE - 2 - row for row in range(PAWN_ROWS)) + 1
    """Each move brings a pawn a row forward, and the game is over when one goes beyond the row before the last."""


GAME = Definition(
    id="breakthrough",
    minutes=15,
    rules=BreakthroughRules,
    notation=BreakthroughNotation,
    positions=BreakthroughPositions,
    refusals=BreakthroughRefusals,
    look=BreakthroughLook,
    narration=BreakthroughNarration,
)
