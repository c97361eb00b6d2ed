"""What is said while Breakthrough is played."""

from __future__ import annotations

from ludotheque.rulebook import Narration, State
from ludotheque.texts import Text

from .board import HOME
from .layout import captures, end_of, pawns, start_of


class BreakthroughNarration(Narration):
    def move(self, before: State, player: int, move: int) -> Text:
        key = "capture" if captures(move) else "step"
        return self.say(f"narration.{key}", start=self.name(start_of(move)), end=self.name(end_of(move)))

    def decided(self, state: State) -> int:
        """Return the cell of the pawn that arrived (BRK-4)."""
        return pawns(state, 0) & HOME[1] | pawns(state, 1) & HOME[0]
