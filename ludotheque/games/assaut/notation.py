"""Assaut's decisions as texts: `c5,e7`, `d3-d4`, `c5xc3xe3`. The layout of the codes stands in `rules.py`."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from ludotheque.board import numbers
from ludotheque.clicks import Clicks
from ludotheque.games.assaut.board import CELL, PLACE, jump

if TYPE_CHECKING:
    from ludotheque.games.assaut import Assaut

CAPTURE, PLACING = 1, 1 << 13
FORMS = re.compile(r"[a-z]+\d+(?:(?P<sign>[-x,])[a-z]+\d+(?:(?P=sign)[a-z]+\d+)*)")


def write(book: Assaut, move: int) -> str:
    if move & CAPTURE:
        return "x".join(book.name(cell) for cell in path(move)[0])
    start, end = ends(move)
    if move & PLACING:
        return book.cell_list(1 << start | 1 << end)
    return f"{book.name(start)}-{book.name(end)}"


def read(book: Assaut, text: str) -> int:
    form = FORMS.fullmatch(text)
    if not form:
        raise book.unreadable(text)
    if form["sign"] == ",":
        return _read_placing(book, text)
    cells = [book.cell(name) for name in text.split(form["sign"])]
    if form["sign"] == "x":
        return _read_capture(book, cells)
    if len(cells) > 2:
        raise book.unreadable(text)
    return PLACE[cells[0]] << 1 | PLACE[cells[1]] << 7


def clicks(book: Assaut, move: int) -> Clicks:
    """Two points in any order, or the points of the way one by one."""
    if move & CAPTURE:
        return Clicks(" ".join(book.name(cell) for cell in path(move)[0]), "capture")
    start, end = ends(move)
    if move & PLACING:
        return Clicks(book.any_order(1 << start | 1 << end), "place")
    return Clicks(f"{book.name(start)} {book.name(end)}", "step")


def ends(move: int) -> tuple[int, int]:
    """The two cells of a step or of a placing."""
    return CELL[move >> 1 & 63], CELL[move >> 7 & 63]


def path(move: int) -> tuple[list[int], list[int]]:
    """The cells that a capture lands on, from its start, and those that it jumps."""
    cells, jumped = [CELL[move >> 1 & 63]], []
    direction, further = move >> 7 & 7, move >> 10
    while way := jump(cells[-1], direction):
        jumped.append(way[0])
        cells.append(way[1])
        if not further:
            return cells, jumped
        digit = 1 + (further - 1) % 7
        further = (further - digit) // 7
        direction = (direction + 4 + digit) % 8
    raise ValueError(f"{move} is no decision")


def _direction(one: int, other: int) -> tuple[int, int] | None:
    """The direction of a jump and the cell jumped over; None when it is no jump (ASS-4)."""
    ways = ((direction, jump(one, direction)) for direction in range(8))
    return next(((direction, way[0]) for direction, way in ways if way and way[1] == other), None)


def _read_placing(book: Assaut, text: str) -> int:
    """Two officers; how many they are is the only thing that no position could allow (ASS-2)."""
    low, *others = numbers(book.cell_set(text))
    if len(others) != 1:
        raise book.refusal("ASS-2", "two", found=len(others) + 1)
    return PLACING | PLACE[low] << 1 | PLACE[others[0]] << 7


def _read_capture(book: Assaut, cells: list[int]) -> int:
    """A path; what is no jump, or jumps a soldier already lifted, is refused anywhere (ASS-4)."""
    gone: set[int] = set()
    move, back, weight = CAPTURE | PLACE[cells[0]] << 1, 0, 1 << 7
    for one, other in pairwise(cells):
        way = _direction(one, other)
        if way is None:
            raise book.refusal("ASS-4", "no_jump", start=book.name(one), end=book.name(other))
        direction, over = way
        if over in gone:
            raise book.refusal("ASS-4", "again", cell=book.name(over))
        gone.add(over)
        move += (direction - back) % 8 * weight
        back, weight = (direction + 4) % 8, 1 << 10 if weight == 1 << 7 else 7 * weight
    return move
