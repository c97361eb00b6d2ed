"""Why a decision is not allowed in Assaut, in the order in which a person would notice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ludotheque.board import numbers
from ludotheque.errors import IllegalMove
from ludotheque.games.assaut.board import BOARD, FORTRESS, PLACE, level, linked, nearer, to_cells
from ludotheque.games.assaut.notation import CAPTURE, PLACING, ends, path
from ludotheque.rulebook import State

if TYPE_CHECKING:
    from ludotheque.games.assaut import Assaut


def explain(book: Assaut, state: State, player: int, move: int) -> IllegalMove:
    placing = not state[2]
    if not move & CAPTURE and move & PLACING:
        outside = [cell for cell in ends(move) if cell not in FORTRESS]
        if placing and outside:
            return book.refusal("ASS-2", "outside", cells=book.names_of(sum(1 << cell for cell in outside)))
        return book.refusal("ASS-2", "placed")
    if placing:
        return book.refusal("ASS-2", "first")
    if player == 0:
        return _explain_soldier(book, state, move)
    if move & CAPTURE:
        return _explain_capture(book, state, move)
    return _explain_step(book, state, move)


def _explain_start(book: Assaut, state: State, player: int, cell: int) -> IllegalMove | None:
    """The man who is to move must be there, and one's own."""
    ruling = ("ASS-3", "ASS-4")[player]
    own, other = to_cells(state[1 + player]), to_cells(state[2 - player])
    if own >> cell & 1:
        return None
    keys = ("no_soldier", "not_soldier") if player == 0 else ("no_officer", "not_officer")
    return book.refusal(ruling, keys[other >> cell & 1], cell=book.name(cell))


def _explain_line(book: Assaut, ruling: str, start: int, end: int) -> IllegalMove | None:
    """A step leads along a line to a neighbour (ASS-1)."""
    if linked(start, end):
        return None
    one, other = BOARD.cells[start], BOARD.cells[end]
    near = max(abs(one.x - other.x), abs(one.y - other.y)) == 1
    return book.refusal(ruling, "no_line" if near else "far", start=one.name, end=other.name)


def _explain_soldier(book: Assaut, state: State, move: int) -> IllegalMove:
    if move & CAPTURE:
        return book.refusal("ASS-3", "soldiers_capture")
    start, end = ends(move)
    wrong = _explain_start(book, state, 0, start) or _explain_line(book, "ASS-3", start, end)
    if wrong:
        return wrong
    names = {"start": book.name(start), "end": book.name(end)}
    if start in FORTRESS:
        if end not in FORTRESS:
            return book.refusal("ASS-3", "leaves", **names)
    elif not nearer(start, end):
        if not level(start, end):
            # Away from the fortress; or nearer to it, but backwards.
            back = BOARD.cells[end].y < BOARD.cells[start].y
            return book.refusal("ASS-3", "back" if back else "away", **names)
        if not book.options["sideways"]:
            return book.refusal("ASS-3", "sideways", **names)
    return _occupied(book, state, "ASS-3", end)


def _explain_step(book: Assaut, state: State, move: int) -> IllegalMove:
    start, end = ends(move)
    wrong = _explain_start(book, state, 1, start) or _explain_line(book, "ASS-4", start, end)
    if wrong:
        return wrong
    if to_cells(state[1] | state[2]) >> end & 1:
        return _occupied(book, state, "ASS-4", end)
    wanted, officer = duty(book, state)
    return book.refusal("ASS-5c", "must_capture", wanted=wanted, officer=officer)


def _explain_capture(book: Assaut, state: State, move: int) -> IllegalMove:
    """Jump by jump: a soldier to jump, then an empty point beyond him."""
    cells, jumped = path(move)
    wrong = _explain_start(book, state, 1, cells[0])
    if wrong:
        return wrong
    soldiers, others = to_cells(state[1]), to_cells(state[2]) & ~(1 << cells[0])
    for over, end in zip(jumped, cells[1:], strict=True):
        if others >> over & 1:
            return book.refusal("ASS-4", "over_officer", cell=book.name(over))
        if not soldiers >> over & 1:
            return book.refusal("ASS-4", "over_nobody", cell=book.name(over))
        if (soldiers | others) >> end & 1:
            return _occupied(book, state, "ASS-4", end)
    wanted, officer = duty(book, state)
    return book.refusal("ASS-5c", "too_few", wanted=wanted, officer=officer, found=len(cells) - 1)


def _occupied(book: Assaut, state: State, ruling: str, end: int) -> IllegalMove:
    officer = to_cells(state[2]) >> end & 1
    return book.refusal(ruling, "officer_there" if officer else "soldier_there", end=book.name(end))


def duty(book: Assaut, state: State) -> tuple[int, str]:
    """How many soldiers must be captured, and an officer who can (ASS-5)."""
    from ludotheque.games.assaut.rules import reach

    words = np.array(state, np.uint64)
    return max((int(reach(words, np.uint64(PLACE[cell]))), book.name(cell)) for cell in numbers(to_cells(state[2])))
