"""Assaut's moves as texts: `c5,e7`, `d3-d4`, `c5xc3xe3`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ludotheque.board import numbers
from ludotheque.games.assaut import layout
from ludotheque.games.assaut.board import path, way_of_jump
from ludotheque.rulebook import Notation

FORMS = re.compile(r"[a-z]+\d+(?:(?P<sign>[-x,])[a-z]+\d+(?:(?P=sign)[a-z]+\d+)*)")


class AssautNotation(Notation):
    def write(self, move: int) -> str:
        start = layout.start_of(move)
        if layout.is_capture(move):
            return "x".join(map(self.name, path(start, layout.directions_of(move))[0]))
        end = layout.end_of(move)
        if layout.is_placing(move):
            return self.cell_list(1 << start | 1 << end)
        return f"{self.name(start)}-{self.name(end)}"

    def read(self, text: str) -> int:
        form = FORMS.fullmatch(text)
        if not form:
            raise self.unreadable(text)
        if form["sign"] == ",":
            return self._read_placing(text)
        cells = [self.cell(name) for name in text.split(form["sign"])]
        if form["sign"] == "x":
            return self._read_capture(cells)
        if len(cells) > 2:
            raise self.unreadable(text)
        return layout.make_step(cells[0], cells[1])

    def _read_placing(self, text: str) -> int:
        """Read two officers. Another number of them is refused in any position (ASS-2)."""
        cells = list(numbers(self.cell_set(text)))
        if len(cells) != layout.ALL_OFFICERS:
            raise self.refusal("ASS-2", "two", found=len(cells))
        return layout.make_placing(cells[0], cells[1])

    def _read_capture(self, cells: Sequence[int]) -> int:
        """Read a path. A step that is not a jump, or a second jump over a soldier, is refused anywhere (ASS-4)."""
        gone: set[int] = set()
        directions = []
        for one, other in pairwise(cells):
            way = way_of_jump(one, other)
            if way is None:
                raise self.refusal("ASS-4", "no_jump", start=self.name(one), end=self.name(other))
            direction, over = way
            if over in gone:
                raise self.refusal("ASS-4", "again", cell=self.name(over))
            gone.add(over)
            directions.append(direction)
        return layout.make_capture(cells[0], directions)
