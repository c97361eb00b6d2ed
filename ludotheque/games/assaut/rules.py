"""Assaut's rules as kernels.

State, after the status word; sets are sets of places (see `board.py`):

    1   the soldiers
    2   the officers; none before they are placed (ASS-2) or after the last was lifted (ASS-5b)
    3   turns in a row without a capture, a lifted officer or a soldier's approach (ASS-6e)

Decision:

    bit 0        1 for a capture
    bits 1-6     the place where it starts; of two officers being placed, the lower place
  otherwise
    bits 7-12    the place where it ends, or of the second officer
    bit 13       1 when officers are placed
  a capture
    bits 7-9     the direction of the first jump, in eighths of a turn
    bits 10-63   the further jumps, a digit from 1 to 7 each, digit k times 7**k: how many eighths of a turn lie
                 between the way back and the way on (0, straight back, is impossible: that soldier is gone)

A path has at most 20 jumps, so its digits stay below 7**20 / 6 and fit: it lands on places of one family (equal parity
of row and column), and the largest family has 21 places to jump, which no path takes all (19 is the most, counted).
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from ludotheque.bits import ONE, ZERO, U, bit, has, lowest, nth, rest, size
from ludotheque.games.assaut.board import BOARD, FORTRESS, PLACE, STEPS, jump, nearer, neighbour, soldier_may
from ludotheque.games.assaut.board import to_places as _to_places
from ludotheque.kernel import LETTER, MOVES, PICK, PLAY, Words, inline, kernel, word, words
from ludotheque.spelling import LAST
from ludotheque.status import DRAWN, finish, give_turn, option, won_by

SOLDIERS, OFFICERS = U(0), U(1)  # the players
TAKEN_FORTRESS, TOO_FEW, NO_OFFICER, IMMOBILISED, QUIET = U(0), U(1), U(2), U(3), U(4)
HUFF, SIDEWAYS = U(0), U(1)  # the options' numbers; value 0 of the first means yes, of the second no
QUIET_LIMIT = U(60)
FEWEST = U(9)
CAPTURE, PLACING = U(1), U(1 << 13)
SIX_BITS, SEVEN, EIGHT = U(63), U(7), U(8)

_CELLS = range(len(BOARD.cells))
ALL = U(sum(1 << place for place in PLACE))
FORT = U(_to_places(sum(1 << cell for cell in FORTRESS)))
# A step in a direction adds this to a place, modulo 64: sets are rotated, places added.
STEP = np.array([(8 * dy + dx) % 64 for dx, dy in STEPS], np.uint64)
DIRECTION = np.zeros(64, np.uint64)
DIRECTION[STEP] = np.arange(8)
# The board's number of the cell at a place.
CELL_AT = np.zeros(64, np.uint64)
CELL_AT[list(PLACE)] = np.arange(len(PLACE))
# By place: where lines lead (ASS-1), which soldiers an officer might jump (ASS-4), and what is nearer (ASS-3).
LINES, JUMPED, NEARER = (np.zeros(64, np.uint64) for _ in range(3))
for _c in _CELLS:
    LINES[PLACE[_c]] = _to_places(BOARD.neighbours[_c])
    JUMPED[PLACE[_c]] = _to_places(sum(1 << way[0] for d in range(8) if (way := jump(_c, d))))
    if _c not in FORTRESS:
        NEARER[PLACE[_c]] = _to_places(sum(1 << end for end in _CELLS if nearer(_c, end)))
# By option and direction: the places from which a soldier may step so (ASS-3).
MARCH = np.array(
    [
        [
            _to_places(
                sum(1 << c for c in _CELLS if (end := neighbour(c, d)) is not None and soldier_may(c, end, sideways))
            )
            for d in range(8)
        ]
        for sideways in (False, True)
    ],
    np.uint64,
)
# The 36 ways to place two officers (ASS-2), and what a digit is worth by the number of jumps before it.
PLACINGS = np.array([PLACING | U(a << 1 | b << 7) for a, b in combinations(sorted(PLACE[c] for c in FORTRESS), 2)])
WEIGHT = np.array([1 << 7] + [7**k << 10 for k in range(20)], np.uint64)


@inline
def rotated(members: U, step: U) -> U:
    """The set one step further; the step is never 0."""
    return (members << step) | (members >> (U(64) - step))


@inline
def empty_places(state: Words) -> U:
    return ALL & ~(state[1] | state[2])


@inline
def marches(soldiers: U, empty: U, sideways: U, direction: int) -> U:
    """The places that soldiers can reach with a step in this direction (ASS-3)."""
    return rotated(soldiers & MARCH[sideways, direction], STEP[direction]) & empty


@inline
def march(end: U, direction: int) -> U:
    """The decision to step in this direction to a place."""
    return (((end + U(64) - STEP[direction]) & SIX_BITS) << U(1)) | (end << U(7))


@inline
def can_jump(state: Words, officer: U) -> bool:
    """Whether this officer could capture anything (ASS-4)."""
    empty = empty_places(state)
    near = state[1] & JUMPED[officer]
    while near:
        over = lowest(near)
        near = rest(near)
        if has(empty, over + over - officer):
            return True
    return False


@kernel(word(word, word, word))
def longest(at: U, soldiers: U, free: U) -> U:
    """The most soldiers that an officer here can capture in one path over these soldiers, landing on free places.

    Neither needs more care: what it jumps is never a place to land on, and its start counts as free (ASS-4).
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
    return longest(officer, state[1], empty_places(state) | bit(officer))


