"""Why a move is not legal: the cell is taken."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.errors import IllegalMove
from ludotheque.rulebook import Refusals, State


class StarterRefusals(Refusals):
    def explain(self, state: State, player: int, move: int) -> IllegalMove:
        return self.refusal("NEW-2", "taken", cell=self.name(move))

    def intended(self, state: State, player: int, clicks: Sequence[str]) -> int:
        """Return the stone on the clicked cell."""
        return self.cell(clicks[-1])
