"""Moaaï's rules as kernels. `layout.py` says what the words of a state and the bits of a move hold."""

from __future__ import annotations

import numpy as np

from ludotheque.bits import ONE, ZERO, U, bit, has, lowest, nth, nth_of_many, rest, size
from ludotheque.games.moaai import layout
from ludotheque.games.moaai.board import BOARDS, TERRAINS
from ludotheque.games.moaai.layout import COLOUR, GROUND, OCCUPIED, SHAPE, STATE_SIZE, STOCK
from ludotheque.kernel import LETTER, MOVES, PICK, PLAY, Words, inline, kernel
from ludotheque.spelling import LAST, TOKEN
from ludotheque.status_kernels import NEITHER, WON, finish, give_turn, is_over, option

TERRAIN, PLAYERS = U(0), U(1)  # the options' numbers
LAST_MOVED = U(0)  # the number of the rules' reason
MOVE, CELL, SOURCE_SHIFT = U(layout.MOVE), U(layout.CELL_MASK), U(layout.SOURCE_SHIFT)
COLOUR_SHIFT, SHAPE_MASK, SHAPE_COUNT = U(layout.COLOUR_SHIFT), U(layout.SHAPE_MASK), U(len(layout.SHAPES))
assert layout.PLANE_BITS == 2, "the kernels below read two planes of each"

# By terrain and cell: the set of its neighbours (MOA-2).
NEIGHBOURS = np.zeros((len(TERRAINS), max(len(board.cells) for board in BOARDS.values())), np.uint64)
for _number, _terrain in enumerate(TERRAINS):
    NEIGHBOURS[_number, : len(BOARDS[_terrain].cells)] = BOARDS[_terrain].neighbours


@inline
def end_of(move: U) -> U:
    """The cell where the piece goes."""
    return move & CELL


@inline
def source_of(move: U) -> U:
    """The number of the piece from the stock, or the cell where the piece comes from."""
    return (move >> SOURCE_SHIFT) & CELL


@inline
def empty_cells(state: Words) -> U:
    return state[GROUND] & ~state[OCCUPIED]


@inline
def ways_out(state: Words, cell: U) -> U:
    """Where the piece on a cell can move: neighbouring cells, empty and still there (MOA-5)."""
    return NEIGHBOURS[option(state, TERRAIN), cell] & empty_cells(state)


@kernel(MOVES)
def moves(state: Words, player: U, out: Words) -> int:
    """List each piece of the stock with each empty cell (MOA-4); without stock, each step of each piece (MOA-5)."""
    found = 0
    sources = state[STOCK] if state[STOCK] else state[OCCUPIED]
    while sources:
        source = lowest(sources)
        sources = rest(sources)
        kind = ZERO if state[STOCK] else MOVE
        ends = empty_cells(state) if state[STOCK] else ways_out(state, source)
        while ends:
            out[found] = kind | (source << SOURCE_SHIFT) | lowest(ends)
            ends = rest(ends)
            found += 1
    return found


