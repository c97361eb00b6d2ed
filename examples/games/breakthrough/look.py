"""What a position looks like, and how a move is clicked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ludotheque.board import numbers
from ludotheque.clicks import Clicks, Kind
from ludotheque.rulebook import Look, Piece, State, Supply, box
from ludotheque.texts import Text

from .board import BOARD, SIDES
from .layout import PAWNS_EACH, captures, end_of, pawns, start_of


class BreakthroughLook(Look):
    emblems = SIDES
    portrait = "turn=0 white=a1,b1,b3,c1,c3,d1,d4,e2,f1,f2,g1,g3,h1,h2 black=a7,a8,b7,b8,c6,d7,d8,e5,e7,f8,g6,g8,h7,h8"
    kinds: ClassVar[Mapping[str, Kind]] = {"step": Kind(), "capture": Kind(captures=True)}

    def pieces(self, state: State) -> Sequence[Piece]:
        return [
            Piece(side, BOARD.cells[cell].x, BOARD.cells[cell].y, cell, glyph=self.initial(player))
            for player, side in enumerate(SIDES)
            for cell in numbers(pawns(state, player))
        ]

    def clicks(self, move: int) -> Clicks:
        path = f"{self.name(start_of(move))} {self.name(end_of(move))}"
        return Clicks(path, "capture" if captures(move) else "step")

    def task(self, state: State, player: int) -> Text:
        return self.say("tasks.pawn")

    def supplies(self) -> Sequence[Supply]:
        """Return the pawns (BRK-1)."""
        return [Supply(side, [side], PAWNS_EACH, box(0.8, 0.8)) for side in SIDES]
