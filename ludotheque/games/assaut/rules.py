"""Assaut's rules as kernels. `layout.py` says what the words of a state and the bits of a move hold."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from ludotheque.bits import ONE, ZERO, U, bit, has, lowest, nth, rest, signed, size
from ludotheque.games.assaut import layout
from ludotheque.games.assaut.board import BOARD, FORTRESS, INSIDE, nearer, neighbour, soldier_may
from ludotheque.games.assaut.captures import (
    BACK,
    CAPTURE,
    DIRECTION_MASK,
    END_SHIFT,
    HUFF,
    PLACE_MASK,
    PLACES,
    START_SHIFT,
    STEP,
    TURN_BASE,
    TURNS_SHIFT,
    can_jump,
    count_captures,
    direction_of,
    empty_places,
    follow,
    list_captures,
    nth_capture,
    reach,
    start_of,
)
from ludotheque.games.assaut.layout import DIRECTIONS, OFFICERS, PLACE, QUIET, SOLDIERS
from ludotheque.games.assaut.layout import to_places as _to_places
from ludotheque.kernel import LETTER, MOVES, PICK, PLAY, Words, inline, kernel
from ludotheque.spelling import LAST
from ludotheque.status_kernels import DRAWN, finish, give_turn, option, won_by

SOLDIER_SIDE, OFFICER_SIDE = U(layout.SOLDIER_SIDE), U(layout.OFFICER_SIDE)
# The numbers of the rules' `reasons`.
TAKEN_FORTRESS, TOO_FEW, NO_OFFICER, IMMOBILISED, QUIET_END = U(0), U(1), U(2), U(3), U(4)
SIDEWAYS = U(1)  # the option's number; value 0 means no
QUIET_LIMIT, MIN_SOLDIERS = U(layout.QUIET_LIMIT), U(layout.MIN_SOLDIERS)

_CELLS = range(len(BOARD.cells))
FORT = U(_to_places(INSIDE))
# The board's number of the cell at a place.
CELL_AT = np.zeros(layout.PLACES, np.uint64)
CELL_AT[list(PLACE)] = np.arange(len(PLACE))
# By place: where lines lead (ASS-1) and what is nearer (ASS-3).
LINES, NEARER = (np.zeros(layout.PLACES, np.uint64) for _ in range(2))
for _c in _CELLS:
    LINES[PLACE[_c]] = _to_places(BOARD.neighbours[_c])
    if _c not in FORTRESS:
        NEARER[PLACE[_c]] = _to_places(sum(1 << end for end in _CELLS if nearer(_c, end)))
# By option and direction: the places from which a soldier may step in that direction (ASS-3).
MARCH = np.array(
    [
        [
            _to_places(
                sum(1 << c for c in _CELLS if (end := neighbour(c, d)) is not None and soldier_may(c, end, sideways))
            )
            for d in range(DIRECTIONS)
        ]
        for sideways in (False, True)
    ],
    np.uint64,
)
# All ways to place two officers (ASS-2).
PLACINGS = np.array([layout.make_placing(one, other) for one, other in combinations(sorted(FORTRESS), 2)], np.uint64)


@inline
def end_of(move: U) -> U:
    """The place where a step ends, or of the second officer that is placed."""
    return (move >> END_SHIFT) & PLACE_MASK


@inline
def make_step(start: U, end: U) -> U:
    return (start << START_SHIFT) | (end << END_SHIFT)


@inline
def rotated(members: U, step: U) -> U:
    """The set one step further; the step is never 0."""
    return (members << step) | (members >> (PLACES - step))


@inline
def marches(soldiers: U, empty: U, sideways: U, direction: int) -> U:
    """The places that soldiers can reach with a step in this direction (ASS-3)."""
    return rotated(soldiers & MARCH[sideways, direction], STEP[direction]) & empty


@inline
def march(end: U, direction: int) -> U:
    """The move that steps in this direction to a place."""
    return make_step((end + PLACES - STEP[direction]) & PLACE_MASK, end)


@inline
def strollers(state: Words, captures: int) -> U:
    """The officers that may step. Without huffing there are none while there is a capture (ASS-5c)."""
    return state[OFFICERS] if captures == 0 or option(state, HUFF) == ZERO else ZERO


@inline
def list_marches(state: Words, out: Words) -> int:
    """List all steps of soldiers."""
    soldiers, empty, sideways = state[SOLDIERS], empty_places(state), option(state, SIDEWAYS)
    found = 0
    for direction in range(DIRECTIONS):
        ends = marches(soldiers, empty, sideways, direction)
        while ends:
            out[found] = march(lowest(ends), direction)
            ends = rest(ends)
            found += 1
    return found


@inline
def list_officer_turns(state: Words, out: Words) -> int:
    """List captures, then steps (ASS-4). A list that captures fill comes back full, and some may be missing."""
    first, end = list_captures(state, out)
    if end == len(out):
        return end
    found = end - first
    if first:
        for number in range(found):
            out[number] = out[first + number]
    officers = strollers(state, found)
    while officers:
        at = lowest(officers)
        officers = rest(officers)
        ends = empty_places(state) & LINES[at]
        while ends and found < len(out):
            out[found] = make_step(at, lowest(ends))
            ends = rest(ends)
            found += 1
    return found


@kernel(MOVES)
def moves(state: Words, player: U, out: Words) -> int:
    """List all legal moves."""
    if player == SOLDIER_SIDE:
        return list_marches(state, out)
    if state[OFFICERS]:
        return list_officer_turns(state, out)
    out[: len(PLACINGS)] = PLACINGS  # ASS-2
    return len(PLACINGS)


@inline
def pick_march(state: Words, random: U, out: Words) -> U:
    """Pick a step of a soldier. Steps are counted by direction and only the chosen one is made."""
    soldiers, empty, sideways = state[SOLDIERS], empty_places(state), option(state, SIDEWAYS)
    total = ZERO
    for direction in range(DIRECTIONS):
        out[direction] = marches(soldiers, empty, sideways, direction)
        total += size(out[direction])
    index = random % total
    direction = 0
    while index >= size(out[direction]):
        index -= size(out[direction])
        direction += 1
    return march(nth(out[direction], index), direction)


@inline
def pick_officer_turn(state: Words, random: U, out: Words) -> U:
    """Pick a capture or a step of an officer. Both are only counted, captures by their jumps."""
    most = signed(count_captures(state, out))
    shortest = 0 if option(state, HUFF) == ZERO else most - 1
    captures = ZERO
    for jumps in range(max(shortest, 0), most):
        captures += out[jumps]
    empty = empty_places(state)
    officers = strollers(state, most)
    total = captures
    while officers:
        total += size(empty & LINES[lowest(officers)])
        officers = rest(officers)
    index = random % total
    if index < captures:
        while index >= out[shortest]:
            index -= out[shortest]
            shortest += 1
        return nth_capture(state, shortest + 1, index)
    index -= captures
    officers = state[OFFICERS]
    while index >= size(empty & LINES[lowest(officers)]):
        index -= size(empty & LINES[lowest(officers)])
        officers = rest(officers)
    at = lowest(officers)
    return make_step(at, nth(empty & LINES[at], index))


@kernel(PICK)
def pick(state: Words, player: U, random: U, out: Words) -> U:
    """Pick one of the legal moves."""
    if player == SOLDIER_SIDE:
        return pick_march(state, random, out)
    if state[OFFICERS]:
        return pick_officer_turn(state, random, out)
    return PLACINGS[random % U(len(PLACINGS))]


@inline
def can_move(state: Words, player: U) -> bool:
    """Whether a side has a legal move (ASS-6d). The duty to capture never takes the last one away."""
    empty = empty_places(state)
    if player == SOLDIER_SIDE:
        ends = ZERO
        for direction in range(DIRECTIONS):
            ends |= marches(state[SOLDIERS], empty, option(state, SIDEWAYS), direction)
        return ends != ZERO
    officers = state[OFFICERS]
    while officers:
        at = lowest(officers)
        officers = rest(officers)
        if empty & LINES[at] or can_jump(state, at):
            return True
    return False


@inline
def end_turn(state: Words, player: U) -> None:
    """ASS-6, in its order; otherwise the turn passes."""
    if state[SOLDIERS] & FORT == FORT:  # ASS-6a
        finish(state, TAKEN_FORTRESS, won_by(SOLDIER_SIDE))
    elif size(state[SOLDIERS]) < MIN_SOLDIERS:  # ASS-6b
        finish(state, TOO_FEW, won_by(OFFICER_SIDE))
    elif not state[OFFICERS]:  # ASS-6c
        finish(state, NO_OFFICER, won_by(SOLDIER_SIDE))
    elif not can_move(state, ONE - player):  # ASS-6d
        finish(state, IMMOBILISED, won_by(player))
    elif state[QUIET] >= QUIET_LIMIT:  # ASS-6e
        finish(state, QUIET_END, DRAWN)
    else:
        give_turn(state, ONE - player)


@inline
def step(state: Words, start: U, end: U) -> bool:
    """Step with an officer; return whether an officer was lifted because one could capture (ASS-5b)."""
    other = state[OFFICERS] ^ bit(start)
    mover_could = can_jump(state, start)
    other_could = not mover_could and other != ZERO and can_jump(state, lowest(other))
    state[OFFICERS] = (ZERO if mover_could else bit(end)) | (ZERO if other_could else other)
    return mover_could or other_could


@inline
def capture(state: Words, path: U) -> None:
    """Capture with an officer. Where it takes too few, an officer is lifted (ASS-5b)."""
    start = start_of(path)
    other = state[OFFICERS] ^ bit(start)
    mover_most = reach(state, start)
    other_most = reach(state, lowest(other)) if other else ZERO
    end, _, left = follow(path, state[SOLDIERS])
    taken = size(state[SOLDIERS] ^ left)
    state[SOLDIERS] = left
    if taken < mover_most and mover_most >= other_most:
        state[OFFICERS] = other
    elif taken < other_most:
        state[OFFICERS] = bit(end)
    else:
        state[OFFICERS] = other | bit(end)


@kernel(PLAY)
def play(state: Words, player: U, move: U) -> None:
    """Play a turn, and end the game where ASS-6 says so."""
    start = start_of(move)
    end = end_of(move)
    if player == SOLDIER_SIDE:
        progress = has(NEARER[start], end)
        state[SOLDIERS] ^= bit(start) | bit(end)
    elif not state[OFFICERS]:  # ASS-2; the end is not checked after it
        state[OFFICERS] = bit(start) | bit(end)
        give_turn(state, SOLDIER_SIDE)
        return
    elif move & CAPTURE:
        progress = True
        capture(state, move)
    else:
        progress = step(state, start, end)
    state[QUIET] = ZERO if progress else state[QUIET] + ONE
    end_turn(state, player)


@kernel(LETTER)
def letter(move: U, place: U) -> U:
    """Spell the points of a way, or the two points of a placing."""
    at = start_of(move)
    if not move & CAPTURE:
        return CELL_AT[at] if place == ZERO else LAST | CELL_AT[end_of(move)]
    direction = direction_of(move)
    turns = move >> TURNS_SHIFT
    for jump_number in range(place):
        if jump_number:
            digit = ONE + (turns - ONE) % TURN_BASE
            turns = (turns - digit) // TURN_BASE
            direction = (direction + BACK + digit) & DIRECTION_MASK
        at = (at + STEP[direction] + STEP[direction]) & PLACE_MASK
    return CELL_AT[at] | LAST if place and not turns else CELL_AT[at]
