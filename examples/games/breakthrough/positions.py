"""A position as text: `white=a1,b1,… black=a8,…`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludotheque.rulebook import Positions, State

from .board import HOME, SIDES
from .layout import PAWNS_EACH, pawns


class BreakthroughPositions(Positions):
    fields = SIDES

    def write(self, state: State) -> Mapping[str, str]:
        return {side: self.cell_list(pawns(state, player)) for player, side in enumerate(SIDES)}

    def read(self, fields: Mapping[str, str], turn: tuple[int, ...]) -> Sequence[int]:
        white, black = sides = [self.cell_set(fields[side]) for side in SIDES]
        if white & black:
            raise self.impossible("both", cells=self.names(white & black))
        for player, own in enumerate(sides):
            side = self.player_name(player)
            if own.bit_count() > PAWNS_EACH:
                raise self.impossible("many", side=side)
            # BRK-4 ends the game before anybody is to move.
            if turn and not own:
                raise self.impossible("none", side=side)
            if turn and own & HOME[1 - player]:
                raise self.impossible("arrived", side=side)
        return sides
