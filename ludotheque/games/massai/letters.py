"""Massaï's moves, chosen letter by letter; see `spelling.py`."""

from __future__ import annotations

import numpy as np

from ludotheque.bits import ONE, ZERO, U, bit, has, lowest, rest, size
from ludotheque.games.massai import layout
from ludotheque.games.massai.layout import PHASE
from ludotheque.games.massai.rules import (
    ALL_HUTS,
    ATTACK,
    BUILD,
    DEFENCE,
    ENEMY_HUTS,
    GUARD,
    GUARDS_FOR,
    HALF,
    HUTS,
    ORTHOGONAL_ONLY,
    SET_UP,
    SET_UP_COUNT,
    SET_UP_START,
    SET_UPS,
    TURN,
    corners,
    destinations,
    make,
    make_move,
    spread,
    spread_twice,
    threatened,
)
from ludotheque.kernel import NEXT_LETTERS, READ_LETTERS, Words, inline, kernel
from ludotheque.spelling import LAST_CELLS, MORE_CELLS, beyond, cells_spelled, next_of_set
from ludotheque.status_kernels import option

LAST_PLACE = U(layout.SET_UP_HUTS - 1)


def _tree(sets: Words) -> tuple[Words, Words]:
    """The beginnings of these set-ups, short ones first: the cells that may follow each, and where their entries start.

    The entries of a beginning with one more cell stand together, in the order of that cell.
    """
    members = np.nonzero((sets[:, None] >> np.arange(layout.HALF, dtype=np.uint64)) & ONE)[1]
    cells = members.reshape(len(sets), layout.SET_UP_HUTS)
    cells = cells[np.lexsort(cells.T[::-1])]
    following, first, listed = [], [], 0
    starts = np.arange(len(sets)) == 0  # where in the list another beginning of this length starts
    for place in range(layout.SET_UP_HUTS):
        rows = np.flatnonzero(starts)
        following.append(np.bitwise_or.reduceat(ONE << cells[:, place].astype(np.uint64), rows))
        listed += len(rows)
        starts = starts | (np.diff(cells[:, place], prepend=-1) != 0)
        first.append(listed + np.cumsum(starts)[rows] - 1)
    return np.concatenate(following), np.concatenate(first).astype(np.uint64)


# The tree without the option `orthogonal`, then the one with it, which begins at ROOT[1].
_TREES = [_tree(SET_UPS[start : start + count]) for start, count in zip(SET_UP_START, SET_UP_COUNT, strict=True)]
ROOT = np.array([0, len(_TREES[0][0])], np.uint64)
FOLLOWING = np.concatenate([following for following, _ in _TREES])
FIRST = np.concatenate([first + root for (_, first), root in zip(_TREES, ROOT, strict=True)])


@inline
def next_of_set_up(state: Words, player: U, letters: Words, place: U, out: Words) -> None:
    """Offer the cells with which some set-up goes on (MAS-2)."""
    entry, shift = ROOT[option(state, ORTHOGONAL_ONLY)], HALF * player
    for number in range(place):
        before = bit(letters[number] - shift) - ONE
        entry = FIRST[entry] + size(FOLLOWING[entry] & before)
    out[LAST_CELLS if place == LAST_PLACE else MORE_CELLS] = FOLLOWING[entry] << shift


@inline
def movers(state: Words, player: U, reach: U, once: U) -> U:
    """The huts that can move (MAS-4)."""
    found, huts = ZERO, state[HUTS + player]
    while huts:
        hut = lowest(huts)
        huts = rest(huts)
        if destinations(state, player, hut, reach, once):
            found |= bit(hut)
    return found


@inline
def next_of_turn(state: Words, player: U, letters: Words, place: U, out: Words) -> None:
    """Offer a cell to build on (MAS-3), or a hut that moves (MAS-4) and its destination; or a hut to attack (MAS-5)."""
    own, enemy = state[HUTS + player], state[ENEMY_HUTS - player]
    diagonal = corners(state)
    reach = spread(own, diagonal)
    if size(own) < ALL_HUTS:
        out[LAST_CELLS] = reach & ~own  # empty cells and attacked huts
        return
    once = reach & ~spread_twice(own, diagonal)
    if place:
        out[LAST_CELLS] = destinations(state, player, letters[0], reach, once)
    else:
        out[MORE_CELLS] = movers(state, player, reach, once)
        out[LAST_CELLS] = reach & enemy


@kernel(NEXT_LETTERS)
def next_letters(state: Words, player: U, letters: Words, place: U, out: Words) -> None:
    """Offer the cells of a set-up (MAS-2), of a turn, or of guards (MAS-6)."""
    if state[PHASE] == TURN:
        next_of_turn(state, player, letters, place, out)
    elif state[PHASE] == DEFENCE:
        huts = threatened(state, player)
        wanted = U(GUARDS_FOR[size(huts)]) - place
        next_of_set(beyond(huts, letters[place - ONE]) if place else huts, wanted, out)
    else:
        next_of_set_up(state, player, letters, place, out)


@kernel(READ_LETTERS)
def read_letters(state: Words, player: U, letters: Words, place: U) -> U:
    """Read a set-up, a turn, or guards."""
    if state[PHASE] != TURN:
        kind = GUARD if state[PHASE] == DEFENCE else SET_UP
        return make(kind, cells_spelled(letters, ZERO, place))
    if place > ONE:
        return make_move(letters[0], letters[1])
    return make(ATTACK if has(state[ENEMY_HUTS - player], letters[0]) else BUILD, letters[0])
