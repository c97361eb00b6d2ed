"""A position as text: `dark=a1,b2 light=a3`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludotheque.rulebook import Positions, State
from ludotheque.starter.board import COLUMNS, ROWS, SIDES
from ludotheque.starter.layout import stones


class StarterPositions(Positions):
    fields = SIDES

    def write(self, state: State) -> Mapping[str, str]:
        return {side: self.cell_list(stones(state, player)) for player, side in enumerate(SIDES)}

    def read(self, fields: Mapping[str, str], turn: tuple[int, ...]) -> Sequence[int]:
        dark, light = (self.cell_set(fields[side]) for side in SIDES)
        if dark & light:
            raise self.impossible("both", cells=self.names(dark & light))
        if dark.bit_count() - light.bit_count() not in (turn or (0, 1)):
            raise self.impossible("count")
        if turn and any(line & own == line for line in ROWS + COLUMNS for own in (dark, light)):
            raise self.impossible("over")
        return dark, light
