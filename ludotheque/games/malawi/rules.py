"""Malawi's rules as kernels. `layout.py` says what the words of a state and the bits of a move hold."""

from __future__ import annotations

import numpy as np

from ludotheque.bits import ONE, ZERO, U, bit, has, lowest, nth, rest, size
from ludotheque.games.malawi import layout
from ludotheque.games.malawi.board import BOARD, FIRST_ROWS, ways
from ludotheque.games.malawi.layout import MAX_RECEIVERS, QUIET, RING_BITS
from ludotheque.kernel import LETTER, MOVES, PICK, PLAY, Words, inline, kernel
from ludotheque.spelling import LAST, letter_of
from ludotheque.status_kernels import DRAWN, finish, give_turn, option, won_by

MOVE, STRIKE, SHARE = U(layout.MOVE), U(layout.STRIKE), U(layout.SHARE)
PAWNS = U(layout.PAWNS)
ENEMY_PAWNS = U(layout.PAWNS + 1)
"""ENEMY_PAWNS - player is the word of the opponent's pawns."""
RINGS, RINGS_END = layout.RINGS, layout.RINGS + RING_BITS
KIND, CELL, CELL_SHIFT, TARGET_SHIFT = (
    U(number) for number in (layout.KIND_MASK, layout.CELL_MASK, layout.CELL_SHIFT, layout.TARGET_SHIFT)
)
RECEIVERS = U(layout.RECEIVERS_MASK)
NO_RINGS, BREAKTHROUGH, QUIET_END = U(0), U(1), U(2)  # the numbers of the rules' `reasons`
DIAGONALS = U(0)  # the option's number; its value 0 means yes
QUIET_LIMIT = U(layout.QUIET_LIMIT)

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
    SHARES[_n, : SHARE_COUNT[_n]] = [s for s in range(32) if s.bit_count() == min(_n, MAX_RECEIVERS)]
HOME = np.array(FIRST_ROWS, np.uint64)


@inline
def kind_of(move: U) -> U:
    return move & KIND


@inline
def pawn_of(move: U) -> U:
    """The cell of the pawn that moves, strikes or distributes."""
    return (move >> CELL_SHIFT) & CELL


@inline
def target_of(move: U) -> U:
    """The cell that a pawn moves to or strikes."""
    return (move >> TARGET_SHIFT) & CELL


@inline
def receivers_of(move: U) -> U:
    """The set of pawns that receive a ring."""
    return (move >> TARGET_SHIFT) & RECEIVERS


@inline
def everyone(state: Words) -> U:
    """The cells where a pawn stands."""
    return state[PAWNS] | state[PAWNS + ONE]


@inline
def carrying(state: Words) -> U:
    """The cells where there is a ring."""
    return state[RINGS] | state[RINGS + 1] | state[RINGS + 2] | state[RINGS + 3]


@inline
def rings_on(state: Words, cell: U) -> U:
    """How many rings the pawn on a cell carries."""
    low = ((state[RINGS] >> cell) & ONE) | (((state[RINGS + 1] >> cell) & ONE) << U(1))
    return low | (((state[RINGS + 2] >> cell) & ONE) << U(2)) | (((state[RINGS + 3] >> cell) & ONE) << U(3))


@inline
def reach(state: Words, cell: U, rings: U) -> U:
    """The cells exactly as far as a pawn has rings, in a straight line over empty cells (MAL-2, MAL-4)."""
    pawns = everyone(state)
    straight_only = option(state, DIAGONALS)
    ends = ZERO
    for way in range(8):
        free = WAY_CROSSED[straight_only, rings, cell, way] & pawns == ZERO
        ends |= WAY_END[straight_only, rings, cell, way] if free else ZERO
    return ends


@inline
def goals(state: Words, player: U) -> U:
    """Where a move may end (MAL-2: empty) or a strike land (MAL-4: an enemy with a ring)."""
    return ~(everyone(state)) | (state[ENEMY_PAWNS - player] & carrying(state))


