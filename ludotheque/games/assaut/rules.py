"""Assaut's rules as kernels. `layout.py` says what the words of a state and the bits of a move hold."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from ludotheque.bits import ONE, ZERO, U, bit, has, lowest, nth, rest, size
from ludotheque.games.assaut import layout
from ludotheque.games.assaut.board import BOARD, FORTRESS, INSIDE, STEPS, jump, nearer, neighbour, soldier_may
from ludotheque.games.assaut.layout import DIRECTIONS, OFFICERS, PLACE, QUIET, SOLDIERS
from ludotheque.games.assaut.layout import to_places as _to_places
from ludotheque.kernel import LETTER, MOVES, PICK, PLAY, Words, inline, kernel, word, words
from ludotheque.spelling import LAST
from ludotheque.status_kernels import DRAWN, finish, give_turn, option, won_by

SOLDIER_SIDE, OFFICER_SIDE = U(layout.SOLDIER_SIDE), U(layout.OFFICER_SIDE)
# The numbers of the rules' `reasons`.
TAKEN_FORTRESS, TOO_FEW, NO_OFFICER, IMMOBILISED, QUIET_END = U(0), U(1), U(2), U(3), U(4)
HUFF, SIDEWAYS = U(0), U(1)  # the options' numbers; value 0 of the first means yes, of the second no
QUIET_LIMIT, MIN_SOLDIERS = U(layout.QUIET_LIMIT), U(layout.MIN_SOLDIERS)
CAPTURE = U(layout.CAPTURE)
START_SHIFT, END_SHIFT, DIRECTION_SHIFT, TURNS_SHIFT = (
    U(shift) for shift in (layout.START_SHIFT, layout.END_SHIFT, layout.DIRECTION_SHIFT, layout.TURNS_SHIFT)
)
PLACES, PLACE_MASK = U(layout.PLACES), U(layout.PLACE_MASK)
ALL_DIRECTIONS, DIRECTION_MASK = U(DIRECTIONS), U(layout.DIRECTION_MASK)
BACK, TURN_BASE = U(layout.BACK), U(layout.TURN_BASE)

_CELLS = range(len(BOARD.cells))
ALL = U(sum(1 << place for place in PLACE))
FORT = U(_to_places(INSIDE))
# A step in a direction adds this to a place, modulo 64: sets are rotated, places added.
STEP = np.array([(layout.ROW_STEP * dy + dx) % layout.PLACES for dx, dy in STEPS], np.uint64)
DIRECTION = np.zeros(layout.PLACES, np.uint64)
DIRECTION[STEP] = np.arange(DIRECTIONS)
# The board's number of the cell at a place.
CELL_AT = np.zeros(layout.PLACES, np.uint64)
CELL_AT[list(PLACE)] = np.arange(len(PLACE))
# By place: where lines lead (ASS-1), which soldiers an officer might jump (ASS-4), and what is nearer (ASS-3).
LINES, JUMPED, NEARER = (np.zeros(layout.PLACES, np.uint64) for _ in range(3))
for _c in _CELLS:
    LINES[PLACE[_c]] = _to_places(BOARD.neighbours[_c])
    JUMPED[PLACE[_c]] = _to_places(sum(1 << way[0] for d in range(DIRECTIONS) if (way := jump(_c, d))))
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
# All ways to place two officers (ASS-2), and what a digit is worth by the number of jumps before it.
PLACINGS = np.array([layout.make_placing(one, other) for one, other in combinations(sorted(FORTRESS), 2)], np.uint64)
WEIGHT = np.array(
    [1 << layout.DIRECTION_SHIFT] + [layout.TURN_BASE**k << layout.TURNS_SHIFT for k in range(layout.MAX_JUMPS)],
    np.uint64,
)


@inline
def start_of(move: U) -> U:
    """The place where a move starts."""
    return (move >> START_SHIFT) & PLACE_MASK


@inline
def end_of(move: U) -> U:
    """The place where a step ends, or of the second officer that is placed."""
    return (move >> END_SHIFT) & PLACE_MASK


@inline
def direction_of(path: U) -> U:
    """The direction of the first jump of a capture."""
    return (path >> DIRECTION_SHIFT) & DIRECTION_MASK


@inline
def make_step(start: U, end: U) -> U:
    return (start << START_SHIFT) | (end << END_SHIFT)


@inline
def rotated(members: U, step: U) -> U:
    """The set one step further; the step is never 0."""
    return (members << step) | (members >> (PLACES - step))


@inline
def empty_places(state: Words) -> U:
    return ALL & ~(state[SOLDIERS] | state[OFFICERS])


@inline
def marches(soldiers: U, empty: U, sideways: U, direction: int) -> U:
    """The places that soldiers can reach with a step in this direction (ASS-3)."""
    return rotated(soldiers & MARCH[sideways, direction], STEP[direction]) & empty


@inline
def march(end: U, direction: int) -> U:
    """The move that steps in this direction to a place."""
    return make_step((end + PLACES - STEP[direction]) & PLACE_MASK, end)


@inline
def can_jump(state: Words, officer: U) -> bool:
    """Whether this officer could capture anything (ASS-4)."""
    empty = empty_places(state)
    near = state[SOLDIERS] & JUMPED[officer]
    while near:
        over = lowest(near)
        near = rest(near)
        if has(empty, over + over - officer):
            return True
    return False


@kernel(word(word, word, word))
def longest(at: U, soldiers: U, free: U) -> U:
    """The most soldiers that an officer here can capture in one path over these soldiers, landing on free places.

    A place that it jumps is never one to land on, so `free` stays the same. Its start counts as free (ASS-4).
    """
    most = ZERO
    near = soldiers & JUMPED[at]
    while near:
        over = lowest(near)
        near = rest(near)
        end = over + over - at
        if has(free, end):
            most = max(most, ONE + longest(end, soldiers ^ bit(over), free))
    return most


@kernel(word(words, word))
def reach(state: Words, officer: U) -> U:
    """The most soldiers that this officer could capture this turn (ASS-5)."""
    return longest(officer, state[SOLDIERS], empty_places(state) | bit(officer))


@inline
def follow(path: U, soldiers: U) -> tuple[U, U, U]:
    """Where a capture ends, the direction that leads back from there, and the soldiers it leaves (ASS-4)."""
    at = start_of(path)
    direction = direction_of(path)
    turns = path >> TURNS_SHIFT
    while True:
        over = (at + STEP[direction]) & PLACE_MASK
        soldiers ^= bit(over)
        at = (over + STEP[direction]) & PLACE_MASK
        if not turns:
            return at, direction ^ BACK, soldiers
        digit = ONE + (turns - ONE) % TURN_BASE
        turns = (turns - digit) // TURN_BASE
        direction = (direction + BACK + digit) & DIRECTION_MASK


@inline
def with_jump(path: U, at: U, over: U, back: U, jumps: U) -> tuple[U, U]:
    """A path with one more jump, over a soldier, after this number of jumps; and the direction that leads back."""
    direction = DIRECTION[(over + PLACES - at) & PLACE_MASK]
    return path + ((direction + ALL_DIRECTIONS - back) & DIRECTION_MASK) * WEIGHT[jumps], direction ^ BACK


@inline
def go_on(path: U, at: U, back: U, soldiers: U, free: U, jumps: U, out: Words, found: int) -> int:
    """List all ways to go on with one more jump, after this number of jumps (ASS-4)."""
    near = soldiers & JUMPED[at]
    while near:
        over = lowest(near)
        near = rest(near)
        if has(free, over + over - at) and found < len(out):
            out[found], _ = with_jump(path, at, over, back, jumps)
            found += 1
    return found


@inline
def list_captures(state: Words, out: Words) -> tuple[int, int]:
    """List all captures, those cut short included; return the index of the first legal one and the end of the list.

    Each generation has one more jump. Without huffing only the last one, with the most soldiers, is legal (ASS-5a,
    ASS-5c).
    """
    soldiers, empty = state[SOLDIERS], empty_places(state)
    found = 0
    officers = state[OFFICERS]
    while officers:
        at = lowest(officers)
        officers = rest(officers)
        found = go_on(CAPTURE | (at << START_SHIFT), at, ZERO, soldiers, empty | bit(at), ZERO, out, found)
    jumps, generation, done = ONE, 0, 0
    while done < found:
        end = found
        generation = done
        while done < end:
            path = out[done]
            done += 1
            at, back, left = follow(path, soldiers)
            free = empty | bit(start_of(path))
            found = go_on(path, at, back, left, free, jumps, out, found)
        jumps += ONE
    return (0 if option(state, HUFF) == ZERO else generation), found


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
    """Pick a capture or a step of an officer. Captures are listed, steps only counted."""
    first, end = list_captures(state, out)
    captures = U(end - first)
    empty = empty_places(state)
    officers = strollers(state, end)
    total = captures
    while officers:
        total += size(empty & LINES[lowest(officers)])
        officers = rest(officers)
    index = random % total
    if index < captures:
        return out[U(first) + index]
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
