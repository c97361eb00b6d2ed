"""Moaaï's terrains (MOA-2): two honeycombs and a square, with room below for the tray of pieces."""

from __future__ import annotations

from dataclasses import replace
from math import cos, pi, sin

from ludotheque.board import Board, Label, Point, hexagon, rectangle

TERRAINS = ("hex19", "hex37", "square5")

LETTER_GAP = 0.8
"""How far left of a row its letter stands."""
NUMBER_DROP = 0.4
"""How far below the middle of a cell its number stands, where rows do not line up into columns."""
TRAY_HEIGHT = 1.8
STEP, GROUP_GAP = 0.8, 0.3
"""Between pieces in the tray, and between colours besides."""


def _honeycomb(side: int) -> Board:
    board = hexagon(side)
    rows = {cell.y: cell for cell in reversed(board.cells)}
    letters = [Label(first.name[0], first.x - LETTER_GAP, y) for y, first in rows.items()]
    numbers = [Label(cell.name[1:], cell.x, cell.y - NUMBER_DROP) for cell in board.cells]
    everywhere = tuple(range(len(board.cells)))
    return _with_tray(replace(board, labels=(*letters, *numbers), zones={"honeycomb": everywhere}), below=0.15)


def _square() -> Board:
    board = rectangle(5, 5)
    return _with_tray(replace(board, zones={"square": tuple(range(25))}), below=0.45)


def _with_tray(board: Board, below: float) -> Board:
    """The board with bounds that hold its labels and, this far below its cells, the tray."""
    left = min(label.x for label in board.labels) - 0.35
    right = max(cell.x for cell in board.cells) + min(cell.x for cell in board.cells) - left
    top = max(cell.y + dy for cell in board.cells for _, dy in cell.outline) + 0.3
    bottom = min(cell.y + dy for cell in board.cells for _, dy in cell.outline) - below
    return replace(board, bounds=(left, bottom - TRAY_HEIGHT - 0.25, right, top))


BOARDS = {"hex19": _honeycomb(3), "hex37": _honeycomb(4), "square5": _square()}


def tray(board: Board) -> Point:
    """Return the middle of the tray: under the middle of the cells, at the foot of the picture."""
    middle = (min(cell.x for cell in board.cells) + max(cell.x for cell in board.cells)) / 2
    return middle, board.extent[1] + 0.25 + TRAY_HEIGHT / 2


def nest(board: Board, colour: int, shape: int) -> Point:
    """Return where a piece lies in the tray: two colours in each of two rows."""
    x, y = tray(board)
    side = 1 if colour % 2 else -1
    return x + side * (STEP + (STEP + GROUP_GAP) / 2) + (shape - 1) * STEP, y + (STEP / 2 if colour < 2 else -STEP / 2)


def _turns(board: Board, corners: int) -> tuple[tuple[int, ...], ...]:
    """Where the cells go under each rotation and reflection of a regular board but the identity."""
    angles = [2 * pi * k / corners for k in range(corners)]
    rotations = [board.image((cos(a), -sin(a), sin(a), cos(a))) for a in angles[1:]]
    reflections = [board.image((cos(a), sin(a), sin(a), -cos(a))) for a in angles]
    return (*rotations, *reflections)


TURNS = {
    "hex19": _turns(BOARDS["hex19"], 6),
    "hex37": _turns(BOARDS["hex37"], 6),
    "square5": _turns(BOARDS["square5"], 4),
}
