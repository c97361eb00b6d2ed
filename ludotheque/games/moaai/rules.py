"""Moaaï's rules as kernels.

State, after the status word:

    1      the ground: cells still on the terrain
    2      the stock: pieces not yet placed, bit 4 * colour + shape (colours R, O, G, B, shapes r, s, t from 0)
    3      the cells where a piece stands
    4, 5   the low and the high bit of the colour of the piece on each cell
    6, 7   the low and the high bit of its shape

Decision:

    bits 0-5    the cell where the piece goes
    bits 6-11   which piece of the stock, or the cell where it comes from
    bit 12      0 put from the stock, 1 move

The game is in its filling as long as there is a stock (MOA-4), then in its movement (MOA-5).
"""

from __future__ import annotations

import numpy as np

from ludotheque.bits import ONE, ZERO, U, bit, has, lowest, nth, nth_of_many, rest, size
from ludotheque.games.moaai.board import BOARDS, TERRAINS
from ludotheque.kernel import LETTER, MOVES, PICK, PLAY, Words, inline, kernel
from ludotheque.spelling import CHOICE, LAST
from ludotheque.status import NEITHER, WON, finish, give_turn, option

GROUND, STOCK, PIECES, LAST_PLANE = 1, 2, 3, 7
TERRAIN, PLAYERS = U(0), U(1)  # the options' numbers
LAST_MOVED = U(0)
MOVE = U(1 << 12)

# For each terrain and cell the set of its neighbours (MOA-2).
NEIGHBOURS = np.zeros((len(TERRAINS), 37), np.uint64)
for _number, _terrain in enumerate(TERRAINS):
    NEIGHBOURS[_number, : len(BOARDS[_terrain].cells)] = BOARDS[_terrain].neighbours


@inline
def empty_cells(state: Words) -> U:
    return state[GROUND] & ~state[PIECES]


@inline
def ways_out(state: Words, cell: U) -> U:
    """Where the piece on a cell can move: neighbouring cells, empty and still there (MOA-5)."""
    return NEIGHBOURS[option(state, TERRAIN), cell] & empty_cells(state)


@kernel(MOVES)
def moves(state: Words, player: U, out: Words) -> int:
    """Any piece of the stock to any empty cell (MOA-4); without stock, any piece one step (MOA-5)."""
    found = 0
    sources = state[STOCK] if state[STOCK] else state[PIECES]
    while sources:
        source = lowest(sources)
        sources = rest(sources)
        kind = ZERO if state[STOCK] else MOVE
        ends = empty_cells(state) if state[STOCK] else ways_out(state, source)
        while ends:
            out[found] = kind | (source << U(6)) | lowest(ends)
            ends = rest(ends)
            found += 1
    return found


@inline
def pick_put(state: Words, random: U) -> U:
    """A piece of the stock and an empty cell, each straight from the number (MOA-4)."""
    empty = empty_cells(state)
    cells = size(empty)
    index = random % (size(state[STOCK]) * cells)
    return (nth(state[STOCK], index // cells) << U(6)) | nth_of_many(empty, index % cells)


@kernel(PICK)
def pick(state: Words, player: U, random: U, out: Words) -> U:
    """One of the legal decisions; steps are counted piece by piece, and only the chosen one is made."""
    if state[STOCK]:
        return pick_put(state, random)
    total = ZERO
    movers = state[PIECES]
    while movers:
        total += size(ways_out(state, lowest(movers)))
        movers = rest(movers)
    index = random % total
    movers = state[PIECES]
    ends = ways_out(state, lowest(movers))
    while index >= size(ends):
        index -= size(ends)
        movers = rest(movers)
        ends = ways_out(state, lowest(movers))
    return MOVE | (lowest(movers) << U(6)) | nth(ends, index)


@inline
def following(state: Words, player: U) -> U:
    """Turns go round by number (MOA-3)."""
    return player + ONE if player <= option(state, PLAYERS) else ZERO


@inline
def put(state: Words, piece: U, cell: U) -> None:
    """A piece comes from the stock (MOA-4)."""
    state[STOCK] ^= bit(piece)
    state[PIECES] |= bit(cell)
    state[4] |= ((piece >> U(2)) & ONE) << cell
    state[5] |= ((piece >> U(3)) & ONE) << cell
    state[6] |= (piece & ONE) << cell
    state[7] |= ((piece >> U(1)) & ONE) << cell


@inline
def step(state: Words, start: U, end: U) -> None:
    """A piece moves, and the cell that it leaves is gone for good (MOA-5)."""
    state[GROUND] ^= bit(start)
    for plane in range(PIECES, LAST_PLANE + 1):
        here = (state[plane] >> start) & ONE
        state[plane] ^= (here << start) | (here << end)


@inline
def same(plane: U, cell: U) -> U:
    """The cells with the same bit as this one."""
    return plane if has(plane, cell) else ~plane


@inline
def partners(state: Words, cell: U) -> U:
    """The neighbouring pieces that share the colour or the shape of the piece on a cell (MOA-5)."""
    alike = (same(state[4], cell) & same(state[5], cell)) | (same(state[6], cell) & same(state[7], cell))
    return NEIGHBOURS[option(state, TERRAIN), cell] & state[PIECES] & alike


@inline
def anything_moves(state: Words) -> bool:
    movers = state[PIECES]
    while movers:
        if ways_out(state, lowest(movers)):
            return True
        movers = rest(movers)
    return False


@inline
def end_game(state: Words, player: U) -> None:
    """Who moved last loses, the player before wins, a third gets neither (MOA-6)."""
    after = following(state, player)
    if option(state, PLAYERS) == ZERO:
        finish(state, LAST_MOVED, WON << (after + after))
    else:
        before = following(state, after)
        finish(state, LAST_MOVED, (WON << (before + before)) | (NEITHER << (after + after)))


@kernel(PLAY)
def play(state: Words, player: U, move: U) -> None:
    """Put or move a piece; a moved one takes its like along and ends the turn, or its player goes on (MOA-5)."""
    end = move & U(63)
    source = (move >> U(6)) & U(63)
    if not move & MOVE:
        put(state, source, end)
        give_turn(state, following(state, player))
        return
    step(state, source, end)
    taken = partners(state, end)
    actor = player  # MOA-5a
    if taken:  # MOA-5b
        for plane in range(PIECES, LAST_PLANE + 1):
            state[plane] &= ~(taken | bit(end))
        actor = following(state, player)
    if anything_moves(state):
        give_turn(state, actor)
    else:
        end_game(state, player)


@kernel(LETTER)
def letter(move: U, place: U) -> U:
    """The piece of the stock, or the cell where one comes from; then the cell where it goes."""
    source = (move >> U(6)) & U(63)
    if place == ONE:
        return LAST | (move & U(63))
    # Colour by colour, three shapes each.
    return source if move & MOVE else CHOICE | (U(3) * (source >> U(2)) + (source & U(3)))
