"""Boards: the one description of cells from which rules, drawings and the page are made.

Coordinates: x grows to the right, y upwards, neighbouring centres are 1 apart. A board has at most 64 cells, so that
a set of cells is one 64-bit word: cell i is bit i.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import cos, hypot, pi, sin, sqrt
from typing import Any

Point = tuple[float, float]

SQUARE: tuple[Point, ...] = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
HEXAGON: tuple[Point, ...] = tuple(
    (cos(pi / 6 + k * pi / 3) / sqrt(3), sin(pi / 6 + k * pi / 3) / sqrt(3)) for k in range(6)
)

ORTHOGONAL = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONAL = ((1, 1), (-1, 1), (-1, -1), (1, -1))


@dataclass(frozen=True)
class Cell:
    """A place where a piece can stand; the outline is relative to its centre."""

    name: str
    x: float
    y: float
    outline: tuple[Point, ...] = SQUARE

    @property
    def place(self) -> Point:
        return self.x, self.y


@dataclass(frozen=True)
class Label:
    """A coordinate written beside the board (or into a cell)."""

    text: str
    x: float
    y: float


@dataclass(frozen=True)
class Symmetry:
    """A way to turn the board (and perhaps change sides) that leaves the rules as they are.

    `cells[i]` is where cell i goes, `players[p]` who player p becomes (empty: all stay). `names` renames whatever else
    the game's texts name: field names of a position when colours change, directions inside a move.
    """

    cells: tuple[int, ...]
    players: tuple[int, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    holds: Callable[[tuple[int, ...]], bool] | None = None
    """In which states it holds, where it does not hold in all."""

    def player(self, player: int) -> int:
        return self.players[player] if self.players else player


@dataclass(frozen=True)
class Board:
    """Cells, the lines between them, and named zones.

    `links` are the lines along which pieces move, as pairs of cells; `zones` names sets of cells for rules and for
    drawing; `bounds` (left, bottom, right, top) leaves room around the cells for labels, trays and scores.
    """

    cells: tuple[Cell, ...]
    links: tuple[tuple[int, int], ...] = ()
    zones: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    labels: tuple[Label, ...] = ()
    bounds: tuple[float, float, float, float] | None = None
    drawn_lines: bool = False
    """Whether the links are drawn, with points for cells, rather than the cells' outlines."""

    def __post_init__(self) -> None:
        if len(self.cells) > 64:
            raise ValueError("a board has at most 64 cells")

    @cached_property
    def index(self) -> Mapping[str, int]:
        """Cell numbers by name."""
        return {cell.name: number for number, cell in enumerate(self.cells)}

    @cached_property
    def extent(self) -> tuple[float, float, float, float]:
        """What a drawing shows: `bounds`, or the cells' outlines with a margin for labels."""
        if self.bounds:
            return self.bounds
        xs = [cell.x + dx for cell in self.cells for dx, _ in cell.outline]
        ys = [cell.y + dy for cell in self.cells for _, dy in cell.outline]
        return min(xs) - 0.5, min(ys) - 0.5, max(xs) + 0.5, max(ys) + 0.5

    @cached_property
    def _places(self) -> Mapping[Point, int]:
        return {(round(cell.x, 6), round(cell.y, 6)): number for number, cell in enumerate(self.cells)}

    def at(self, x: float, y: float) -> int | None:
        """The cell with this centre."""
        return self._places.get((round(x, 6), round(y, 6)))

    def ray(self, cell: int, dx: float, dy: float) -> list[int]:
        """The cells met from a cell in one direction, nearest first, until the board ends."""
        found: list[int] = []
        x, y = self.cells[cell].x + dx, self.cells[cell].y + dy
        while (number := self.at(x, y)) is not None:
            found.append(number)
            x, y = x + dx, y + dy
        return found

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """For each cell, the set of cells linked to it."""
        found = [0] * len(self.cells)
        for one, other in self.links:
            found[one] |= 1 << other
            found[other] |= 1 << one
        return tuple(found)

    def names(self, members: int) -> list[str]:
        """The names of a set of cells, sorted as ALL-3 asks: letter first, then number."""
        found = []
        while members:
            low = members & -members
            found.append(self._names[low])
            members ^= low
        found.sort()
        return found

    @cached_property
    def _names(self) -> Mapping[int, str]:
        """The names by the cells' bits."""
        return {1 << number: cell.name for number, cell in enumerate(self.cells)}

    def set_of(self, names: Iterable[str]) -> int:
        """The set of the cells with these names."""
        members = 0
        for name in names:
            members |= 1 << self.index[name]
        return members

    @cached_property
    def name_pattern(self) -> re.Pattern[str]:
        """Matches the name of any cell, in lower case."""
        names = sorted((cell.name for cell in self.cells), key=len, reverse=True)
        return re.compile("|".join(map(re.escape, names)))

    def image(self, matrix: tuple[float, float, float, float]) -> tuple[int, ...]:
        """Where each cell goes when the board turns about its middle: x' = ax + by, y' = cx + dy."""
        a, b, c, d = matrix
        middle_x = (min(cell.x for cell in self.cells) + max(cell.x for cell in self.cells)) / 2
        middle_y = (min(cell.y for cell in self.cells) + max(cell.y for cell in self.cells)) / 2
        found: list[int] = []
        for cell in self.cells:
            x, y = cell.x - middle_x, cell.y - middle_y
            place = self.at(middle_x + a * x + b * y, middle_y + c * x + d * y)
            if place is None:
                raise ValueError(f"the board does not fall onto itself: {cell.name}")
            found.append(place)
        return tuple(found)

    def to_json(self) -> dict[str, Any]:
        """The board for a page in the browser."""
        return {
            "cells": [
                {"name": cell.name, "x": cell.x, "y": cell.y, "outline": [list(point) for point in cell.outline]}
                for cell in self.cells
            ],
            "links": [list(link) for link in self.links],
            "zones": {name: list(cells) for name, cells in self.zones.items()},
            "labels": [{"text": label.text, "x": label.x, "y": label.y} for label in self.labels],
            "extent": list(self.extent),
            "drawn_lines": self.drawn_lines,
        }


