"""Assaut's captures as kernels: the paths of officers, listed, counted or walked without a list (ASS-4, ASS-5).

`layout.py` says what the words of a state and the bits of a move hold.
"""

from __future__ import annotations

import numpy as np

from ludotheque.bits import ONE, ZERO, U, bit, has, lowest, rest
from ludotheque.games.assaut import layout
from ludotheque.games.assaut.board import BOARD, STEPS, jump
from ludotheque.games.assaut.layout import DIRECTIONS, MAX_JUMPS, OFFICERS, PLACE, SOLDIERS
from ludotheque.games.assaut.layout import to_places as _to_places
from ludotheque.kernel import Words, inline, kernel, word, words
from ludotheque.status_kernels import option

HUFF = U(0)  # the option's number; value 0 means yes
CAPTURE = U(layout.CAPTURE)
START_SHIFT, END_SHIFT, DIRECTION_SHIFT, TURNS_SHIFT = (
    U(shift) for shift in (layout.START_SHIFT, layout.END_SHIFT, layout.DIRECTION_SHIFT, layout.TURNS_SHIFT)
)
PLACES, PLACE_MASK = U(layout.PLACES), U(layout.PLACE_MASK)
ALL_DIRECTIONS, DIRECTION_MASK = U(DIRECTIONS), U(layout.DIRECTION_MASK)
BACK, TURN_BASE = U(layout.BACK), U(layout.TURN_BASE)
WAY_BITS = U((DIRECTIONS - 1).bit_length())

_CELLS = range(len(BOARD.cells))
ALL = U(sum(1 << place for place in PLACE))
# A step in a direction adds this to a place, modulo 64: sets are rotated, places added.
STEP = np.array([(layout.ROW_STEP * dy + dx) % layout.PLACES for dx, dy in STEPS], np.uint64)
DIRECTION = np.zeros(layout.PLACES, np.uint64)
DIRECTION[STEP] = np.arange(DIRECTIONS)
# By place: which soldiers an officer might jump (ASS-4).
JUMPED = np.zeros(layout.PLACES, np.uint64)
for _c in _CELLS:
    JUMPED[PLACE[_c]] = _to_places(sum(1 << way[0] for d in range(DIRECTIONS) if (way := jump(_c, d))))
# What a digit is worth by the number of jumps before it.
WEIGHT = np.array(
    [1 << layout.DIRECTION_SHIFT] + [layout.TURN_BASE**k << layout.TURNS_SHIFT for k in range(layout.MAX_JUMPS)],
    np.uint64,
)


@inline
def start_of(move: U) -> U:
    """The place where a move starts."""
    return (move >> START_SHIFT) & PLACE_MASK


@inline
def direction_of(path: U) -> U:
    """The direction of the first jump of a capture."""
    return (path >> DIRECTION_SHIFT) & DIRECTION_MASK


@inline
def empty_places(state: Words) -> U:
    return ALL & ~(state[SOLDIERS] | state[OFFICERS])


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


# All paths of an officer, one after the other, depth first. The directions of the jumps made so far stand in one word,
# three bits each, the last one lowest: with it a jump can be taken back. So a walk needs no list, however many paths
# there are. No path is longer than MAX_JUMPS (`layout.py`), and three bits for each fit into the word.


@inline
def jump_over(at: U, over: U, soldiers: U, ways: U) -> tuple[U, U, U]:
    """Go on over a soldier; return the place, the soldiers that are left and the ways."""
    direction = DIRECTION[(over + PLACES - at) & PLACE_MASK]
    return over + over - at, soldiers ^ bit(over), (ways << WAY_BITS) | direction


@inline
def take_back(at: U, soldiers: U, ways: U) -> tuple[U, U, U, U]:
    """Take the last jump back; return the place, the soldiers, the ways, and the soldiers not tried from there yet."""
    over = (at + PLACES - STEP[ways & DIRECTION_MASK]) & PLACE_MASK
    at = (over + PLACES - STEP[ways & DIRECTION_MASK]) & PLACE_MASK
    soldiers |= bit(over)
    tried = bit(over) | (bit(over) - ONE)
    return at, soldiers, ways >> WAY_BITS, soldiers & JUMPED[at] & ~tried


@kernel(word(word, word, word))
def longest(at: U, soldiers: U, free: U) -> U:
    """The most soldiers that an officer here can capture in one path over these soldiers, landing on free places.

    A place that it jumps is never one to land on, so `free` stays the same. Its start counts as free (ASS-4).
    """
    most, jumps, ways = ZERO, ZERO, ZERO
    near = soldiers & JUMPED[at]
    while near or jumps:
        if near:
            over = lowest(near)
            near = rest(near)
            if has(free, over + over - at):
                at, soldiers, ways = jump_over(at, over, soldiers, ways)
                near = soldiers & JUMPED[at]
                jumps += ONE
                most = max(most, jumps)
        else:
            at, soldiers, ways, near = take_back(at, soldiers, ways)
            jumps -= ONE
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
def count_captures(state: Words, counts: Words) -> U:
    """Count all paths by their jumps, those cut short included; return how many jumps the longest has."""
    counts[:MAX_JUMPS] = ZERO
    most, officers = 0, state[OFFICERS]
    while officers:
        at = lowest(officers)
        officers = rest(officers)
        soldiers, free = state[SOLDIERS], empty_places(state) | bit(at)
        jumps, ways, near = 0, ZERO, soldiers & JUMPED[at]
        while near or jumps:
            if near:
                over = lowest(near)
                near = rest(near)
                if has(free, over + over - at):
                    counts[jumps] += ONE
                    at, soldiers, ways = jump_over(at, over, soldiers, ways)
                    near = soldiers & JUMPED[at]
                    jumps += 1
                    most = max(most, jumps)
            else:
                at, soldiers, ways, near = take_back(at, soldiers, ways)
                jumps -= 1
    return U(most)


@inline
def code_of(start: U, ways: U, jumps: int) -> U:
    """The move that captures from a place in these directions."""
    path, back = CAPTURE | (start << START_SHIFT), ZERO
    for number in range(jumps):
        direction = (ways >> (WAY_BITS * U(jumps - 1 - number))) & DIRECTION_MASK
        path += ((direction + ALL_DIRECTIONS - back) & DIRECTION_MASK) * WEIGHT[number]
        back = direction ^ BACK
    return path


@inline
def nth_capture(state: Words, wanted: int, index: U) -> U:
    """The path with this index among those with so many jumps. `list_captures` lists them in the same order."""
    officers = state[OFFICERS]
    while officers:
        start = lowest(officers)
        officers = rest(officers)
        at, soldiers, free = start, state[SOLDIERS], empty_places(state) | bit(start)
        jumps, ways, near = 0, ZERO, soldiers & JUMPED[at]
        while near or jumps:
            if near and jumps < wanted:
                over = lowest(near)
                near = rest(near)
                if has(free, over + over - at):
                    at, soldiers, ways = jump_over(at, over, soldiers, ways)
                    near = soldiers & JUMPED[at]
                    jumps += 1
                    if jumps == wanted:
                        if index == ZERO:
                            return code_of(start, ways, jumps)
                        index -= ONE
            else:
                at, soldiers, ways, near = take_back(at, soldiers, ways)
                jumps -= 1
    return ZERO
