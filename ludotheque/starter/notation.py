"""A move as text: the cell, `b2`."""

from __future__ import annotations

from ludotheque.rulebook import Notation


class StarterNotation(Notation):
    def write(self, move: int) -> str:
        return self.name(move)

    def read(self, text: str) -> int:
        if len(text) != 2:
            raise self.unreadable(text)
        return self.cell(text)
