"""What is said while tic-tac-toe is played."""

from __future__ import annotations

from ludotheque.rulebook import Narration, State
from ludotheque.texts import Text

from .board import DIAGONALS, ROWS
from .layout import marks


class TicTacToeNarration(Narration):
    def move(self, before: State, player: int, move: int) -> Text:
        return self.say("narration.mark", cell=self.name(move))

    def decided(self, state: State) -> int:
        """Return the three in a row."""
        return next((line for line in ROWS + DIAGONALS for player in (0, 1) if marks(state, player) & line == line), 0)
