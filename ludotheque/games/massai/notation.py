"""Massaï's moves as texts: `a3,a4,b3,c2,c3` (a set-up), `c4`, `c4-d5`, `xd4`, `+d4,e5`."""

from __future__ import annotations

import re

from ludotheque.games.massai import layout
from ludotheque.games.massai.layout import ATTACK, BUILD, GUARD, MOVE, SET_UP
from ludotheque.rulebook import Notation

CELL = r"[a-z]+\d+"
FORMS = re.compile(
    rf"x(?P<target>{CELL})|(?P<build>{CELL})|(?P<start>{CELL})-(?P<end>{CELL})"
    rf"|\+(?P<guards>{CELL}(?:,{CELL})*)|(?P<huts>{CELL}(?:,{CELL})+)"
)


class MassaiNotation(Notation):
    def write(self, move: int) -> str:
        kind = layout.kind_of(move)
        if kind in (SET_UP, GUARD):
            return ("+" if kind == GUARD else "") + self.cell_list(layout.cells_of(move))
        start = self.name(layout.cell_of(move))
        if kind == MOVE:
            return f"{start}-{self.name(layout.end_of(move))}"
        return f"x{start}" if kind == ATTACK else start

    def read(self, text: str) -> int:
        form = FORMS.fullmatch(text)
        if not form:
            raise self.unreadable(text)
        if form["start"]:
            return layout.make_move(self.cell(form["start"]), self.cell(form["end"]))
        if form["guards"]:
            return layout.make_set(GUARD, self.cell_set(form["guards"]))
        if form["huts"]:
            return layout.make_set(SET_UP, self.cell_set(form["huts"]))
        if form["target"]:
            return layout.make_single(ATTACK, self.cell(form["target"]))
        return layout.make_single(BUILD, self.cell(form["build"]))
