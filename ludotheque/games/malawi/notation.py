"""Malawi's moves as texts: `a1-a3`, `c1xc4`, `c1>a1,d3`."""

from __future__ import annotations

import re

from ludotheque.games.malawi import layout
from ludotheque.rulebook import Notation

FORMS = re.compile(r"(?P<cell>[a-z]+\d+)(?:(?P<sign>[-x])(?P<end>[a-z]+\d+)|>(?P<receivers>[a-z0-9,]+))")
SIGNS = {layout.MOVE: "-", layout.STRIKE: "x"}
KINDS = {sign: kind for kind, sign in SIGNS.items()}


class MalawiNotation(Notation):
    def write(self, move: int) -> str:
        pawn, kind = self.name(layout.pawn_of(move)), layout.kind_of(move)
        if kind == layout.SHARE:
            return f"{pawn}>{self.cell_list(layout.receivers_of(move))}"
        return f"{pawn}{SIGNS[kind]}{self.name(layout.target_of(move))}"

    def read(self, text: str) -> int:
        form = FORMS.fullmatch(text)
        if not form:
            raise self.unreadable(text)
        pawn = self.cell(form["cell"])
        if form["receivers"]:
            return layout.make_share(pawn, self.cell_set(form["receivers"]))
        return layout.make_step(KINDS[form["sign"]], pawn, self.cell(form["end"]))
