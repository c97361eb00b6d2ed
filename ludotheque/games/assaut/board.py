"""Assaut's board (ASS-1): 33 points joined by lines, and which ways they leave to soldiers and officers.

The rules number the points as *places*: place 8 × row + column (both from 0), so that one step in a given direction is
the same shift everywhere. `to_places` and `to_cells` translate sets; everybody else sees the board's 33 cells.
"""

from __future__ import annotations

from math import hypot

from ludotheque.board import Board, Cell, Label, Symmetry, links_between, numbers

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
PLACE = tuple(int(8 * cell.y + cell.x) for cell in BOARD.cells)
CELL = {place: cell for cell, place in enumerate(PLACE)}


def to_places(cells: int) -> int:
    """A set of the board's cells as a set of places."""
    return sum(1 << PLACE[cell] for cell in numbers(cells))


def to_cells(places: int) -> int:
    """A set of places as a set of the board's cells."""
    return sum(1 << CELL[place] for place in numbers(places))


def linked(one: int, other: int) -> bool:
    """Whether a line joins two cells (ASS-1)."""
    return bool(BOARD.neighbours[one] >> other & 1)


def away(cell: int) -> float:
    """The straight-line distance to the nearest point of the fortress (ASS-3)."""
    point = BOARD.cells[cell]
    return min(hypot(point.x - BOARD.cells[k].x, point.y - BOARD.cells[k].y) for k in FORTRESS)


def nearer(start: int, end: int) -> bool:
    """Whether a step brings a soldier from outside nearer to the fortress, without retreat (ASS-3)."""
    return away(end) < away(start) - 1e-6 and BOARD.cells[end].y >= BOARD.cells[start].y


def level(start: int, end: int) -> bool:
    """Whether a step along the row leaves the distance to the fortress unchanged (option `sideways`)."""
    return BOARD.cells[end].y == BOARD.cells[start].y and abs(away(end) - away(start)) < 1e-6


def soldier_may(start: int, end: int, sideways: bool) -> bool:
    """Whether a soldier may ever step from one cell to another (ASS-3)."""
    if not linked(start, end):
        return False
    if start in FORTRESS:
        return end in FORTRESS
    return nearer(start, end) or (sideways and level(start, end))


def neighbour(cell: int, direction: int) -> int | None:
    """The cell that a line in this direction leads to."""
    dx, dy = STEPS[direction]
    end = BOARD.at(BOARD.cells[cell].x + dx, BOARD.cells[cell].y + dy)
    return end if end is not None and linked(cell, end) else None


def jump(cell: int, direction: int) -> tuple[int, int] | None:
    """The cell jumped over and the cell beyond, where two lines lead straight on (ASS-4)."""
    over = neighbour(cell, direction)
    end = None if over is None else neighbour(over, direction)
    return None if over is None or end is None else (over, end)
