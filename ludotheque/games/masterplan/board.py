"""Masterplan's board (PLN-1): 8×8 plots, the eight places of a plot, and the rim where the figures walk."""

from __future__ import annotations

from dataclasses import replace

from ludotheque.board import Board, Label, Symmetry, numbers, rectangle

HOUSES, PARKS, TOWERS = 14, 21, 6
"""The stock: houses for each player, parks and towers for both (PLN-1)."""

PLACES = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
"""The four sides and four corners of a plot, clockwise; opposite ones are four apart (PLN-2)."""

STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""For each place, the way to the neighbouring plot on that side."""

_LABELS = tuple(Label("abcdefgh"[k], k, -0.68) for k in range(8)) + tuple(Label(str(k + 1), -0.68, k) for k in range(8))
BOARD: Board = replace(rectangle(8, 8), labels=_LABELS, bounds=(-1.7, -1.7, 8.7, 8.7))

SWAPPED = {"white": "yellow", "yellow": "white", "white_points": "yellow_points", "yellow_points": "white_points"}
# The board itself has no symmetry: when parks or towers run out they are dealt from a1 on (PLN-5).
SYMMETRIES = (Symmetry(tuple(range(64)), players=(1, 0), words=SWAPPED),)

RAYS = tuple(tuple(tuple(BOARD.ray(cell, *step)[:3]) for step in STEPS) for cell in range(64))
"""RAYS[cell][place]: the next three plots on that side, nearest first."""


def _shapes(*forms: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """Every place on the board where one of these forms fits, as sets of cells."""
    found = []
    for form in forms:
        for cell in BOARD.cells:
            plots = [BOARD.at(cell.x + dx, cell.y + dy) for dx, dy in form]
            if None not in plots:
                found.append(sum(1 << plot for plot in plots if plot is not None))
    return tuple(found)


FOURS = _shapes(*(tuple((k * dx, k * dy) for k in range(4)) for dx, dy in STEPS[:4]))
"""All sets of four plots in a line (PLN-3)."""

SQUARES = _shapes(((0, 0), (1, 0), (0, 1), (1, 1)))
"""All 2×2 squares (PLN-4)."""


def lacking_one(shapes: tuple[int, ...], houses: int) -> int:
    """The plots that alone are missing from one of these shapes."""
    found = 0
    for shape in shapes:
        gap = shape & ~houses
        if gap.bit_count() == 1:
            found |= gap
    return found


def line_through(cell: int, houses: int) -> int:
    """The longest unbroken line that a house on this cell would stand in."""
    longest = 0
    for (dx, dy), (back_x, back_y) in zip(STEPS[:4], STEPS[4:], strict=True):
        line = 1 << cell
        for ray in (BOARD.ray(cell, dx, dy), BOARD.ray(cell, back_x, back_y)):
            for plot in ray:
                if not houses >> plot & 1:
                    break
                line |= 1 << plot
        longest = max(longest, line, key=int.bit_count)
    return longest


def due_parks(houses: int, parks: int, towers: int) -> list[int]:
    """The empty plots where a fourth house would make a line (PLN-3), in the order of PLN-5."""
    return list(numbers(lacking_one(FOURS, houses) & ~(parks | towers)))


def on_ray(cell: int, other: int) -> tuple[int, int] | None:
    """On which side of a plot another lies straight ahead, up to three plots away, and how far."""
    for place, ray in enumerate(RAYS[cell]):
        if other in ray:
            return place, ray.index(other) + 1
    return None


def rim(points: int, lane: float) -> tuple[float, float]:
    """Where a figure with so many points stands: 36 steps clockwise around the board, from below a1 (PLN-6)."""
    side, step = divmod(points % 36, 9)
    low, high = -1.22 - lane, 8.22 + lane
    along = step - 1.0
    if not step:
        return ((low, low), (low, high), (high, high), (high, low))[side]
    return ((low, along), (along, high), (high, 7 - along), (7 - along, low))[side]
