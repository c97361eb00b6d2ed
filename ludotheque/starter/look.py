"""What a position looks like, and how a move is clicked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ludotheque.board import numbers
from ludotheque.clicks import Clicks, Kind
from ludotheque.rulebook import Look, Piece, State
from ludotheque.starter.board import BOARD, SIDES
from ludotheque.starter.layout import stones
from ludotheque.texts import Text


class StarterLook(Look):
    emblems = SIDES
    portrait = "turn=0 dark=a1,b2,c3 light=a2,b3,d1"
    kinds: ClassVar[Mapping[str, Kind]] = {"put": Kind()}

    def pieces(self, state: State) -> Sequence[Piece]:
        return [
            Piece(side, BOARD.cells[cell].x, BOARD.cells[cell].y, cell, glyph=self.initial(player))
            for player, side in enumerate(SIDES)
            for cell in numbers(stones(state, player))
        ]

    def clicks(self, move: int) -> Clicks:
        return Clicks(self.name(move), "put")

    def task(self, state: State, player: int) -> Text:
        return self.say("tasks.put")