@inline
def follow(path: U, soldiers: U) -> tuple[U, U, U]:
    """Where a capture ends, the direction that leads back from there, and the soldiers it leaves (ASS-4)."""
    at = (path >> U(1)) & SIX_BITS
    direction = (path >> U(7)) & SEVEN
    further = path >> U(10)
    while True:
        over = (at + STEP[direction]) & SIX_BITS
        soldiers ^= bit(over)
        at = (over + STEP[direction]) & SIX_BITS
        if not further:
            return at, direction ^ U(4), soldiers
        digit = ONE + (further - ONE) % SEVEN
        further = (further - digit) // SEVEN
        direction = (direction + U(4) + digit) & SEVEN


@inline
def go_on(path: U, at: U, back: U, soldiers: U, free: U, jumps: int, out: Words, found: int) -> int:
    """All ways to go on with one more jump after so many (ASS-4)."""
    near = soldiers & JUMPED[at]
    while near:
        over = lowest(near)
        near = rest(near)
        if has(free, over + over - at) and found < len(out):
            direction = DIRECTION[(over + U(64) - at) & SIX_BITS]
            out[found] = path + ((direction + EIGHT - back) & SEVEN) * WEIGHT[jumps]
            found += 1
    return found


@inline
def list_captures(state: Words, out: Words) -> tuple[int, int]:
    """All captures, those cut short included, by generations of one more jump: first legal one and end of the list.

    Without huffing only the last generation is legal: those are the captures of the most soldiers (ASS-5a, ASS-5c).
    """
    soldiers, empty = state[1], empty_places(state)
    found = 0
    officers = state[2]
    while officers:
        at = lowest(officers)
        officers = rest(officers)
        found = go_on(CAPTURE | (at << U(1)), at, ZERO, soldiers, empty | bit(at), 0, out, found)
    jumps, generation, done = 1, 0, 0
    while done < found:
        end = found
        generation = done
        while done < end:
            path = out[done]
            done += 1
            at, back, left = follow(path, soldiers)
            free = empty | bit((path >> U(1)) & SIX_BITS)
            found = go_on(path, at, back, left, free, jumps, out, found)
        jumps += 1
    return (0 if option(state, HUFF) == ZERO else generation), found


@inline
def strollers(state: Words, captures: int) -> U:
    """The officers that may step: all, but without huffing none while there is a capture (ASS-5c)."""
    return state[2] if captures == 0 or option(state, HUFF) == ZERO else ZERO


@inline
def list_marches(state: Words, out: Words) -> int:
    """All steps of soldiers."""
    soldiers, empty, sideways = state[1], empty_places(state), option(state, SIDEWAYS)
    found = 0
    for direction in range(8):
        ends = marches(soldiers, empty, sideways, direction)
        while ends:
            out[found] = march(lowest(ends), direction)
            ends = rest(ends)
            found += 1
    return found


@inline
def list_officer_turns(state: Words, out: Words) -> int:
    """Captures, then steps (ASS-4). Where captures alone fill the list, some may be missing: it comes back full."""
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
            out[found] = (at << U(1)) | (lowest(ends) << U(7))
            ends = rest(ends)
            found += 1
    return found


@kernel(MOVES)
def moves(state: Words, player: U, out: Words) -> int:
    """All legal decisions."""
    if player == SOLDIERS:
        return list_marches(state, out)
    if state[2]:
        return list_officer_turns(state, out)
    out[: len(PLACINGS)] = PLACINGS  # ASS-2
    return len(PLACINGS)


