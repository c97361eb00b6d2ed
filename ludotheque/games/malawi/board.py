"""Malawi's board (MAL-1): 6×6 cells, and the straight ways across it."""

from __future__ import annotations

from ludotheque.board import DIAGONAL, ORTHOGONAL, Board, Symmetry, rectangle

BOARD: Board = rectangle(6, 6, zones={"white": [f"{c}1" for c in "abcdef"], "black": [f"{c}6" for c in "abcdef"]})

FIRST_ROWS = (0o77, 0o77 << 30)
"""For each player the set of cells where their pawns start."""

SIDES = ("white", "black")
DISTRIBUTE = "distribute"
"""The token that is clicked between a pawn and the receivers of its rings."""
SWAPPED = {"white": "black", "black": "white"}
SYMMETRIES = (
    Symmetry(BOARD.image((-1, 0, 0, 1))),
    Symmetry(BOARD.image((1, 0, 0, -1)), players=(1, 0), names=SWAPPED),
    Symmetry(BOARD.image((-1, 0, 0, -1)), players=(1, 0), names=SWAPPED),
)


def ways(cell: int, steps: int, diagonals: bool) -> list[tuple[int, int]]:
    """Where exactly so many steps in one line lead from a cell: (end, set of the cells crossed)."""
    found = []
    for dx, dy in ORTHOGONAL + (DIAGONAL if diagonals else ()):
        ray = BOARD.ray(cell, dx, dy)
        if 0 < steps <= len(ray):
            found.append((ray[steps - 1], sum(1 << crossed for crossed in ray[: steps - 1])))
    return found


def distance(one: int, other: int, diagonals: bool) -> tuple[int, list[int]] | None:
    """How far two cells in one line are apart, and the cells between them; None when no line joins them."""
    for dx, dy in ORTHOGONAL + (DIAGONAL if diagonals else ()):
        ray = BOARD.ray(one, dx, dy)
        if other in ray:
            return ray.index(other) + 1, ray[: ray.index(other)]
    return None
