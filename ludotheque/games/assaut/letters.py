"""Assaut's moves, chosen letter by letter; see `spelling.py`. Letters are cells, and the rules' sets are of places."""

from __future__ import annotations

import numpy as np

from ludotheque.bits import ONE, ZERO, U, bit, has, lowest, rest
from ludotheque.games.assaut import layout
from ludotheque.games.assaut.board import BOARD, INSIDE
from ludotheque.games.assaut.captures import (
    CAPTURE,
    HUFF,
    JUMPED,
    PLACES,
    START_SHIFT,
    STEP,
    can_jump,
    empty_places,
    longest,
    reach,
    with_jump,
)
from ludotheque.games.assaut.layout import DIRECTIONS, OFFICERS, SOLDIERS
from ludotheque.games.assaut.rules import LINES, SIDEWAYS, SOLDIER_SIDE, make_step, marches, rotated
from ludotheque.kernel import NEXT_LETTERS, READ_LETTERS, Words, inline, kernel
from ludotheque.spelling import LAST_CELLS, MORE_CELLS, WHOLE, beyond, next_of_set
from ludotheque.status_kernels import option

FORTRESS_CELLS = U(INSIDE)
PLACING = U(layout.PLACING)
TWO = U(layout.ALL_OFFICERS)
PLACE_OF = np.array(layout.PLACE, np.uint64)
"""The place of each cell."""
# By row: how far its cells stand from their places, and the set of these places.
_ROWS = sorted({cell.y for cell in BOARD.cells})
_IN_ROW = [[k for k, cell in enumerate(BOARD.cells) if cell.y == y] for y in _ROWS]
ROW_COUNT = len(_ROWS)
ROW_SHIFT = np.array([layout.PLACE[row[0]] - row[0] for row in _IN_ROW], np.uint64)
ROW_PLACES = np.array([layout.to_places(sum(1 << cell for cell in row)) for row in _IN_ROW], np.uint64)


@inline
def cells(places: U) -> U:
    """The cells of a set of places."""
    found = ZERO
    for row in range(ROW_COUNT):
        found |= (places & ROW_PLACES[row]) >> ROW_SHIFT[row]
    return found


@inline
def next_of_march(state: Words, letters: Words, place: U, out: Words) -> None:
    """Offer a soldier that can step, then where (ASS-3)."""
    soldiers, empty, sideways = state[SOLDIERS], empty_places(state), option(state, SIDEWAYS)
    found = ZERO
    if place:
        soldiers = bit(PLACE_OF[letters[0]])
        for direction in range(DIRECTIONS):
            found |= marches(soldiers, empty, sideways, direction)
        out[LAST_CELLS] = cells(found)
    else:
        for direction in range(DIRECTIONS):
            found |= rotated(marches(soldiers, empty, sideways, direction), PLACES - STEP[direction])
        out[MORE_CELLS] = cells(found)


@inline
def landings(at: U, soldiers: U, free: U) -> U:
    """Where an officer lands that jumps one soldier (ASS-4)."""
    found = ZERO
    near = soldiers & JUMPED[at]
    while near:
        over = lowest(near)
        near = rest(near)
        found |= free & bit(over + over - at)
    return found


@inline
def over_of(start: U, end: U) -> U:
    """The place that a jump crosses."""
    return (start + end) >> ONE


@inline
def duty(state: Words) -> U:
    """The soldiers that an officer has to capture when there is no huffing (ASS-5c)."""
    most, officers = ZERO, state[OFFICERS]
    while officers:
        most = max(most, reach(state, lowest(officers)))
        officers = rest(officers)
    return most


@inline
def next_officer(state: Words, out: Words) -> None:
    """Offer the officers that can capture or step (ASS-4, ASS-5c)."""
    wanted = duty(state) if option(state, HUFF) else ZERO
    empty, found, officers = empty_places(state), ZERO, state[OFFICERS]
    while officers:
        at = lowest(officers)
        officers = rest(officers)
        steps = ZERO if wanted else empty & LINES[at]
        captures = reach(state, at) == wanted if wanted else can_jump(state, at)
        if steps or captures:
            found |= bit(at)
    out[MORE_CELLS] = cells(found)


@inline
def next_of_way(state: Words, letters: Words, place: U, out: Words) -> None:
    """Offer where an officer goes from here. It may stop after any jump, unless there is no huffing (ASS-5)."""
    start = at = PLACE_OF[letters[0]]
    soldiers, empty = state[SOLDIERS], empty_places(state)
    for number in range(ONE, place):
        end = PLACE_OF[letters[number]]
        soldiers ^= bit(over_of(at, end))
        at = end
    wanted = duty(state) if option(state, HUFF) else ZERO
    free = empty | bit(start)
    more = last = ZERO
    ends = landings(at, soldiers, free)
    while ends:
        end = lowest(ends)
        ends = rest(ends)
        left = soldiers ^ bit(over_of(at, end))
        further = longest(end, left, free) if wanted else landings(end, left, free)
        if wanted and place + further != wanted:
            continue
        if further:
            more |= bit(end)
        else:
            last |= bit(end)
    if not wanted:
        if place == ONE:
            last |= empty & LINES[at]
        else:
            out[WHOLE] = ONE
    out[MORE_CELLS], out[LAST_CELLS] = cells(more), cells(last)


@kernel(NEXT_LETTERS)
def next_letters(state: Words, player: U, letters: Words, place: U, out: Words) -> None:
    """Offer the points of a way, or the two points of a placing (ASS-2)."""
    if player == SOLDIER_SIDE:
        next_of_march(state, letters, place, out)
    elif not state[OFFICERS]:
        next_of_set(beyond(FORTRESS_CELLS, letters[0]) if place else FORTRESS_CELLS, TWO - place, out)
    elif place:
        next_of_way(state, letters, place, out)
    else:
        next_officer(state, out)


@inline
def read_path(letters: Words, place: U) -> U:
    """Read a capture from the points where it lands."""
    at: U = PLACE_OF[letters[0]]
    back = ZERO
    path = CAPTURE | (at << START_SHIFT)
    for number in range(ONE, place):
        end = PLACE_OF[letters[number]]
        path, back = with_jump(path, at, over_of(at, end), back, number - ONE)
        at = end
    return path


@kernel(READ_LETTERS)
def read_letters(state: Words, player: U, letters: Words, place: U) -> U:
    """Read a step along a line, a placing, or a capture."""
    start: U
    end: U
    start, end = PLACE_OF[letters[0]], PLACE_OF[letters[1]]
    if player != SOLDIER_SIDE and not state[OFFICERS]:
        return PLACING | make_step(start, end)
    return make_step(start, end) if has(LINES[start], end) else read_path(letters, place)
