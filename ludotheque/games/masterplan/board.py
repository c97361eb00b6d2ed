"""Masterplan's board (PLN-1): 8×8 cells, the eight places of a cell, and the rim where the figures walk."""

from __future__ import annotations

from dataclasses import replace
from math import dist

from ludotheque.board import Board, Label, Point, Symmetry, numbers, rectangle
from ludotheque.games.masterplan.layout import FORBIDDEN_LINE, PARK_REACH

PLACES = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
"""The four sides and four corners of a cell, clockwise; opposite ones are four apart (PLN-2)."""

STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""For each place, the step to the neighbouring cell on that side."""

_LABELS = tuple(Label("abcdefgh"[k], k, -0.68) for k in range(8)) + tuple(Label(str(k + 1), -0.68, k) for k in range(8))
BOARD: Board = replace(rectangle(8, 8), labels=_LABELS, bounds=(-1.7, -1.7, 8.7, 8.7))
EVERYWHERE = (1 << len(BOARD.cells)) - 1
"""The set of all cells."""

RIM_STEPS = 36
"""The steps of the rim: eight along each side, and the corners."""
STRAIGHT_GAP, CORNER_GAP = 0.4, 0.62
"""How far from their common step two figures stand, so that neither hides the other."""

SIDES = ("white", "yellow")
SWAPPED = {"white": "yellow", "yellow": "white", "white_points": "yellow_points", "yellow_points": "white_points"}
# The board itself has no symmetry, because parks and towers that run out are dealt from a1 on (PLN-5).
SYMMETRIES = (Symmetry(tuple(range(len(BOARD.cells))), players=(1, 0), names=SWAPPED),)

RAYS = tuple(tuple(tuple(BOARD.ray(cell, *step)[:PARK_REACH]) for step in STEPS) for cell in range(len(BOARD.cells)))
"""RAYS[cell][place]: the next cells on that side, nearest first, as far as a new park can be (PLN-3)."""


def _shapes(*forms: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """Return every place on the board where one of these forms fits, as sets of cells."""
    shapes = []
    for form in forms:
        for corner in BOARD.cells:
            cells = [BOARD.at(corner.x + dx, corner.y + dy) for dx, dy in form]
            if None not in cells:
                shapes.append(sum(1 << cell for cell in cells if cell is not None))
    return tuple(shapes)


LINES = _shapes(*(tuple((k * dx, k * dy) for k in range(FORBIDDEN_LINE)) for dx, dy in STEPS[:4]))
"""All lines that houses may never fill (PLN-3), as sets of cells."""

SQUARES = _shapes(((0, 0), (1, 0), (0, 1), (1, 1)))
"""All 2×2 squares (PLN-4), as sets of cells."""


def lacking_one(shapes: tuple[int, ...], houses: int) -> int:
    """Return the cells that alone are missing from one of these shapes."""
    missing = 0
    for shape in shapes:
        gap = shape & ~houses
        if gap.bit_count() == 1:
            missing |= gap
    return missing


def line_through(cell: int, houses: int) -> int:
    """Return the longest unbroken line that a house on this cell would stand in."""
    longest = 0
    for (dx, dy), (back_x, back_y) in zip(STEPS[:4], STEPS[4:], strict=True):
        line = 1 << cell
        for ray in (BOARD.ray(cell, dx, dy), BOARD.ray(cell, back_x, back_y)):
            for other in ray:
                if not houses >> other & 1:
                    break
                line |= 1 << other
        longest = max(longest, line, key=int.bit_count)
    return longest


def due_parks(houses: int, parks: int, towers: int) -> list[int]:
    """Return the empty cells where one more house would make a line (PLN-3), in the order of PLN-5."""
    return list(numbers(lacking_one(LINES, houses) & ~(parks | towers)))


def on_ray(cell: int, other: int) -> tuple[int, int] | None:
    """Return on which side of a cell another lies, and how far; None when no new park could be there (PLN-3)."""
    for place, ray in enumerate(RAYS[cell]):
        if other in ray:
            return place, ray.index(other) + 1
    return None


def rim(points: int) -> Point:
    """Return where a figure with these points stands: 36 steps clockwise around the board, from below a1 (PLN-6)."""
    side, step = divmod(points % RIM_STEPS, 9)
    low, high = -1.22, 8.22
    along = step - 1.0
    if not step:
        return ((low, low), (low, high), (high, high), (high, low))[side]
    return ((low, along), (along, high), (high, 7 - along), (7 - along, low))[side]


def rim_places(white: int, yellow: int) -> tuple[Point, Point]:
    """Return where the two figures stand. On the same step one stands a little back and the other a little ahead."""
    if (white - yellow) % RIM_STEPS:
        return rim(white), rim(yellow)
    here, back, ahead = rim(white), rim(white - 1), rim(white + 1)
    apart = STRAIGHT_GAP if back[0] == ahead[0] or back[1] == ahead[1] else CORNER_GAP
    return _towards(here, back, apart), _towards(here, ahead, apart)


def _towards(start: Point, end: Point, way: float) -> Point:
    share = way / dist(start, end)
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
