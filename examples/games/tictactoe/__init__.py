"""Tic-tac-toe: three in a row."""

from __future__ import annotations

from ludotheque.rulebook import Definition, Rules

from .board import BOARD, SYMMETRIES
from .layout import CELLS, STATE_SIZE
from .look import TicTacToeLook
from .narration import TicTacToeNarration
from .notation import TicTacToeNotation
from .positions import TicTacToePositions
from .refusals import TicTacToeRefusals


class TicTacToeRules(Rules):
    board = BOARD
    symmetries = SYMMETRIES
    reasons = ("line", "full")
    state_size = STATE_SIZE
    initial_words = (0, 0)

    max_moves = CELLS
    """Each move marks one of the cells (TTT-1)."""
    max_plies = CELLS
    """Each move fills a cell (TTT-2)."""


GAME = Definition(
    id="tictactoe",
    minutes=2,
    rules=TicTacToeRules,
    notation=TicTacToeNotation,
    positions=TicTacToePositions,
    refusals=TicTacToeRefusals,
    look=TicTacToeLook,
    narration=TicTacToeNarration,
)