@inline
def pick_march(state: Words, random: U, out: Words) -> U:
    """One step of a soldier; the steps are counted by direction and only the chosen one is made."""
    soldiers, empty, sideways = state[1], empty_places(state), option(state, SIDEWAYS)
    total = ZERO
    for direction in range(8):
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
    """One capture or step of an officer; captures are listed, steps only counted."""
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
    officers = state[2]
    while index >= size(empty & LINES[lowest(officers)]):
        index -= size(empty & LINES[lowest(officers)])
        officers = rest(officers)
    at = lowest(officers)
    return (at << U(1)) | (nth(empty & LINES[at], index) << U(7))


@kernel(PICK)
def pick(state: Words, player: U, random: U, out: Words) -> U:
    """One of the legal decisions."""
    if player == SOLDIERS:
        return pick_march(state, random, out)
    if state[2]:
        return pick_officer_turn(state, random, out)
    return PLACINGS[random % U(len(PLACINGS))]


@inline
def can_move(state: Words, player: U) -> bool:
    """Whether a side has a legal decision (ASS-6d); the duty to capture never takes the last one away."""
    empty = empty_places(state)
    if player == SOLDIERS:
        ends = ZERO
        for direction in range(8):
            ends |= marches(state[1], empty, option(state, SIDEWAYS), direction)
        return ends != ZERO
    officers = state[2]
    while officers:
        at = lowest(officers)
        officers = rest(officers)
        if empty & LINES[at] or can_jump(state, at):
            return True
    return False


@inline
def end_turn(state: Words, player: U) -> None:
    """ASS-6, in its order; otherwise the turn passes."""
    if state[1] & FORT == FORT:  # ASS-6a
        finish(state, TAKEN_FORTRESS, won_by(SOLDIERS))
    elif size(state[1]) < FEWEST:  # ASS-6b
        finish(state, TOO_FEW, won_by(OFFICERS))
    elif not state[2]:  # ASS-6c
        finish(state, NO_OFFICER, won_by(SOLDIERS))
    elif not can_move(state, ONE - player):  # ASS-6d
        finish(state, IMMOBILISED, won_by(player))
    elif state[3] >= QUIET_LIMIT:  # ASS-6e
        finish(state, QUIET, DRAWN)
    else:
        give_turn(state, ONE - player)


@inline
def step(state: Words, start: U, end: U) -> bool:
    """An officer's step; whether it had to capture instead, and which officer is lifted for it (ASS-5b)."""
    other = state[2] ^ bit(start)
    mover_could = can_jump(state, start)
    other_could = not mover_could and other != ZERO and can_jump(state, lowest(other))
    state[2] = (ZERO if mover_could else bit(end)) | (ZERO if other_could else other)
    return mover_could or other_could


@inline
def capture(state: Words, path: U) -> None:
    """An officer's capture; if it takes too few, an officer is lifted (ASS-5b)."""
    start = (path >> U(1)) & SIX_BITS
    other = state[2] ^ bit(start)
    mover_most = reach(state, start)
    other_most = reach(state, lowest(other)) if other else ZERO
    end, _, left = follow(path, state[1])
    taken = size(state[1] ^ left)
    state[1] = left
    if taken < mover_most and mover_most >= other_most:
        state[2] = other
    elif taken < other_most:
        state[2] = bit(end)
    else:
        state[2] = other | bit(end)


@kernel(PLAY)
def play(state: Words, player: U, move: U) -> None:
    """Carry out a decision and see whether it ends the game (ASS-6)."""
    start = (move >> U(1)) & SIX_BITS
    end = (move >> U(7)) & SIX_BITS
    if player == SOLDIERS:
        progress = has(NEARER[start], end)
        state[1] ^= bit(start) | bit(end)
    elif not state[2]:  # ASS-2; nothing else is looked at
        state[2] = bit(start) | bit(end)
        give_turn(state, SOLDIERS)
        return
    elif move & CAPTURE:
        progress = True
        capture(state, move)
    else:
        progress = step(state, start, end)
    state[3] = ZERO if progress else state[3] + ONE
    end_turn(state, player)


@kernel(LETTER)
def letter(move: U, place: U) -> U:
    """The points of a way, or the two points of a placing."""
    at = (move >> U(1)) & SIX_BITS
    if not move & CAPTURE:
        return CELL_AT[at] if place == ZERO else LAST | CELL_AT[(move >> U(7)) & SIX_BITS]
    direction = (move >> U(7)) & SEVEN
    further = move >> U(10)
    for jump_number in range(place):
        if jump_number:
            digit = ONE + (further - ONE) % SEVEN
            further = (further - digit) // SEVEN
            direction = (direction + U(4) + digit) & SEVEN
        at = (at + STEP[direction] + STEP[direction]) & SIX_BITS
    return CELL_AT[at] | LAST if place and not further else CELL_AT[at]
