"""What Assaut looks like: the fortress, the men on the board and those beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ludotheque.board import numbers
from ludotheque.clicks import ClickableMove, Clicks, Kind
from ludotheque.games.assaut import layout
from ludotheque.games.assaut.board import BOARD, OUTSIDE, path
from ludotheque.games.assaut.layout import (
    ALL_OFFICERS,
    ALL_SOLDIERS,
    FEW_SOLDIERS,
    LAST_QUIET,
    QUIET,
    SOLDIER_SIDE,
    quiet_left,
)
from ludotheque.games.assaut.refusals import could_capture, largest_capture
from ludotheque.rulebook import Look, Piece, State, Supply, box
from ludotheque.texts import Text

CAMPS = tuple((side + 0.5 * k % 1.5, 1.35 - 0.5 * (k // 3)) for side in (-0.35, 5.35) for k in range(ALL_SOLDIERS // 2))
"""Where captured soldiers lie: in the two lower corners, outside the cross."""
POSTS = ((0.35, 5.85), (5.65, 5.85))
"""Where officers stand before they are placed and lie after they are lifted: in the two upper corners."""

WALLS = Piece("walls", 3, 5)
"""The fortress as it is drawn around its points."""

MEN = tuple(
    tuple(Piece(symbol, place.x, place.y, cell, glyph) for cell, place in enumerate(BOARD.cells))
    for symbol, glyph in (("soldier", "s"), ("officer", "O"))
)
"""A soldier and an officer on each point."""


class AssautLook(Look):
    emblems = ("soldier", "officer")
    portrait = "turn=0 soldiers=a4,b3,b4,b5,c2,c3,c4,c7,d1,d3,d4,d5,e2,e3,e4,f3,f4,f5,g3,g4 officers=d7,e6 quiet=2"
    kinds: ClassVar[Mapping[str, Kind]] = {
        "place": Kind(),
        "step": Kind(),
        "capture": Kind(captures=True),
        "costly_step": Kind(confirm=True, costly=True),
        "costly_capture": Kind(captures=True, confirm=True, costly=True),
    }

    def pieces(self, state: State) -> Sequence[Piece]:
        """Return the walls, the men on the board and those beside it."""
        soldiers, officers = layout.soldiers(state), layout.officers(state)
        pieces = [WALLS]
        pieces += [Piece("fallen", x, y) for x, y in CAMPS[: ALL_SOLDIERS - soldiers.bit_count()]]
        # Before the placing all soldiers stand outside and no officer was ever on the board.
        waiting = not officers and soldiers == OUTSIDE
        beside = POSTS[: ALL_OFFICERS - officers.bit_count()]
        pieces += [Piece("officer" if waiting else "lifted", x, y) for x, y in beside]
        # Far rows come first, so that a tall officer stands before the man behind.
        for cell in reversed(list(numbers(soldiers | officers))):
            pieces.append(MEN[officers >> cell & 1][cell])
        return pieces

    def supplies(self) -> Sequence[Supply]:
        """Return all men (ASS-2)."""
        soldiers = Supply("soldiers", ["soldier"], ALL_SOLDIERS, box(0.62, 0.62, 0.01, -0.04))
        return [soldiers, Supply("officers", ["officer"], ALL_OFFICERS, box(0.8, 1.12, 0, 0.06))]

    def fixtures(self) -> Sequence[Piece]:
        return [WALLS]

    def clicks(self, move: int) -> Clicks:
        """Return two points in any order, or the points of the way one by one."""
        start = layout.start_of(move)
        if layout.is_capture(move):
            return Clicks(" ".join(map(self.name, path(start, layout.directions_of(move))[0])), "capture")
        end = layout.end_of(move)
        if layout.is_placing(move):
            return Clicks(self.any_order(1 << start | 1 << end), "place")
        return Clicks(f"{self.name(start)} {self.name(end)}", "step")

    def clicks_here(self, state: State, player: int, moves: Sequence[int]) -> Mapping[int, ClickableMove]:
        """Return the moves that cost an officer: with huffing, all that capture too few (ASS-5b).

        With huffing all captures are listed, so that the longest path in the list is the duty of ASS-5.
        """
        if player == SOLDIER_SIDE or not layout.officers(state) or not self.options["huff"]:
            return {}
        listed = [self.clickable[move] for move in moves]
        jumps = [move.path.count(" ") if move.kind == "capture" else 0 for move in listed]
        longest = max(jumps, default=0)
        return {
            move: clickable._replace(kind=f"costly_{clickable.kind}")
            for move, clickable, taken in zip(moves, listed, jumps, strict=True)
            if taken < longest
        }

    def task(self, state: State, player: int) -> Text:
        if player == SOLDIER_SIDE:
            return self.say("tasks.soldier")
        if not layout.officers(state):
            return self.say("tasks.place")
        wanted, _ = largest_capture(state)
        if not wanted:
            return self.say("tasks.officer")
        able = [cell for cell in numbers(layout.officers(state)) if could_capture(state, cell) == wanted]
        officers = self.names(sum(1 << cell for cell in able))
        return self.say("tasks.huff" if self.options["huff"] else "tasks.capture", wanted=wanted, officers=officers)

    def notes(self, state: State) -> Sequence[Text]:
        soldiers, officers = layout.soldiers(state).bit_count(), layout.officers(state).bit_count()
        return [self.say("notes.men", soldiers=soldiers, officers=officers, quiet=state[QUIET])]

    def remarks(self, state: State) -> Sequence[Text]:
        """Return the soldiers when few are left, and the quiet turns when the draw is near."""
        if self.book.rules.ending(state):
            return []
        soldiers, left = layout.soldiers(state).bit_count(), quiet_left(state)
        few = [self.say("remarks.soldiers", soldiers=soldiers)] if soldiers <= FEW_SOLDIERS else []
        return [*few, *([self.say("remarks.quiet", left=left)] if left <= LAST_QUIET else [])]
