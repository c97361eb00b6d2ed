"""What a position looks like, and how a move is clicked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ludotheque.board import numbers
from ludotheque.clicks import Clicks, Kind
from ludotheque.rulebook import Look, Piece, State
from ludotheque.texts import Text

from .board import BOARD
from .layout import marks

SYMBOLS = ("cross", "circle")


class TicTacToeLook(Look):
    portrait = "turn=0 crosses=a1,b2 circles=a3,c3"
    kinds: ClassVar[Mapping[str, Kind]] = {"mark": Kind()}

    def pieces(self, state: State) -> Sequence[Piece]:
        return [
            Piece(SYMBOLS[player], BOARD.cells[cell].x, BOARD.cells[cell].y, cell, glyph="XO"[player])
            for player in (0, 1)
            for cell in numbers(marks(state, player))
        ]

    def clicks(self, move: int) -> Clicks:
        return Clicks(self.name(move), "mark")

    def task(self, state: State, player: int) -> Text:
        return self.say("tasks.mark")
