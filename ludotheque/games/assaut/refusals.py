"""Why a move is not legal in Assaut, in the order in which a person would notice."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.arrays import word, words
from ludotheque.board import numbers
from ludotheque.errors import IllegalMove
from ludotheque.games.assaut import layout
from ludotheque.games.assaut.board import (
    BOARD,
    FORTRESS,
    INSIDE,
    STEPS,
    jump,
    level,
    linked,
    nearer,
    path,
    soldier_may,
    way_of_jump,
)
from ludotheque.games.assaut.layout import OFFICER_SIDE, PLACE, SOLDIER_SIDE, empty, officers, soldiers
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

    def intended(self, state: State, player: int, clicks: Sequence[str]) -> int | IllegalMove:
        """Return the placing, the step or the way of jumps that the clicks mean, the last click most of all."""
        cells = [self.cell(click) for click in clicks]
        if not officers(state):
            if INSIDE >> cells[-1] & 1:
                found = len(cells) if len(cells) > layout.ALL_OFFICERS else len(set(cells))
                return self.refusal("ASS-2", "two", found=found)
            return layout.make_placing(cells[-1], cells[-1])
        own = soldiers(state) if player == SOLDIER_SIDE else officers(state)
        stuck = own >> cells[-1] & 1 and not self._can_move(state, player, cells[-1])
        if stuck and not linked(cells[0], cells[-1]):
            return layout.make_step(cells[-1], cells[-1])
        if player == SOLDIER_SIDE:
            return self._intended_soldier(state, cells[0], cells[-1], len(cells) > 2)
        return self._intended_officer(state, cells)

    def _intended_soldier(self, state: State, start: int, end: int, stepped: bool) -> int | IllegalMove:
        """A step, unless the soldier has made one or jumps an officer."""
        way = way_of_jump(start, end)
        jumps = way is not None and officers(state) >> way[1] & 1
        legal = empty(state) >> end & 1 and soldier_may(start, end, self.options["sideways"] is True)
        if jumps or (stepped and legal):
            return self.refusal("ASS-3", "soldiers_capture")
        return layout.make_step(start, end)

    def _intended_officer(self, state: State, cells: Sequence[int]) -> int | IllegalMove:
        """A step or a jump from where the officer stands, or one more jump on its way."""
        start, end = cells[0], cells[-1]
        if len(cells) > 2 and linked(start, cells[1]):
            # After a step the last click is another end, as far as it is none of the legal ones.
            if not (empty(state) >> end & 1 and (linked(start, end) or way_of_jump(start, end))):
                return layout.make_step(start, end)
        elif len(cells) < 3 and not way_of_jump(start, end):
            return layout.make_step(start, end)
        try:
            move = self.book.notation.read("x".join(map(self.name, cells)))
        except IllegalMove as wrong:
            return wrong
        return move if self.options["huff"] else self._finished(state, move)

    def _finished(self, state: State, move: int) -> int:
        """A capture that was clicked so far, as long as it can become; itself where it breaks another rule."""
        from ludotheque.games.assaut.captures import longest

        start, directions = layout.start_of(move), layout.directions_of(move)
        if self._explain_jumps(state, *path(start, directions)):
            return move
        free = word(layout.to_places(empty(state) | 1 << start))
        while True:
            cells, jumped = path(start, directions)
            left = soldiers(state) & ~sum(1 << cell for cell in jumped)
            ways = []
            for direction in range(len(STEPS)):
                way = jump(cells[-1], direction)
                if way and left >> way[0] & 1 and (empty(state) | 1 << start) >> way[1] & 1:
                    after = word(layout.to_places(left & ~(1 << way[0])))
                    ways.append((int(longest(word(PLACE[way[1]]), after, free)), direction))
            if not ways:
                return layout.make_capture(start, directions)
            directions.append(max(ways)[1])

    def _can_move(self, state: State, player: int, cell: int) -> bool:
        """Whether a man has a legal move."""
        if player == SOLDIER_SIDE:
            return bool(self._marches(cell) & empty(state))
        wanted, could = largest_capture(state)[0], could_capture(state, cell)
        if wanted and not self.options["huff"]:
            return could == wanted
        return could > 0 or bool(BOARD.neighbours[cell] & empty(state))

    def _marches(self, cell: int) -> int:
        """The points where a soldier may go when they are empty (ASS-3)."""
        sideways = self.options["sideways"] is True
        return sum(1 << end for end in numbers(BOARD.neighbours[cell]) if soldier_may(cell, end, sideways))

    def _explain_stay(self, state: State, player: int, cell: int) -> IllegalMove:
        """A man that goes nowhere: it may have no other choice."""
        names: dict[str, object] = {"cell": self.name(cell)}
        if self._can_move(state, player, cell):
            return self.refusal(RULING[player], "stays", **names)
        if player == SOLDIER_SIDE:
            return self.refusal("ASS-3", "stuck_soldier", cells=self.names(self._marches(cell)), **names)
        wanted, officer = largest_capture(state)
        if wanted and not self.options["huff"]:
            return self.refusal("ASS-5c", "must_capture", wanted=wanted, officer=officer)
        return self.refusal("ASS-4", "stuck_officer", **names)

    def _explain_start(self, state: State, player: int, cell: int) -> IllegalMove | None:
        """A man of the player must stand there."""
        if player == SOLDIER_SIDE:
            own, other, keys = soldiers(state), officers(state), ("no_soldier", "not_soldier")
        else:
            own, other, keys = officers(state), soldiers(state), ("no_officer", "not_officer")
        if own >> cell & 1:
            return None
        return self.refusal(RULING[player], keys[other >> cell & 1], cell=self.name(cell))

    def _explain_way(self, state: State, player: int, start: int, end: int) -> IllegalMove | None:
        """A step starts at a man of the player and leads along a line."""
        if wrong := self._explain_start(state, player, start):
            return wrong
        return (
            self._explain_stay(state, player, start) if start == end else self._explain_line(RULING[player], start, end)
        )

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
        if wrong := self._explain_way(state, SOLDIER_SIDE, start, end):
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
        if wrong := self._explain_way(state, OFFICER_SIDE, start, end):
            return wrong
        if (soldiers(state) | officers(state)) >> end & 1:
            return self._occupied(state, "ASS-4", end)
        wanted, officer = largest_capture(state)
        return self.refusal("ASS-5c", "must_capture", wanted=wanted, officer=officer)

    def _explain_capture(self, state: State, move: int) -> IllegalMove:
        cells, jumped = path(layout.start_of(move), layout.directions_of(move))
        wrong = self._explain_start(state, OFFICER_SIDE, cells[0]) or self._explain_jumps(state, cells, jumped)
        if wrong:
            return wrong
        wanted, officer = largest_capture(state)
        return self.refusal("ASS-5c", "too_few", wanted=wanted, officer=officer, found=len(jumped))

    def _explain_jumps(self, state: State, cells: Sequence[int], jumped: Sequence[int]) -> IllegalMove | None:
        """Each jump needs a soldier to jump, then an empty point beyond."""
        men, others = soldiers(state), officers(state) & ~(1 << cells[0])
        for over, end in zip(jumped, cells[1:], strict=True):
            if others >> over & 1:
                return self.refusal("ASS-4", "over_officer", cell=self.name(over))
            if not men >> over & 1:
                return self.refusal("ASS-4", "over_nobody", cell=self.name(over))
            if (men | others) >> end & 1:
                return self._occupied(state, "ASS-4", end)
        return None

    def _occupied(self, state: State, ruling: str, end: int) -> IllegalMove:
        officer = officers(state) >> end & 1
        return self.refusal(ruling, "officer_there" if officer else "soldier_there", end=self.name(end))


def could_capture(state: State, officer: int) -> int:
    """Return the most soldiers that the officer on a cell could capture this turn (ASS-5)."""
    from ludotheque.games.assaut.captures import reach

    return int(reach(words(state), word(PLACE[officer])))


def largest_capture(state: State) -> tuple[int, str]:
    """Return how many soldiers must be captured, and the point of an officer that can do so (ASS-5)."""
    return max((could_capture(state, cell), BOARD.cells[cell].name) for cell in numbers(officers(state)))
