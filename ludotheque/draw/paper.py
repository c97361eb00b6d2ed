"""Sizes on paper: how wide a cell may be, so that a board fits on one sheet of any usual paper."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor

from ludotheque.board import Board

PAPERS: Mapping[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""
MARGIN = 10
"""Most printers leave less than this many millimetres white at the edges."""
HEADING = 38
"""Millimetres for the title above the board and the ruler below it."""
WIDEST = 28
"""No cell is wider than this many millimetres, so that pieces stay small enough for one sheet."""


def room() -> tuple[float, float]:
    """Return how wide and how high a board may be, in millimetres, on every paper."""
    width = min(width for width, _ in PAPERS.values()) - 2 * MARGIN
    height = min(height for _, height in PAPERS.values()) - 2 * MARGIN - HEADING
    return width, height


def cell_size(board: Board) -> int:
    """Return the width of a cell in whole millimetres: as large as the board fits on one sheet."""
    left, bottom, right, top = board.extent
    width, height = room()
    return floor(min(width / (right - left) + 1e-9, height / (top - bottom) + 1e-9, WIDEST))
