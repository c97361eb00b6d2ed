"""Why a move is not legal in Moaaï, in the order in which a person would notice."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.errors import IllegalMove
from ludotheque.games.moaai import layout
from ludotheque.games.moaai.layout import GROUND, OCCUPIED, PIECE_NUMBERS, STOCK
from ludotheque.games.moaai.notation import PieceNames
from ludotheque.rulebook import Refusals, State


class MoaaiRefusals(PieceNames, Refusals):
    def explain(self, state: State, player: int, move: int) -> IllegalMove:
        end, source = layout.end_of(move), layout.source_of(move)
        return self._explain_move(state, source, end) if layout.is_move(move) else self._explain_put(state, source, end)

    def intended(self, state: State, player: int, clicks: Sequence[str]) -> int | IllegalMove | None:
        """Return a piece of the tray with a cell (MOA-4), or a step from cell to cell (MOA-5)."""
        return self._intended_put(state, clicks) if state[STOCK] else self._intended_move(state, clicks)

    def _intended_put(self, state: State, clicks: Sequence[str]) -> int | IllegalMove:
        first, last = PIECE_NUMBERS.get(clicks[0].lower()), PIECE_NUMBERS.get(clicks[-1].lower())
        if last is not None:
            if state[STOCK] >> last & 1:
                return self.click_refusal("MOA-4", "one_put")
            return layout.make_put(last, 0)
        cell = self.cell(clicks[-1])
        if first is None:
            occupied = state[OCCUPIED] >> cell & 1
            return layout.make_move(cell, cell) if occupied else self.click_refusal("MOA-4", "first_piece")
        return layout.make_put(first, cell) if len(clicks) == 2 else self.click_refusal("MOA-4", "one_put")

    def _intended_move(self, state: State, clicks: Sequence[str]) -> int | IllegalMove | None:
        last = PIECE_NUMBERS.get(clicks[-1].lower())
        if last is not None:
            return layout.make_put(last, 0)
        start, *ends = map(self.cell, clicks)
        if len(ends) > 1:
            return self.click_refusal("MOA-5", "one_step")
        if ends:
            return layout.make_move(start, ends[0])
        if not state[OCCUPIED] >> start & 1:
            return layout.make_move(start, start)
        if self.board.neighbours[start] & state[GROUND] & ~state[OCCUPIED]:
            return None
        return self.click_refusal("MOA-5", "stuck", piece=self.name_on(state, start), start=self.name(start))

    def _explain_put(self, state: State, piece: int, cell: int) -> IllegalMove:
        """The stock is empty, or lacks this piece, or the cell is taken (MOA-4)."""
        if not state[STOCK]:
            return self.refusal("MOA-4", "filled")
        if not state[STOCK] >> piece & 1:
            where = self.name(layout.standing(state)[piece])
            return self.refusal("MOA-4", "placed", piece=self.piece_name(piece), cell=where)
        return self.refusal("MOA-4", "occupied", end=self.name(cell), piece=self.name_on(state, cell))

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
            return self.refusal("MOA-5", "stays", piece=self.name_on(state, start), **names)
        if not self.board.neighbours[start] >> end & 1:
            return self.refusal("MOA-5", "far", **names)
        if not state[GROUND] >> end & 1:
            return self.refusal("MOA-5", "end_gone", **names)
        return self.refusal("MOA-5", "occupied", piece=self.name_on(state, end), **names)