@inline
def step(state: Words, cell: U, end: U) -> U:
    """The move to an empty cell, or the strike at the pawn that stands there."""
    kind = STRIKE if has(everyone(state), end) else MOVE
    return kind | (cell << CELL_SHIFT) | (end << TARGET_SHIFT)


@inline
def share(state: Words, player: U, giver: U, choice: U) -> U:
    """The move that gives the giver's rings to some of the five others (MAL-3); `choice` is a set of 0-4."""
    others = state[PAWNS + player] & ~bit(giver)
    receivers = ZERO
    for number in range(MAX_RECEIVERS):
        receivers |= (others & ~rest(others)) * ((choice >> U(number)) & ONE)
        others = rest(others)
    return SHARE | (giver << CELL_SHIFT) | (receivers << TARGET_SHIFT)


@kernel(MOVES)
def moves(state: Words, player: U, out: Words) -> int:
    """List all legal moves, pawn by pawn: moves and strikes, then distributions."""
    found = 0
    pawns = state[PAWNS + player] & carrying(state)
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
    """Pick a move by its place in the list of `moves`. Only the chosen move is made; the others are counted."""
    pawns = state[PAWNS + player] & carrying(state)
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
    state[PAWNS + player] ^= bit(start) | bit(end)
    for plane in range(RINGS, RINGS_END):
        here = (state[plane] >> start) & ONE
        state[plane] ^= (here << start) | (here << end)


@inline
def strip(state: Words, target: U) -> None:
    """The target's rings leave the game (MAL-4)."""
    for plane in range(RINGS, RINGS_END):
        state[plane] &= ~bit(target)


@inline
def distribute(state: Words, giver: U, receivers: U) -> None:
    """Every receiver gets a ring, by adding a bit with carry; what the giver has left leaves the game (MAL-3)."""
    carry = receivers
    for plane in range(RINGS, RINGS_END):
        state[plane] &= ~bit(giver)
        overflow = state[plane] & carry
        state[plane] ^= carry
        carry = overflow


@inline
def stands_safe(state: Words, player: U, arrived: U) -> bool:
    """Whether one of these pawns could not be struck now (MAL-5b)."""
    if not arrived:
        return False
    enemies = state[ENEMY_PAWNS - player] & carrying(state)
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
    if not state[PAWNS + enemy] & ringed:  # a
        finish(state, NO_RINGS, won_by(player))
    elif stands_safe(state, player, state[PAWNS + player] & ringed & HOME[enemy]):  # b, MAL-6
        finish(state, BREAKTHROUGH, won_by(player))
    elif state[PAWNS + enemy] & ringed & HOME[player]:  # c
        finish(state, BREAKTHROUGH, won_by(enemy))
    elif state[QUIET] >= QUIET_LIMIT:  # d
        finish(state, QUIET_END, DRAWN)
    else:
        give_turn(state, enemy)


@kernel(PLAY)
def play(state: Words, player: U, move: U) -> None:
    """Play a turn, and end the game where MAL-5 says so."""
    kind, cell, end = kind_of(move), pawn_of(move), target_of(move)
    state[QUIET] += ONE
    if kind == MOVE:
        walk(state, player, cell, end)
    elif kind == STRIKE:
        strip(state, end)
        state[QUIET] = ZERO
    else:
        if rings_on(state, cell) > U(MAX_RECEIVERS):
            state[QUIET] = ZERO
        distribute(state, cell, receivers_of(move))
    end_turn(state, player)


@kernel(LETTER)
def letter(move: U, place: U) -> U:
    """Spell the pawn, then where it goes or what it strikes; when distributing, the receivers."""
    if place == ZERO:
        return pawn_of(move)
    if kind_of(move) == SHARE:
        return letter_of(receivers_of(move), place - ONE)
    return LAST | target_of(move)
