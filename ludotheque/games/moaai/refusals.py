"""Why a move is not legal in Moaaï, in the order in which a person would notice."""

from __future__ import annotations

from ludotheque.errors import IllegalMove
from ludotheque.games.moaai import layout
from ludotheque.games.moaai.layout import GROUND, OCCUPIED, PIECES, STOCK
from ludotheque.rulebook import Refusals, State
from ludotheque.texts import Text


class MoaaiRefusals(Refusals):
    def explain(self, state: State, player: int, move: int) -> IllegalMove:
        end, source = layout.end_of(move), layout.source_of(move)
        return self._explain_move(state, source, end) if layout.is_move(move) else self._explain_put(state, source, end)

    def _explain_put(self, state: State, piece: int, cell: int) -> IllegalMove:
        """The stock is empty, or lacks this piece, or the cell is taken (MOA-4)."""
        if not state[STOCK]:
            return self.refusal("MOA-4", "filled")
        if not state[STOCK] >> piece & 1:
            where = self.name(layout.standing(state)[piece])
            return self.refusal("MOA-4", "placed", piece=self._piece_name(piece), cell=where)
        return self.refusal("MOA-4", "occupied", end=self.name(cell), piece=self._name_on(state, cell))

    def _explain_move(self, state: State, start: int, end: int) -> IllegalMove:
        """It is too early (MOA-4), or there is no piece to move, or its goal is not a free neighbour (MOA-5)."""
        names = {"start": self.name(start), "end": self.name(end)}
        if state[STOCK]:
            return self.refusal("MOA-4", "filling", stock=state[STOCK].bit_count())
        if not state[GROUND] >> start & 1:
            return self.refusal("MOA-5", "start_gone", **names)
        if not state[OCCUPIED] >> start & 1:
            return self.refusal("MOA-5", "no_piece", **names)
        if start == end:
            return self.refusal("MOA-5", "stays", piece=self._name_on(state, start), **names)
        if not self.board.neighbours[start] >> end & 1:
            return self.refusal("MOA-5", "far", **names)
        if not state[GROUND] >> end & 1:
            return self.refusal("MOA-5", "end_gone", **names)
        return self.refusal("MOA-5", "occupied", piece=self._name_on(state, end), **names)

    def _piece_name(self, piece: int) -> Text:
        """`the red triangle (Rt)`, for sentences."""
        return self.say(f"pieces.{PIECES[piece]}")

    def _name_on(self, state: State, cell: int) -> Text:
        piece = layout.piece_on(state, cell)
        assert piece is not None
        return self._piece_name(piece)
