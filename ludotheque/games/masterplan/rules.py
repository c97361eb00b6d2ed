"""Masterplan's rules as kernels.

State, after the status word:

    1, 2   the houses of White and of Yellow, sets of cells
    3-5    where each house stands in its cell (PLN-2), sliced by bits: word 3 + k holds bit k of its place
    6, 7   the parks and the towers, sets of cells
    8      the points: White's in bits 0-31, Yellow's in bits 32-63

Decision:

    bits 0-5    the cell
    bits 6-8    the place in it: 0 n, 1 ne, 2 e, … 7 nw
    bits 9-24   the forgotten parks, two bits for each side of the house, n first: 0 for none, else how far away

A new park stands on a line with the new house, with houses only between them, three at most in a row: there is at most
one on each of its eight sides, one to three cells away. All older due cells are parks already, or no park is left.
"""

from __future__ import annotations

import numpy as np

from ludotheque.bits import ONE, ZERO, U, bit, lowest, nth_of_many, rest, size
from ludotheque.games.masterplan import board
from ludotheque.kernel import LETTER, MOVES, PICK, PLAY, Words, inline, kernel
from ludotheque.spelling import CHOICE, LAST, letter_of
from ludotheque.status import DRAWN, finish, give_turn, option, won_by

POINTS = U(0)  # the only reason for the end
VIGILANCE = U(0)  # the option's number; its value 1 means yes
HOUSES, PARKS, TOWERS = U(board.HOUSES), U(board.PARKS), U(board.TOWERS)
YELLOW = U(32)  # where Yellow's points begin in their word
LOW_WORD = U(2**32 - 1)
N, NE, E, SE, S, SW, W, NW = (U(place) for place in range(8))
NOT_A, NOT_H = U(0xFEFE_FEFE_FEFE_FEFE), U(0x7F7F_7F7F_7F7F_7F7F)

# FORGET[cell, park]: the bits of a decision that forget this park; AHEAD[cell, side, far]: the set of that one cell.
FORGET = np.zeros((64, 64), np.uint64)
AHEAD = np.zeros((64, 8, 4), np.uint64)
for _cell in range(64):
    for _side in range(8):
        for _far, _park in enumerate(board.RAYS[_cell][_side], start=1):
            FORGET[_cell, _park] = _far << (9 + 2 * _side)
            AHEAD[_cell, _side, _far] = 1 << _park


@inline
def north(cells: U) -> U:
    """The set moved by one row towards row 8; what leaves the board is gone."""
    return cells << U(8)


@inline
def south(cells: U) -> U:
    return cells >> U(8)


@inline
def east(cells: U) -> U:
    return (cells & NOT_H) << ONE


@inline
def west(cells: U) -> U:
    return (cells & NOT_A) >> ONE


@inline
def north_east(cells: U) -> U:
    return (cells & NOT_H) << U(9)


@inline
def south_east(cells: U) -> U:
    return (cells & NOT_H) >> U(7)


@inline
def south_west(cells: U) -> U:
    return (cells & NOT_A) >> U(9)


@inline
def north_west(cells: U) -> U:
    return (cells & NOT_A) << U(7)


@inline
def fourth(a1: U, a2: U, a3: U, b1: U, b2: U, b3: U) -> U:
    """Where a house joins three others on one axis: houses 1, 2, 3 cells away on one side, and on the other."""
    return (a1 & a2 & (a3 | b1)) | (b1 & b2 & (b3 | a1))


@inline
def line_due(houses: U) -> U:
    """The cells where one more house would stand in a line of four or more (PLN-3)."""
    n, s, e, w = north(houses), south(houses), east(houses), west(houses)
    ne, sw, se, nw = north_east(houses), south_west(houses), south_east(houses), north_west(houses)
    n2, s2, e2, w2 = north(n), south(s), east(e), west(w)
    ne2, sw2, se2, nw2 = north_east(ne), south_west(sw), south_east(se), north_west(nw)
    return (
        fourth(n, n2, north(n2), s, s2, south(s2))
        | fourth(e, e2, east(e2), w, w2, west(w2))
        | fourth(ne, ne2, north_east(ne2), sw, sw2, south_west(sw2))
        | fourth(se, se2, south_east(se2), nw, nw2, north_west(nw2))
    )


@inline
def square_due(houses: U) -> U:
    """The cells where one more house would complete a 2×2 square (PLN-4)."""
    e, w = east(houses), west(houses)
    # Columns of two, one beside the cell and one that it would complete.
    from_south = north(houses) & ((e & north(e)) | (w & north(w)))
    from_north = south(houses) & ((e & south(e)) | (w & south(w)))
    return from_south | from_north


@inline
def vacant(state: Words) -> U:
    return ~(state[1] | state[2] | state[6] | state[7])


@inline
def buildable(state: Words) -> U:
    """The empty cells where a house makes no line (PLN-3).

    While parks are left every such cell is one. A cell that would complete a square is a tower, unless there are none
    left, and then it is free (PLN-4, PLN-5).
    """
    if size(state[6]) < PARKS:
        return vacant(state)
    return vacant(state) & ~line_due(state[1] | state[2])


