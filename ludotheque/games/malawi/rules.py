"""Malawi's rules as kernels.

State, after the status word:

    1, 2   the pawns of White and of Black, sets of cells
    3-6    the rings, sliced by bits: word 3 + k holds bit k of the number of rings on each cell
    7      turns in a row without a ring leaving the game (MAL-5d)

Decision:

    bits 0-1    0 move, 1 strike, 2 distribute
    bits 2-7    the pawn's cell
    bits 8-13   where it goes, or whom it strikes
    bits 8-43   when distributing: the set of receivers

A player has at most 12 rings, so four bits hold any number. Rings travel between a player's own pawns only.
"""

from __future__ import annotations

import numpy as np

from ludotheque.bits import ONE, ZERO, U, bit, has, lowest, nth, rest, size
from ludotheque.games.malawi.board import BOARD, FIRST_ROWS, ways
from ludotheque.kernel import LETTER, MOVES, PICK, PLAY, Words, inline, kernel
from ludotheque.spelling import LAST, letter_of
from ludotheque.status import DRAWN, finish, give_turn, option, won_by

MOVE, STRIKE, SHARE = U(0), U(1), U(2)
RINGS, BREAKTHROUGH, QUIET = U(0), U(1), U(2)
DIAGONALS = U(0)  # the option's number; its value 0 means yes
QUIET_LIMIT = U(60)
MOST_SHARED = U(5)
RECEIVERS = U(2**36 - 1)

# Up to 8 straight ways lead from a cell with a number of rings; with 0 rings or more than 5 there are none. By option
# `diagonals` (0 yes, 1 no), rings and cell: the end of each way as a set, empty where there is no way, and the cells
# that it crosses.
WAY_END = np.zeros((2, 16, len(BOARD.cells), 8), np.uint64)
WAY_CROSSED = np.zeros_like(WAY_END)
for _off, _n, _c in np.ndindex(WAY_END.shape[:3]):
    for _k, (_end, _crossed) in enumerate(ways(_c, _n, diagonals=not _off)):
        WAY_END[_off, _n, _c, _k], WAY_CROSSED[_off, _n, _c, _k] = 1 << _end, _crossed
# By rings: SHARES lists the SHARE_COUNT ways to choose the receivers among the five other pawns, as sets of 0-4.
SHARE_COUNT = np.array([0, 5, 10, 10, 5] + 11 * [1], np.uint64)
SHARES = np.zeros((16, 10), np.uint64)
for _n in range(1, 16):
    SHARES[_n, : SHARE_COUNT[_n]] = [s for s in range(32) if s.bit_count() == min(_n, 5)]
HOME = np.array(FIRST_ROWS, np.uint64)


@inline
def carrying(state: Words) -> U:
    """The cells where there is a ring."""
    return state[3] | state[4] | state[5] | state[6]


@inline
def rings_on(state: Words, cell: U) -> U:
    """How many rings the pawn on a cell carries."""
    low = ((state[3] >> cell) & ONE) | (((state[4] >> cell) & ONE) << U(1))
    return low | (((state[5] >> cell) & ONE) << U(2)) | (((state[6] >> cell) & ONE) << U(3))


@inline
def reach(state: Words, cell: U, rings: U) -> U:
    """The cells exactly as far as a pawn has rings, in a straight line over empty cells (MAL-2, MAL-4)."""
    everyone = state[1] | state[2]
    straight_only = option(state, DIAGONALS)
    ends = ZERO
    for way in range(8):
        free = WAY_CROSSED[straight_only, rings, cell, way] & everyone == ZERO
        ends |= WAY_END[straight_only, rings, cell, way] if free else ZERO
    return ends


@inline
def goals(state: Words, player: U) -> U:
    """Where a move may end (MAL-2: empty) or a strike land (MAL-4: an enemy with a ring)."""
    return ~(state[1] | state[2]) | (state[U(2) - player] & carrying(state))


@inline
def step(state: Words, cell: U, end: U) -> U:
    """The decision to move to an empty cell, or else to strike whoever stands there."""
    kind = STRIKE if has(state[1] | state[2], end) else MOVE
    return kind | (cell << U(2)) | (end << U(8))


@inline
def share(state: Words, player: U, giver: U, choice: U) -> U:
    """The decision to give the giver's rings to some of the five others (MAL-3); `choice` is a set of 0-4."""
    others = state[U(1) + player] & ~bit(giver)
    receivers = ZERO
    for number in range(5):
        receivers |= (others & ~rest(others)) * ((choice >> U(number)) & ONE)
        others = rest(others)
    return SHARE | (giver << U(2)) | (receivers << U(8))


