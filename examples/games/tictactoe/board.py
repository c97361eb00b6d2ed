"""The board of tic-tac-toe (TTT-1): 3×3 cells, and the eight rows of three."""

from __future__ import annotations

from ludotheque.board import Board, Symmetry, rectangle

BOARD: Board = rectangle(3, 3)

ROWS = [
    BOARD.set_of(names.split()) for names in ("a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3")
]
DIAGONALS = [BOARD.set_of(names.split()) for names in ("a1 b2 c3", "a3 b2 c1")]

TURNS = ((0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0), (1, 0, 0, -1), (-1, 0, 0, 1), (0, 1, 1, 0), (0, -1, -1, 0))
SYMMETRIES = tuple(Symmetry(BOARD.image(turn)) for turn in TURNS)