@inline
def deal(due: U, stock: U) -> U:
    """The due cells that get something from what is left: row by row from a1 (PLN-5)."""
    if size(due) <= stock:
        return due
    dealt = ZERO
    while stock:
        dealt |= bit(lowest(due))
        due = rest(due)
        stock -= ONE
    return dealt


@inline
def parks_for(state: Words, cell: U) -> U:
    """The parks that a house on this cell would bring (PLN-3)."""
    due = line_due(state[1] | state[2] | bit(cell)) & vacant(state) & ~bit(cell)
    return deal(due, PARKS - size(state[6]))


@inline
def forget(cell: U, parks: U) -> U:
    """The part of a decision that says which parks are forgotten."""
    code = ZERO
    while parks:
        code |= FORGET[cell, lowest(parks)]
        parks = rest(parks)
    return code


@kernel(MOVES)
def moves(state: Words, player: U, out: Words) -> int:
    """All legal decisions: cell, place (PLN-2) and, under vigilance, every subset of the new parks."""
    found = 0
    cells = buildable(state)
    while cells:
        cell = lowest(cells)
        cells = rest(cells)
        parks = parks_for(state, cell) if option(state, VIGILANCE) else ZERO
        forgotten = ZERO
        while True:
            code = cell | forget(cell, forgotten)
            for place in range(8):
                out[found] = code | (U(place) << U(6))
                found += 1
            if forgotten == parks:
                break
            forgotten = ((forgotten | ~parks) + ONE) & parks
    return found


@inline
def park_ahead(a1: U, a2: U, a3: U, b1: U, b2: U, free1: U, free2: U, free3: U) -> U:
    """Where a house brings a park on one side.

    Given the cells with a house 1, 2, 3 cells ahead, with a house 1, 2 cells behind, with a free cell 1, 2, 3 ahead:
    the park comes at the first cell ahead that is no house, if the houses before, behind and beyond it make three.
    """
    return (free1 & ((b1 & (b2 | a2)) | (a2 & a3))) | (a1 & ((free2 & (b1 | a3)) | (a2 & free3)))


@inline
def add(sums: tuple[U, U, U, U], members: U) -> tuple[U, U, U, U]:
    """Numbers on cells, sliced by bits: one more on each of these cells."""
    ones, twos, fours, eights = sums
    carry = ones & members
    carry_two = twos & carry
    return ones ^ members, twos ^ carry, fours ^ carry_two, eights | (fours & carry_two)


@inline
def park_counts(houses: U, free: U) -> tuple[U, U, U, U]:
    """How many parks a house on each free cell would bring while the stock lasts, sliced by bits (PLN-3)."""
    h, f = houses, free
    n, s, e, w = north(h), south(h), east(h), west(h)
    ne, sw, se, nw = north_east(h), south_west(h), south_east(h), north_west(h)
    n2, s2, e2, w2 = north(n), south(s), east(e), west(w)
    ne2, sw2, se2, nw2 = north_east(ne), south_west(sw), south_east(se), north_west(nw)
    fn, fs, fe, fw = north(f), south(f), east(f), west(f)
    fne, fsw, fse, fnw = north_east(f), south_west(f), south_east(f), north_west(f)
    fn2, fs2, fe2, fw2 = north(fn), south(fs), east(fe), west(fw)
    fne2, fsw2, fse2, fnw2 = north_east(fne), south_west(fsw), south_east(fse), north_west(fnw)
    sums = (ZERO, ZERO, ZERO, ZERO)
    sums = add(sums, f & park_ahead(n, n2, north(n2), s, s2, fn, fn2, north(fn2)))
    sums = add(sums, f & park_ahead(s, s2, south(s2), n, n2, fs, fs2, south(fs2)))
    sums = add(sums, f & park_ahead(e, e2, east(e2), w, w2, fe, fe2, east(fe2)))
    sums = add(sums, f & park_ahead(w, w2, west(w2), e, e2, fw, fw2, west(fw2)))
    sums = add(sums, f & park_ahead(ne, ne2, north_east(ne2), sw, sw2, fne, fne2, north_east(fne2)))
    sums = add(sums, f & park_ahead(sw, sw2, south_west(sw2), ne, ne2, fsw, fsw2, south_west(fsw2)))
    sums = add(sums, f & park_ahead(se, se2, south_east(se2), nw, nw2, fse, fse2, south_east(fse2)))
    return add(sums, f & park_ahead(nw, nw2, north_west(nw2), se, se2, fnw, fnw2, north_west(fnw2)))


@inline
def with_count(cells: U, sums: tuple[U, U, U, U], number: U) -> U:
    """The cells that carry this number."""
    for k in range(4):
        cells &= sums[k] if (number >> U(k)) & ONE else ~sums[k]
    return cells


@inline
def subset(members: U, choice: U) -> U:
    """Some members of a set: bit k of the choice stands for the k-th."""
    chosen = ZERO
    while choice:
        if choice & ONE:
            chosen |= bit(lowest(members))
        members = rest(members)
        choice >>= ONE
    return chosen


