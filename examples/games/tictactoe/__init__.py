"""Tic-tac-toe: three in a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ludotheque.board import Board, Symmetry, numbers
from ludotheque.clicks import Clicks, Kind
from ludotheque.errors import IllegalMove
from ludotheque.rulebook import Piece, Rulebook, State
from ludotheque.texts import Text

from .board import BOARD, DIAGONALS, ROWS, SYMMETRIES

MARKS = ("cross", "circle")


class TicTacToe(Rulebook):
    id = "tictactoe"
    reasons = ("line", "full")
    size = 3
    fields = ("crosses", "circles")
    minutes = 2
    portrait = "turn=0 crosses=a1,b2 circles=a3,c3"
    kinds: ClassVar[Mapping[str, Kind]] = {"mark": Kind()}

    def lay_board(self) -> Board:
        return BOARD

    @property
    def most_moves(self) -> int:
        """There are nine cells (TTT-1)."""
        return 9

    @property
    def most_decisions(self) -> int:
        """Each decision fills a cell (TTT-2)."""
        return 9

    @property
    def symmetries(self) -> Sequence[Symmetry]:
        return SYMMETRIES

    def set_up(self) -> tuple[Sequence[int], Sequence[int]]:
        return [0], [0, 0]

    # Decisions: as text, as clicks, and in words when they are refused.

    def write(self, move: int) -> str:
        return self.name(move)

    def read(self, text: str) -> int:
        if len(text) != 2:
            raise self.unreadable(text)
        return self.cell(text)

    def clicks(self, move: int) -> Clicks:
        return Clicks(self.name(move), "mark")

    def task(self, state: State, player: int) -> Text:
        return self.tell("tasks.mark")

    def explain(self, state: State, player: int, move: int) -> IllegalMove:
        return self.refusal("TTT-2", "taken", cell=self.name(move))

    # Positions: as text, and as pieces to draw.

    def describe(self, state: State) -> Mapping[str, str]:
        return {"crosses": self.cell_list(state[1]), "circles": self.cell_list(state[2])}

    def compose(self, told: Mapping[str, str], turn: tuple[int, ...]) -> Sequence[int]:
        crosses, circles = self.cell_set(told["crosses"]), self.cell_set(told["circles"])
        if crosses & circles:
            raise self.no_position("both", cells=self.names_of(crosses & circles))
        ahead = crosses.bit_count() - circles.bit_count()
        if ahead not in (turn or (0, 1)):
            raise self.no_position("count")
        if turn and any(line & marks == line for line in ROWS + DIAGONALS for marks in (crosses, circles)):
            raise self.no_position("over")
        return crosses, circles

    def pieces(self, state: State) -> Sequence[Piece]:
        return [
            Piece(MARKS[player], BOARD.cells[cell].x, BOARD.cells[cell].y, cell, glyph="XO"[player])
            for player in (0, 1)
            for cell in numbers(state[1 + player])
        ]


RULEBOOK = TicTacToe