@inline
def pick_put(state: Words, random: U) -> U:
    """Pick a piece of the stock and an empty cell, each straight from the number (MOA-4)."""
    empty = empty_cells(state)
    cells = size(empty)
    index = random % (size(state[STOCK]) * cells)
    return (nth(state[STOCK], index // cells) << SOURCE_SHIFT) | nth_of_many(empty, index % cells)


@kernel(PICK)
def pick(state: Words, player: U, random: U, out: Words) -> U:
    """Pick one of the legal moves. Steps are counted piece by piece and only the chosen one is made."""
    if state[STOCK]:
        return pick_put(state, random)
    total = ZERO
    movers = state[OCCUPIED]
    while movers:
        total += size(ways_out(state, lowest(movers)))
        movers = rest(movers)
    index = random % total
    movers = state[OCCUPIED]
    ends = ways_out(state, lowest(movers))
    while index >= size(ends):
        index -= size(ends)
        movers = rest(movers)
        ends = ways_out(state, lowest(movers))
    return MOVE | (lowest(movers) << SOURCE_SHIFT) | nth(ends, index)


@inline
def following(state: Words, player: U) -> U:
    """The next player by number (MOA-3)."""
    return player + ONE if player <= option(state, PLAYERS) else ZERO


@inline
def put(state: Words, piece: U, cell: U) -> None:
    """A piece comes from the stock (MOA-4)."""
    state[STOCK] ^= bit(piece)
    state[OCCUPIED] |= bit(cell)
    colour, shape = piece >> COLOUR_SHIFT, piece & SHAPE_MASK
    state[COLOUR] |= (colour & ONE) << cell
    state[COLOUR + 1] |= (colour >> ONE) << cell
    state[SHAPE] |= (shape & ONE) << cell
    state[SHAPE + 1] |= (shape >> ONE) << cell


@inline
def step(state: Words, start: U, end: U) -> None:
    """A piece moves, and the cell that it leaves is gone for good (MOA-5)."""
    state[GROUND] ^= bit(start)
    for plane in range(OCCUPIED, STATE_SIZE):
        here = (state[plane] >> start) & ONE
        state[plane] ^= (here << start) | (here << end)


@inline
def same(plane: U, cell: U) -> U:
    """The cells with the same bit as this one."""
    return plane if has(plane, cell) else ~plane


@inline
def alike(state: Words, cell: U) -> U:
    """The cells whose pieces share the colour or the shape of the piece on a cell; empty cells are in it too."""
    colour = same(state[COLOUR], cell) & same(state[COLOUR + 1], cell)
    return colour | (same(state[SHAPE], cell) & same(state[SHAPE + 1], cell))


@inline
def partners(state: Words, cell: U) -> U:
    """The neighbouring pieces that share the colour or the shape of the piece on a cell (MOA-5)."""
    return NEIGHBOURS[option(state, TERRAIN), cell] & state[OCCUPIED] & alike(state, cell)


@inline
def anything_moves(state: Words) -> bool:
    movers = state[OCCUPIED]
    while movers:
        if ways_out(state, lowest(movers)):
            return True
        movers = rest(movers)
    return False


@inline
def end_game(state: Words, player: U) -> None:
    """The player who moved last loses, the player before wins, a third gets neither (MOA-6)."""
    after = following(state, player)
    if option(state, PLAYERS) == ZERO:
        finish(state, LAST_MOVED, WON << (after + after))
    else:
        before = following(state, after)
        finish(state, LAST_MOVED, (WON << (before + before)) | (NEITHER << (after + after)))


@kernel(PLAY)
def play(state: Words, player: U, move: U) -> None:
    """Put or move a piece.

    A moved piece takes neighbours of its colour or shape along and ends the turn; otherwise its player goes on (MOA-5).
    """
    end, source = end_of(move), source_of(move)
    if not move & MOVE:
        put(state, source, end)
        give_turn(state, following(state, player))
        return
    step(state, source, end)
    taken = partners(state, end)
    actor = player  # MOA-5a
    if taken:  # MOA-5b
        for plane in range(OCCUPIED, STATE_SIZE):
            state[plane] &= ~(taken | bit(end))
        actor = following(state, player)
    if anything_moves(state):
        give_turn(state, actor)
    else:
        end_game(state, player)


@kernel(LETTER)
def letter(move: U, place: U) -> U:
    """Spell the piece of the stock, or the cell where one comes from; then the cell where it goes."""
    source = source_of(move)
    if place == ONE:
        return LAST | end_of(move)
    # The tokens stand colour by colour, without gaps.
    return source if move & MOVE else TOKEN | (SHAPE_COUNT * (source >> COLOUR_SHIFT) + (source & SHAPE_MASK))


# For warnings.


@kernel(MOVES)
def last_moves(state: Words, player: U, out: Words) -> int:
    """List the legal moves after which no piece can move: they lose (MOA-6). The list has room for a state more."""
    if state[STOCK]:
        return 0
    found, after = 0, out[len(out) - len(state) :]
    for number in range(moves(state, player, out)):
        after[:] = state
        play(after, player, out[number])
        if is_over(after):
            out[found] = out[number]
            found += 1
    return found
