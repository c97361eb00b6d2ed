"""Assaut's board (ASS-1): 33 points joined by lines, and the ways that they leave to soldiers and officers."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from ludotheque.board import Board, Cell, Label, Symmetry, links_between

STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""The eight directions, by eighths of a turn; direction d + 4 leads back."""


def _joined(one: Cell, other: Cell) -> bool:
    """Whether a line joins two neighbouring points: diagonals only where column + row is even (ASS-1)."""
    return one.x == other.x or one.y == other.y or (one.x + one.y) % 2 == 0


def _lay() -> Board:
    points = [(x, y) for y in range(7) for x in range(7) if 2 <= x <= 4 or 2 <= y <= 4]
    cells = tuple(Cell(f"{'abcdefg'[x]}{y + 1}", x, y) for x, y in points)
    steps = [(float(dx), float(dy)) for dx, dy in STEPS]
    links = tuple((i, j) for i, j in links_between(cells, steps) if _joined(cells[i], cells[j]))
    letters = [Label("abcdefg"[x], x, -0.95) for x in range(7)]
    figures = [Label(str(y + 1), -0.95, y) for y in range(7)]
    return Board(
        cells,
        links=links,
        zones={"fortress": tuple(k for k, (x, y) in enumerate(points) if 2 <= x <= 4 and y >= 4)},
        labels=tuple(letters + figures),
        bounds=(-1.3, -1.3, 7.3, 7.3),
        drawn_lines=True,
    )


BOARD = _lay()
SYMMETRIES = (Symmetry(BOARD.image((-1, 0, 0, 1))),)
"""Left and right may change places (ASS-1, ASS-3)."""

FORTRESS = BOARD.zones["fortress"]
INSIDE = sum(1 << cell for cell in FORTRESS)
"""The set of the fortress's points."""
OUTSIDE = sum(1 << cell for cell in range(len(BOARD.cells))) ^ INSIDE
"""The set of the points outside the fortress, where the soldiers start (ASS-2)."""


def linked(one: int, other: int) -> bool:
    """Return whether a line joins two cells (ASS-1)."""
    return bool(BOARD.neighbours[one] >> other & 1)


def away(cell: int) -> float:
    """Return the straight-line distance to the nearest point of the fortress (ASS-3)."""
    point = BOARD.cells[cell]
    return min(hypot(point.x - BOARD.cells[k].x, point.y - BOARD.cells[k].y) for k in FORTRESS)


DISTANCES = sorted({round(away(cell), 3) for cell in range(len(BOARD.cells))})
"""All distances to the fortress, rounded; the first is 0."""


def nearer(start: int, end: int) -> bool:
    """Return whether a step brings a soldier from outside nearer to the fortress, without retreat (ASS-3)."""
    return away(end) < away(start) - 1e-6 and BOARD.cells[end].y >= BOARD.cells[start].y


def level(start: int, end: int) -> bool:
    """Return whether a step along the row leaves the distance to the fortress unchanged (option `sideways`)."""
    return BOARD.cells[end].y == BOARD.cells[start].y and abs(away(end) - away(start)) < 1e-6


def soldier_may(start: int, end: int, sideways: bool) -> bool:
    """Return whether a soldier may ever step from one cell to another (ASS-3)."""
    if not linked(start, end):
        return False
    if start in FORTRESS:
        return end in FORTRESS
    return nearer(start, end) or (sideways and level(start, end))


def neighbour(cell: int, direction: int) -> int | None:
    """Return the cell that a line in this direction leads to."""
    dx, dy = STEPS[direction]
    end = BOARD.at(BOARD.cells[cell].x + dx, BOARD.cells[cell].y + dy)
    return end if end is not None and linked(cell, end) else None


def jump(cell: int, direction: int) -> tuple[int, int] | None:
    """Return the cell jumped over and the cell beyond, where two lines lead straight on (ASS-4)."""
    over = neighbour(cell, direction)
    end = None if over is None else neighbour(over, direction)
    return None if over is None or end is None else (over, end)


def way_of_jump(start: int, end: int) -> tuple[int, int] | None:
    """Return the direction of a jump and the cell jumped over; None where no jump leads from start to end (ASS-4)."""
    ways = ((direction, jump(start, direction)) for direction in range(len(STEPS)))
    return next(((direction, way[0]) for direction, way in ways if way and way[1] == end), None)


def path(start: int, directions: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the cells that jumps in these directions land on, from their start, and those that they jump (ASS-4)."""
    cells, jumped = [start], []
    for direction in directions:
        way = jump(cells[-1], direction)
        if way is None:
            raise ValueError(f"no jump leads from {BOARD.cells[cells[-1]].name} in direction {direction}")
        jumped.append(way[0])
        cells.append(way[1])
    return cells, jumped