@kernel(MOVES)
def moves(state: Words, player: U, out: Words) -> int:
    """All legal decisions, pawn by pawn: moves and strikes, then distributions."""
    found = 0
    pawns = state[U(1) + player] & carrying(state)
    while pawns:
        pawn = lowest(pawns)
        pawns = rest(pawns)
        rings = rings_on(state, pawn)
        ends = reach(state, pawn, rings) & goals(state, player)
        while ends:
            out[found] = step(state, pawn, lowest(ends))
            ends = rest(ends)
            found += 1
        for number in range(SHARE_COUNT[rings]):
            out[found] = share(state, player, pawn, SHARES[rings, number])
            found += 1
    return found


@kernel(PICK)
def pick(state: Words, player: U, random: U, out: Words) -> U:
    """One of the decisions in the order of `moves`: they are counted pawn by pawn, only the chosen one is made."""
    pawns = state[U(1) + player] & carrying(state)
    counts = total = shift = ZERO  # `counts` has a byte for each pawn
    uncounted = pawns
    while uncounted:
        pawn = lowest(uncounted)
        uncounted = rest(uncounted)
        rings = rings_on(state, pawn)
        count = size(reach(state, pawn, rings) & goals(state, player)) + SHARE_COUNT[rings]
        counts |= count << shift
        shift += U(8)
        total += count
    index = random % total
    while index >= counts & U(255):
        index -= counts & U(255)
        counts >>= U(8)
        pawns = rest(pawns)
    pawn = lowest(pawns)
    rings = rings_on(state, pawn)
    ends = reach(state, pawn, rings) & goals(state, player)
    if index < size(ends):
        return step(state, pawn, nth(ends, index))
    return share(state, player, pawn, SHARES[rings, index - size(ends)])


@inline
def walk(state: Words, player: U, start: U, end: U) -> None:
    """The pawn takes its rings along (MAL-2)."""
    state[U(1) + player] ^= bit(start) | bit(end)
    for plane in range(3, 7):
        here = (state[plane] >> start) & ONE
        state[plane] ^= (here << start) | (here << end)


@inline
def strip(state: Words, target: U) -> None:
    """The target's rings leave the game (MAL-4)."""
    for plane in range(3, 7):
        state[plane] &= ~bit(target)


@inline
def distribute(state: Words, giver: U, receivers: U) -> None:
    """Every receiver gets a ring, by adding a bit with carry; what the giver has left leaves the game (MAL-3)."""
    carry = receivers
    for plane in range(3, 7):
        state[plane] &= ~bit(giver)
        overflow = state[plane] & carry
        state[plane] ^= carry
        carry = overflow


@inline
def stands_safe(state: Words, player: U, arrived: U) -> bool:
    """Whether one of these pawns could not be struck now (MAL-5b)."""
    if not arrived:
        return False
    enemies = state[U(2) - player] & carrying(state)
    while enemies:
        cell = lowest(enemies)
        enemies = rest(enemies)
        arrived &= ~reach(state, cell, rings_on(state, cell))
    return arrived != ZERO


@inline
def end_turn(state: Words, player: U) -> None:
    """MAL-5, in its order; otherwise the turn passes."""
    enemy = ONE - player
    ringed = carrying(state)
    if not state[U(1) + enemy] & ringed:  # a
        finish(state, RINGS, won_by(player))
    elif stands_safe(state, player, state[U(1) + player] & ringed & HOME[enemy]):  # b, MAL-6
        finish(state, BREAKTHROUGH, won_by(player))
    elif state[U(1) + enemy] & ringed & HOME[player]:  # c
        finish(state, BREAKTHROUGH, won_by(enemy))
    elif state[7] >= QUIET_LIMIT:  # d
        finish(state, QUIET, DRAWN)
    else:
        give_turn(state, enemy)


@kernel(PLAY)
def play(state: Words, player: U, move: U) -> None:
    """Carry out a turn and see whether it ends the game (MAL-5)."""
    kind = move & U(3)
    cell = (move >> U(2)) & U(63)
    end = (move >> U(8)) & U(63)
    state[7] += ONE
    if kind == MOVE:
        walk(state, player, cell, end)
    elif kind == STRIKE:
        strip(state, end)
        state[7] = ZERO
    else:
        if rings_on(state, cell) > MOST_SHARED:
            state[7] = ZERO
        distribute(state, cell, (move >> U(8)) & RECEIVERS)
    end_turn(state, player)


@kernel(LETTER)
def letter(move: U, place: U) -> U:
    """The pawn, then where it goes or whom it strikes; when distributing, the receivers."""
    if place == ZERO:
        return (move >> U(2)) & U(63)
    if move & U(3) == SHARE:
        return letter_of(move >> U(8), place - ONE)
    return LAST | ((move >> U(8)) & U(63))