def numbers(members: int) -> Iterator[int]:
    """The cell numbers in a set, ascending."""
    while members:
        low = members & -members
        yield low.bit_length() - 1
        members ^= low


def rectangle(
    columns: int,
    rows: int,
    *,
    directions: Sequence[tuple[int, int]] = ORTHOGONAL + DIAGONAL,
    letters_up: bool = False,
    zones: Mapping[str, Sequence[str]] | None = None,
    **more: Any,
) -> Board:
    """A board of squares, row by row from the bottom left. Columns are lettered; rows, when `letters_up`."""

    def name(column: int, row: int) -> str:
        return f"{'abcdefgh'[row]}{column + 1}" if letters_up else f"{'abcdefgh'[column]}{row + 1}"

    cells = tuple(Cell(name(x, y), x, y) for y in range(rows) for x in range(columns))
    bottom = [Label(str(x + 1) if letters_up else "abcdefgh"[x], x, -0.75) for x in range(columns)]
    left = [Label("abcdefgh"[y] if letters_up else str(y + 1), -0.75, y) for y in range(rows)]
    index = {cell.name: number for number, cell in enumerate(cells)}
    return Board(
        cells,
        links=links_between(cells, directions),
        zones={zone: tuple(index[cell] for cell in names) for zone, names in (zones or {}).items()},
        labels=tuple(bottom + left),
        **more,
    )


def hexagon(side: int, **more: Any) -> Board:
    """A hexagon of hexagonal cells: rows lettered from the bottom, cells numbered from the left."""
    height = sqrt(3) / 2
    cells: list[Cell] = []
    for row in range(2 * side - 1):
        length = 2 * side - 1 - abs(row - side + 1)
        left, y = (1 - length) / 2, (row - side + 1) * height
        cells += [Cell(f"{'abcdefghi'[row]}{k + 1}", left + k, y, HEXAGON) for k in range(length)]
    steps = [(1.0, 0.0), (0.5, height), (-0.5, height), (-1.0, 0.0), (-0.5, -height), (0.5, -height)]
    return Board(tuple(cells), links=links_between(cells, steps), **more)


def links_between(cells: Sequence[Cell], directions: Sequence[tuple[float, float]]) -> tuple[tuple[int, int], ...]:
    """All pairs of cells that are one of these steps apart, each pair once."""
    return tuple(
        (i, j)
        for i, one in enumerate(cells)
        for j, other in enumerate(cells)
        if i < j and any(hypot(other.x - one.x - dx, other.y - one.y - dy) < 1e-6 for dx, dy in directions)
    )
