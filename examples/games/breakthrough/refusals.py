"""Why a move is not legal, in the order in which a person would notice."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.errors import IllegalMove
from ludotheque.rulebook import Refusals, State

from .board import ahead
from .layout import end_of, make_move, pawns, start_of


class BreakthroughRefusals(Refusals):
    def explain(self, state: State, player: int, move: int) -> IllegalMove:
        start, end = self.name(start_of(move)), self.name(end_of(move))
        if not pawns(state, player) >> start_of(move) & 1:
            enemy = pawns(state, 1 - player) >> start_of(move) & 1
            return self.refusal("BRK-2", "not_yours" if enemy else "no_pawn", start=start)
        aside = ahead(player, start_of(move), end_of(move))
        if aside is None:
            return self.refusal("BRK-2", "far", start=start, end=end)
        if pawns(state, player) >> end_of(move) & 1:
            return self.refusal("BRK-2", "own", end=end)
        enemy = pawns(state, 1 - player) >> end_of(move) & 1
        if not enemy:  # a step to an empty cell is legal, so this one is written as a capture
            return self.refusal("BRK-3", "nothing", start=start, end=end)
        if aside == 0:
            return self.refusal("BRK-3", "straight", end=end)
        return self.refusal("BRK-3", "capture", start=start, end=end)

    def intended(self, state: State, player: int, clicks: Sequence[str]) -> int:
        """Return the step from the first cell to the last, or the capture where an enemy pawn stands there."""
        start, end = self.cell(clicks[0]), self.cell(clicks[-1])
        return make_move(start, end, bool(pawns(state, 1 - player) >> end & 1))
