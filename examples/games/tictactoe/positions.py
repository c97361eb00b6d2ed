"""A position as text: `crosses=a1,b2 circles=a3`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludotheque.rulebook import Positions, State

from .board import DIAGONALS, ROWS
from .layout import marks


class TicTacToePositions(Positions):
    fields = ("crosses", "circles")

    def write(self, state: State) -> Mapping[str, str]:
        return {field: self.cell_list(marks(state, player)) for player, field in enumerate(self.fields)}

    def read(self, fields: Mapping[str, str], turn: tuple[int, ...]) -> Sequence[int]:
        crosses, circles = self.cell_set(fields["crosses"]), self.cell_set(fields["circles"])
        if crosses & circles:
            raise self.impossible("both", cells=self.names(crosses & circles))
        ahead = crosses.bit_count() - circles.bit_count()
        if ahead not in (turn or (0, 1)):
            raise self.impossible("count")
        if turn and any(line & marked == line for line in ROWS + DIAGONALS for marked in (crosses, circles)):
            raise self.impossible("over")
        return crosses, circles
