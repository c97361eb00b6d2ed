"""A move as text: `a2-a3`, or `a2xb3` where it captures."""

from __future__ import annotations

import re

from ludotheque.rulebook import Notation

from .layout import captures, end_of, make_move, start_of

FORM = re.compile(r"(?P<start>[a-z]+\d+)(?P<sign>[-x])(?P<end>[a-z]+\d+)")


class BreakthroughNotation(Notation):
    def write(self, move: int) -> str:
        return f"{self.name(start_of(move))}{'x' if captures(move) else '-'}{self.name(end_of(move))}"

    def read(self, text: str) -> int:
        form = FORM.fullmatch(text)
        if not form:
            raise self.unreadable(text)
        return make_move(self.cell(form["start"]), self.cell(form["end"]), form["sign"] == "x")
