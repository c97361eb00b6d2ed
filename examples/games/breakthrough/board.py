"""The board of Breakthrough (BRK-1): 8×8 cells, and what leaves the rules as they are."""

from __future__ import annotations

from ludotheque.board import Board, Symmetry, rectangle

from .layout import PAWN_ROWS, SIDE

BOARD: Board = rectangle(SIDE, SIDE)

ROW = 2**SIDE - 1
"""The set of the cells of row 1; shifted by a row's length, that of the next row."""
HOME = (ROW, ROW << SIDE * (SIDE - 1))
"""For each player the first row: the goal of the other one (BRK-4)."""
START = tuple(sum(ROW << SIDE * row for row in rows) for rows in (range(PAWN_ROWS), range(SIDE - PAWN_ROWS, SIDE)))
"""For each player the pawns at the start (BRK-1)."""

SIDES = ("white", "black")
SWAPPED = {"white": "black", "black": "white"}
SYMMETRIES = (
    Symmetry(BOARD.image((-1, 0, 0, 1))),
    Symmetry(BOARD.image((1, 0, 0, -1)), players=(1, 0), names=SWAPPED),
    Symmetry(BOARD.image((-1, 0, 0, -1)), players=(1, 0), names=SWAPPED),
)
"""Left and right are alike. Seen from the other side, White is Black."""


def ahead(player: int, start: int, end: int) -> int | None:
    """Return how many columns a step forward goes aside, -1 to 1; None when it is no step forward (BRK-2)."""
    forward = 1 if player == 0 else -1
    rows, columns = end // SIDE - start // SIDE, end % SIDE - start % SIDE
    return columns if rows == forward and abs(columns) <= 1 else None
