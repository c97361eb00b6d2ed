"""Moaaï's moves as texts: `Rt@c3`, `c3-c4`; and what its pieces are called."""

from __future__ import annotations

import re

from ludotheque.games.moaai import layout
from ludotheque.games.moaai.layout import PIECE_NUMBERS, PIECES
from ludotheque.rulebook import Notation, State
from ludotheque.rulebook.part import Part
from ludotheque.texts import Text

FORMS = re.compile(r"(?P<piece>[a-z]{2})@(?P<cell>[a-z]+\d+)|(?P<start>[a-z]+\d+)-(?P<end>[a-z]+\d+)")


class PieceNames(Part):
    """What pieces are called in sentences: `the red triangle`."""

    def piece_name(self, piece: int) -> Text:
        return self.say(f"pieces.{PIECES[piece]}")

    def name_on(self, state: State, cell: int) -> Text:
        """Return the name of the piece that stands on a cell."""
        piece = layout.piece_on(state, cell)
        assert piece is not None
        return self.piece_name(piece)


class MoaaiNotation(Notation):
    def write(self, move: int) -> str:
        end, source = self.name(layout.end_of(move)), layout.source_of(move)
        return f"{self.name(source)}-{end}" if layout.is_move(move) else f"{PIECES[source]}@{end}"

    def read(self, text: str) -> int:
        form = FORMS.fullmatch(text)
        if not form:
            raise self.unreadable(text)
        if form["start"]:
            return layout.make_move(self.cell(form["start"]), self.cell(form["end"]))
        cell = self.cell(form["cell"])
        if form["piece"] not in PIECE_NUMBERS:
            raise self.refusal("MOA-1", "unknown", piece=form["piece"].capitalize())
        return layout.make_put(PIECE_NUMBERS[form["piece"]], cell)
