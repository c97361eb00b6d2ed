"""The board (NEW-1): its cells, its rows and columns, and what leaves the rules as they are."""

from __future__ import annotations

from ludotheque.board import Board, Symmetry, rectangle
from ludotheque.starter.layout import SIDE

BOARD: Board = rectangle(SIDE, SIDE)

ROWS = [sum(1 << row * SIDE + column for column in range(SIDE)) for row in range(SIDE)]
COLUMNS = [sum(1 << row * SIDE + column for row in range(SIDE)) for column in range(SIDE)]

SIDES = ("dark", "light")
SYMMETRIES = tuple(Symmetry(BOARD.image(turn)) for turn in ((-1, 0, 0, 1), (1, 0, 0, -1), (0, 1, 1, 0)))
"""Left and right, top and bottom, rows and columns are alike."""