@inline
def pick_vigilant(state: Words, random: U) -> U:
    """Cells are counted by how many parks they bring, and only the chosen subset is made."""
    cells = buildable(state)
    stock = PARKS - size(state[6])
    sums = park_counts(state[1] | state[2], cells)
    total, number, others = ZERO, ZERO, cells
    while others:
        members = with_count(others, sums, number)
        total += size(members) << min(number, stock)
        others ^= members
        number += ONE
    index = random % (total << U(3))
    place = index & U(7)
    index >>= U(3)
    number = ZERO
    while True:
        members = with_count(cells, sums, number)
        parks = min(number, stock)
        if index < size(members) << parks:
            break
        index -= size(members) << parks
        number += ONE
    cell = nth_of_many(members, index >> parks)
    choice = index & ((ONE << parks) - ONE)
    forgotten = subset(parks_for(state, cell), choice) if choice else ZERO
    return cell | (place << U(6)) | forget(cell, forgotten)


@kernel(PICK)
def pick(state: Words, player: U, random: U, out: Words) -> U:
    """One of the legal decisions."""
    if option(state, VIGILANCE):
        return pick_vigilant(state, random)
    cells = buildable(state)
    index = random % (size(cells) << U(3))
    return nth_of_many(cells, index >> U(3)) | ((index & U(7)) << U(6))


@inline
def sliced(members: U, wanted: U) -> U:
    return members if wanted else ~members


@inline
def standing(state: Words, place: U) -> U:
    """The cells whose house, if there is one, stands at this place (PLN-2)."""
    low = sliced(state[3], place & U(1)) & sliced(state[4], place & U(2))
    return low & sliced(state[5], place & U(4))


@inline
def worth(state: Words, near: U, exact: U) -> U:
    """What houses on these cells score: a point each, and another if they stand exactly towards the park (PLN-6)."""
    white, yellow = state[1] & near, state[2] & near
    return size(white) + size(white & exact) + ((size(yellow) + size(yellow & exact)) << YELLOW)


@inline
def rating(state: Words, cells: U) -> U:
    """What parks or towers on these cells are worth, to both players, laid out as the points (PLN-6, PLN-7)."""
    return (
        worth(state, north(cells), standing(state, S))
        + worth(state, north_east(cells), standing(state, SW))
        + worth(state, east(cells), standing(state, W))
        + worth(state, south_east(cells), standing(state, NW))
        + worth(state, south(cells), standing(state, N))
        + worth(state, south_west(cells), standing(state, NE))
        + worth(state, west(cells), standing(state, E))
        + worth(state, north_west(cells), standing(state, SE))
    )


@inline
def score_towers(state: Words) -> None:
    """Each tower gives two points to the player with the higher rating (PLN-7)."""
    towers = state[7]
    while towers:
        points = rating(state, bit(lowest(towers)))
        towers = rest(towers)
        white, yellow = points & LOW_WORD, points >> YELLOW
        if white > yellow:
            state[8] += U(2)
        elif yellow > white:
            state[8] += U(2) << YELLOW


@inline
def end_turn(state: Words, player: U) -> None:
    """The turn passes, unless the next player has no house left or no cell (PLN-7)."""
    following = ONE - player
    if size(state[U(1) + following]) < HOUSES and buildable(state):
        give_turn(state, following)
        return
    score_towers(state)
    white, yellow = state[8] & LOW_WORD, state[8] >> YELLOW
    if white == yellow:
        finish(state, POINTS, DRAWN)
    else:
        finish(state, POINTS, won_by(ZERO if white > yellow else ONE))


@inline
def forgotten_parks(move: U) -> U:
    """The parks that the player left unmarked (option vigilance)."""
    cell = move & U(63)
    parks = ZERO
    for side in range(8):
        parks |= AHEAD[cell, side, (move >> U(9 + 2 * side)) & U(3)]
    return parks


@kernel(PLAY)
def play(state: Words, player: U, move: U) -> None:
    """Build the house, lay out the parks, then the towers; then the parks score (PLN-2 to PLN-6)."""
    cell = move & U(63)
    parks = parks_for(state, cell)
    state[U(1) + player] |= bit(cell)
    for plane in range(3):
        state[3 + plane] |= ((move >> U(6 + plane)) & ONE) << cell
    state[6] |= parks
    due = square_due(state[1] | state[2]) & vacant(state)  # a cell due to become both is a park by now (PLN-4)
    state[7] |= deal(due, TOWERS - size(state[7]))
    if move >> U(9):
        parks &= ~forgotten_parks(move)
    if parks:
        state[8] += rating(state, parks)
    end_turn(state, player)


@kernel(LETTER)
def letter(move: U, place: U) -> U:
    """The cell, the place in it, then the forgotten parks."""
    if place == ZERO:
        return move & U(63)
    forgotten = forgotten_parks(move) if move >> U(9) else ZERO
    if place == ONE:
        return CHOICE | ((move >> U(6)) & U(7)) | (ZERO if forgotten else LAST)
    return letter_of(forgotten, place - U(2))
