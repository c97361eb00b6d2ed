"""Why a move is not legal in Assaut, in the order in which a person would notice."""

from __future__ import annotations

import numpy as np

from ludotheque.board import numbers
from ludotheque.errors import IllegalMove
from ludotheque.games.assaut import layout
from ludotheque.games.assaut.board import BOARD, FORTRESS, INSIDE, level, linked, nearer, path
from ludotheque.games.assaut.layout import OFFICER_SIDE, PLACE, SOLDIER_SIDE, officers, soldiers
from ludotheque.rulebook import Refusals, State

RULING = {SOLDIER_SIDE: "ASS-3", OFFICER_SIDE: "ASS-4"}


class AssautRefusals(Refusals):
    def explain(self, state: State, player: int, move: int) -> IllegalMove:
        placed = officers(state)
        if layout.is_placing(move):
            outside = (1 << layout.start_of(move) | 1 << layout.end_of(move)) & ~INSIDE
            if outside and not placed:
                return self.refusal("ASS-2", "outside", cells=self.names(outside))
            return self.refusal("ASS-2", "placed")
        if not placed:
            return self.refusal("ASS-2", "first")
        if player == SOLDIER_SIDE:
            return self._explain_soldier(state, move)
        if layout.is_capture(move):
            return self._explain_capture(state, move)
        return self._explain_step(state, move)

    def _explain_start(self, state: State, player: int, cell: int) -> IllegalMove | None:
        """A man of the player must stand there."""
        if player == SOLDIER_SIDE:
            own, other, keys = soldiers(state), officers(state), ("no_soldier", "not_soldier")
        else:
            own, other, keys = officers(state), soldiers(state), ("no_officer", "not_officer")
        if own >> cell & 1:
            return None
        return self.refusal(RULING[player], keys[other >> cell & 1], cell=self.name(cell))

    def _explain_line(self, ruling: str, start: int, end: int) -> IllegalMove | None:
        """A step leads along a line to a neighbour (ASS-1)."""
        if linked(start, end):
            return None
        one, other = BOARD.cells[start], BOARD.cells[end]
        near = max(abs(one.x - other.x), abs(one.y - other.y)) == 1
        return self.refusal(ruling, "no_line" if near else "far", start=one.name, end=other.name)

    def _explain_soldier(self, state: State, move: int) -> IllegalMove:
        if layout.is_capture(move):
            return self.refusal("ASS-3", "soldiers_capture")
        start, end = layout.start_of(move), layout.end_of(move)
        wrong = self._explain_start(state, SOLDIER_SIDE, start) or self._explain_line("ASS-3", start, end)
        if wrong:
            return wrong
        names = {"start": self.name(start), "end": self.name(end)}
        if start in FORTRESS:
            if end not in FORTRESS:
                return self.refusal("ASS-3", "leaves", **names)
        elif not nearer(start, end):
            if not level(start, end):
                # Away from the fortress; or nearer to it, but backwards.
                back = BOARD.cells[end].y < BOARD.cells[start].y
                return self.refusal("ASS-3", "back" if back else "away", **names)
            if not self.options["sideways"]:
                return self.refusal("ASS-3", "sideways", **names)
        return self._occupied(state, "ASS-3", end)

    def _explain_step(self, state: State, move: int) -> IllegalMove:
        start, end = layout.start_of(move), layout.end_of(move)
        wrong = self._explain_start(state, OFFICER_SIDE, start) or self._explain_line("ASS-4", start, end)
        if wrong:
            return wrong
        if (soldiers(state) | officers(state)) >> end & 1:
            return self._occupied(state, "ASS-4", end)
        wanted, officer = largest_capture(state)
        return self.refusal("ASS-5c", "must_capture", wanted=wanted, officer=officer)

    def _explain_capture(self, state: State, move: int) -> IllegalMove:
        """Each jump needs a soldier to jump, then an empty point beyond."""
        cells, jumped = path(layout.start_of(move), layout.directions_of(move))
        wrong = self._explain_start(state, OFFICER_SIDE, cells[0])
        if wrong:
            return wrong
        men, others = soldiers(state), officers(state) & ~(1 << cells[0])
        for over, end in zip(jumped, cells[1:], strict=True):
            if others >> over & 1:
                return self.refusal("ASS-4", "over_officer", cell=self.name(over))
            if not men >> over & 1:
                return self.refusal("ASS-4", "over_nobody", cell=self.name(over))
            if (men | others) >> end & 1:
                return self._occupied(state, "ASS-4", end)
        wanted, officer = largest_capture(state)
        return self.refusal("ASS-5c", "too_few", wanted=wanted, officer=officer, found=len(jumped))

    def _occupied(self, state: State, ruling: str, end: int) -> IllegalMove:
        officer = officers(state) >> end & 1
        return self.refusal(ruling, "officer_there" if officer else "soldier_there", end=self.name(end))


def largest_capture(state: State) -> tuple[int, str]:
    """Return how many soldiers must be captured, and the point of an officer that can do so (ASS-5)."""
    from ludotheque.games.assaut.rules import reach

    words = np.array(state, np.uint64)
    return max((int(reach(words, np.uint64(PLACE[cell]))), BOARD.cells[cell].name) for cell in numbers(officers(state)))
