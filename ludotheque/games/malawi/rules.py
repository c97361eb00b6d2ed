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

from ludotheque.bits import ONE, ZERO, U, bit, has, lowest, rest, size
from ludotheque.games.malawi.board import BOARD, FIRST_ROWS, ways
from ludotheque.kernel import MOVES, PICK, PLAY, Words, inline, kernel
from ludotheque.status import DRAWN, finish, give_turn, option, won_by

MOVE, STRIKE, SHARE = U(0), U(1), U(2)
RINGS, BREAKTHROUGH, QUIET = U(0), U(1), U(2)
DIAGONALS = U(0)  # the option's number; its value 0 means yes
QUIET_LIMIT = U(60)
MOST_SHARED = U(5)
RECEIVERS = U(2**36 - 1)

_CELLS = len(BOARD.cells)
# All straight ways, orthogonal ones first: WAY_COUNT[diagonals off, steps, cell] of them, to WAY_END over WAY_CROSSED.
WAY_COUNT = np.array(
    [[[len(ways(c, n, diagonals)) for c in range(_CELLS)] for n in range(6)] for diagonals in (True, False)], np.int64
)
WAY_END = np.zeros((6, _CELLS, 8), np.uint64)
WAY_CROSSED = np.zeros((6, _CELLS, 8), np.uint64)
for _n in range(1, 6):
    for _c in range(_CELLS):
        for _k, (_end, _crossed) in enumerate(ways(_c, _n, diagonals=True)):
            WAY_END[_n, _c, _k], WAY_CROSSED[_n, _c, _k] = _end, _crossed
# SHARES[k] lists the SHARE_COUNT[k] ways to choose k of five pawns, as sets of 0-4.
SHARE_COUNT = np.array([0, 5, 10, 10, 5, 1], np.int64)
SHARES = np.zeros((6, 10), np.uint64)
for _n in range(1, 6):
    SHARES[_n, : SHARE_COUNT[_n]] = [s for s in range(32) if s.bit_count() == _n]
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
def list_steps(state: Words, player: U, out: Words) -> int:
    """Moves (MAL-2) and strikes (MAL-4): both go exactly as far as the pawn has rings, over empty cells."""
    pawns = state[U(1) + player]
    enemies = state[U(2) - player]
    targets = enemies & carrying(state)
    everyone = pawns | enemies
    straight_only = option(state, DIAGONALS)
    found = 0
    movers = pawns & carrying(state)
    while movers:
        cell = lowest(movers)
        movers = rest(movers)
        rings = rings_on(state, cell)
        if rings > MOST_SHARED:
            continue
        for way in range(WAY_COUNT[straight_only, rings, cell]):
            if WAY_CROSSED[rings, cell, way] & everyone:
                continue
            end = WAY_END[rings, cell, way]
            if not has(everyone, end):
                out[found] = MOVE | (cell << U(2)) | (end << U(8))
                found += 1
            elif has(targets, end):
                out[found] = STRIKE | (cell << U(2)) | (end << U(8))
                found += 1
    return found


@inline
def share(state: Words, player: U, giver: U, choice: U) -> U:
    """The decision to give the giver's rings to some of the five others (MAL-3); `choice` is a set of 0-4."""
    others = state[U(1) + player] & ~bit(giver)
    receivers = ZERO
    while choice:
        low = others & (~others + ONE)
        if choice & ONE:
            receivers |= low
        others ^= low
        choice >>= ONE
    return SHARE | (giver << U(2)) | (receivers << U(8))


@kernel(MOVES)
def moves(state: Words, player: U, out: Words) -> int:
    """All legal decisions: moves, strikes and distributions."""
    found = list_steps(state, player, out)
    givers = state[U(1) + player] & carrying(state)
    while givers:
        giver = lowest(givers)
        givers = rest(givers)
        shared = min(rings_on(state, giver), MOST_SHARED)
        for number in range(SHARE_COUNT[shared]):
            out[found] = share(state, player, giver, SHARES[shared, number])
            found += 1
    return found


@kernel(PICK)
def pick(state: Words, player: U, random: U, out: Words) -> U:
    """One of the legal decisions; distributions are counted first and only the chosen one is made."""
    steps = list_steps(state, player, out)
    total = steps
    own = state[U(1) + player] & carrying(state)
    givers = own
    while givers:
        total += SHARE_COUNT[min(rings_on(state, lowest(givers)), MOST_SHARED)]
        givers = rest(givers)
    index = np.int64(random % U(total))
    if index < steps:
        return out[index]
    index -= steps
    givers = own
    while True:
        giver = lowest(givers)
        shared = min(rings_on(state, giver), MOST_SHARED)
        if index < SHARE_COUNT[shared]:
            return share(state, player, giver, SHARES[shared, index])
        index -= SHARE_COUNT[shared]
        givers = rest(givers)


@inline
def ring_count(state: Words) -> U:
    return size(state[3]) + U(2) * size(state[4]) + U(4) * size(state[5]) + U(8) * size(state[6])


@inline
def walk(state: Words, player: U, start: U, end: U) -> None:
    """The pawn takes its rings along (MAL-2)."""
    state[U(1) + player] ^= bit(start) | bit(end)
    for plane in range(3, 7):
        here = (state[plane] >> start) & ONE
        state[plane] ^= (here << start) | (here << end)


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
    everyone = state[1] | state[2]
    struck = ZERO
    while enemies:
        cell = lowest(enemies)
        enemies = rest(enemies)
        rings = rings_on(state, cell)
        if rings > MOST_SHARED:
            continue
        for way in range(WAY_COUNT[option(state, DIAGONALS), rings, cell]):
            if not WAY_CROSSED[rings, cell, way] & everyone:
                struck |= bit(WAY_END[rings, cell, way])
    return (arrived & ~struck) != ZERO


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
    before = ring_count(state)
    if kind == MOVE:
        walk(state, player, cell, (move >> U(8)) & U(63))
    elif kind == STRIKE:
        target = ~bit((move >> U(8)) & U(63))
        for plane in range(3, 7):
            state[plane] &= target
    else:
        distribute(state, cell, (move >> U(8)) & RECEIVERS)
    state[7] = state[7] + ONE if ring_count(state) == before else ZERO
    end_turn(state, player)
