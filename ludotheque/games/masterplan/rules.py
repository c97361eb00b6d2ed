"""Masterplan's rules as kernels. `layout.py` says what the words of a state and the bits of a move hold.

Parks come where one more house would make a line, towers where it would complete a square. Such a cell is *due*.
"""

from __future__ import annotations

import numpy as np

from ludotheque.bits import ONE, ZERO, U, bit, lowest, nth_of_many, rest, size
from ludotheque.games.masterplan import board, layout
from ludotheque.games.masterplan.layout import PARKS, PLACE, PLACE_COUNT, POINTS, TOWERS
from ludotheque.kernel import LETTER, MOVES, PICK, PLAY, Words, inline, kernel, word, words
from ludotheque.spelling import LAST, TOKEN, letter_of
from ludotheque.status_kernels import DRAWN, finish, give_turn, option, won_by

HOUSES = U(layout.HOUSES)
PLACE_PLANES, PLACE_BITS = layout.PLACE_BITS, U(layout.PLACE_BITS)
POINTS_BITS, POINTS_MASK = U(layout.POINTS_BITS), U(layout.POINTS_MASK)
CELL, PLACE_SHIFT, PLACE_MASK = U(layout.CELL_MASK), U(layout.PLACE_SHIFT), U(layout.PLACE_MASK)
FORGOTTEN_SHIFT = U(layout.FORGOTTEN_SHIFT)
DISTANCE_BITS, DISTANCE = U(layout.DISTANCE_BITS), U(layout.DISTANCE_MASK)
HOUSE_STOCK, PARK_STOCK, TOWER_STOCK = U(layout.HOUSE_STOCK), U(layout.PARK_STOCK), U(layout.TOWER_STOCK)
HOUSE_POINTS, TOWER_POINTS = U(layout.HOUSE_POINTS), U(layout.TOWER_POINTS)
EXACT_BONUS = U(layout.EXACT_POINTS - layout.HOUSE_POINTS)
BY_POINTS = U(0)  # the number of the only reason for the end
VIGILANCE = U(0)  # the option's number; its value 1 means yes
N, NE, E, SE, S, SW, W, NW = (U(place) for place in range(PLACE_COUNT))
NOT_A, NOT_H = U(0xFEFE_FEFE_FEFE_FEFE), U(0x7F7F_7F7F_7F7F_7F7F)

# FORGET[cell, park]: the bits of a move that forget this park. AHEAD[cell, side, distance]: the set of that one cell.
FORGET = np.zeros((64, 64), np.uint64)
AHEAD = np.zeros((64, PLACE_COUNT, layout.DISTANCE_MASK + 1), np.uint64)
for _cell in range(64):
    for _side in range(PLACE_COUNT):
        for _distance, _park in enumerate(board.RAYS[_cell][_side], start=1):
            FORGET[_cell, _park] = layout.forgotten(_side, _distance)
            AHEAD[_cell, _side, _distance] = 1 << _park


@inline
def cell_of(move: U) -> U:
    return move & CELL


@inline
def place_of(move: U) -> U:
    """The place of the new house in its cell (PLN-2)."""
    return (move >> PLACE_SHIFT) & PLACE_MASK


@inline
def built(state: Words) -> U:
    """The cells where a house stands."""
    return state[HOUSES] | state[HOUSES + ONE]


@inline
def points_of(points: U) -> tuple[U, U]:
    """White's and Yellow's points from a word that holds both."""
    return points & POINTS_MASK, points >> POINTS_BITS


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
    return ~(built(state) | state[PARKS] | state[TOWERS])


@inline
def buildable(state: Words) -> U:
    """The empty cells where a house makes no line (PLN-3).

    While parks are left, every cell where it would make one is a park. A cell where it would complete a square is a
    tower; once no tower is left it is free (PLN-4, PLN-5).
    """
    if size(state[PARKS]) < PARK_STOCK:
        return vacant(state)
    return vacant(state) & ~line_due(built(state))


@inline
def deal(due: U, stock: U) -> U:
    """The due cells that get a park or a tower from what is left, row by row from a1 (PLN-5)."""
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
    due = line_due(built(state) | bit(cell)) & vacant(state) & ~bit(cell)
    return deal(due, PARK_STOCK - size(state[PARKS]))


@inline
def forget(cell: U, parks: U) -> U:
    """The part of a move that says which parks are forgotten (PLN-8)."""
    code = ZERO
    while parks:
        code |= FORGET[cell, lowest(parks)]
        parks = rest(parks)
    return code


@kernel(MOVES)
def moves(state: Words, player: U, out: Words) -> int:
    """List all legal moves: cell, place (PLN-2) and, under vigilance, every set of new parks to forget (PLN-8)."""
    found = 0
    cells = buildable(state)
    while cells:
        cell = lowest(cells)
        cells = rest(cells)
        parks = parks_for(state, cell) if option(state, VIGILANCE) else ZERO
        forgotten = ZERO
        while True:
            code = cell | forget(cell, forgotten)
            for place in range(PLACE_COUNT):
                out[found] = code | (U(place) << PLACE_SHIFT)
                found += 1
            if forgotten == parks:
                break
            forgotten = ((forgotten | ~parks) + ONE) & parks
    return found


@inline
def park_ahead(a1: U, a2: U, a3: U, b1: U, b2: U, free1: U, free2: U, free3: U) -> U:
    """Where a house brings a park on one side (PLN-3).

    `a1`, `a2`, `a3` are the cells with a house 1, 2, 3 cells ahead, `b1`, `b2` those with a house 1, 2 cells behind,
    `free1`, `free2`, `free3` those with a free cell 1, 2, 3 cells ahead. The park comes on the first cell ahead without
    a house, if three houses stand before it, behind the new house and beyond it.
    """
    return (free1 & ((b1 & (b2 | a2)) | (a2 & a3))) | (a1 & ((free2 & (b1 | a3)) | (a2 & free3)))


@inline
def add(sums: tuple[U, U, U, U], members: U) -> tuple[U, U, U, U]:
    """Add one on each of these cells to numbers on cells, sliced by bits."""
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
    """The cells with this number."""
    for k in range(4):
        cells &= sums[k] if (number >> U(k)) & ONE else ~sums[k]
    return cells


@inline
def subset(members: U, choice: U) -> U:
    """Some members of a set; bit k of the choice stands for the k-th."""
    chosen = ZERO
    while choice:
        if choice & ONE:
            chosen |= bit(lowest(members))
        members = rest(members)
        choice >>= ONE
    return chosen


@inline
def pick_vigilant(state: Words, random: U) -> U:
    """Pick a move under vigilance. Cells are counted by how many parks they bring; only the chosen subset is made."""
    cells = buildable(state)
    stock = PARK_STOCK - size(state[PARKS])
    sums = park_counts(built(state), cells)
    total, number, others = ZERO, ZERO, cells
    while others:
        members = with_count(others, sums, number)
        total += size(members) << min(number, stock)
        others ^= members
        number += ONE
    index = random % (total << PLACE_BITS)
    place = index & PLACE_MASK
    index >>= PLACE_BITS
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
    return cell | (place << PLACE_SHIFT) | forget(cell, forgotten)


@kernel(PICK)
def pick(state: Words, player: U, random: U, out: Words) -> U:
    """Pick a cell and a place in it; under vigilance also what to forget."""
    if option(state, VIGILANCE):
        return pick_vigilant(state, random)
    cells = buildable(state)
    index = random % (size(cells) << PLACE_BITS)
    return nth_of_many(cells, index >> PLACE_BITS) | ((index & PLACE_MASK) << PLACE_SHIFT)


@inline
def sliced(members: U, wanted: U) -> U:
    return members if wanted else ~members


@inline
def standing(state: Words, place: U) -> U:
    """The cells whose house, if there is one, stands at this place (PLN-2)."""
    low = sliced(state[PLACE], place & U(1)) & sliced(state[PLACE + 1], place & U(2))
    return low & sliced(state[PLACE + 2], place & U(4))


@inline
def score(houses: U, exact: U) -> U:
    """What houses beside a park score, and more for those that stand exactly towards it (PLN-6)."""
    return HOUSE_POINTS * size(houses) + EXACT_BONUS * size(houses & exact)


@inline
def scores(state: Words, near: U, exact: U) -> U:
    """What both players' houses on these cells score, laid out as the points."""
    return score(state[HOUSES] & near, exact) + (score(state[HOUSES + ONE] & near, exact) << POINTS_BITS)


@inline
def rating(state: Words, cells: U) -> U:
    """What parks or towers on these cells are worth to both players, laid out as the points (PLN-6, PLN-7)."""
    return (
        scores(state, north(cells), standing(state, S))
        + scores(state, north_east(cells), standing(state, SW))
        + scores(state, east(cells), standing(state, W))
        + scores(state, south_east(cells), standing(state, NW))
        + scores(state, south(cells), standing(state, N))
        + scores(state, south_west(cells), standing(state, NE))
        + scores(state, west(cells), standing(state, E))
        + scores(state, north_west(cells), standing(state, SE))
    )


@inline
def tower_award(state: Words, tower: U) -> U:
    """What a tower gives to the player with the higher rating, laid out as the points (PLN-7)."""
    white, yellow = points_of(rating(state, bit(tower)))
    if white > yellow:
        return TOWER_POINTS
    return TOWER_POINTS << POINTS_BITS if yellow > white else ZERO


@inline
def score_towers(state: Words) -> None:
    """Every tower is rated (PLN-7)."""
    towers = state[TOWERS]
    while towers:
        state[POINTS] += tower_award(state, lowest(towers))
        towers = rest(towers)


@inline
def end_turn(state: Words, player: U) -> None:
    """The turn passes, unless the next player has no house left or no cell (PLN-7)."""
    following = ONE - player
    if size(state[HOUSES + following]) < HOUSE_STOCK and buildable(state):
        give_turn(state, following)
        return
    score_towers(state)
    white, yellow = points_of(state[POINTS])
    if white == yellow:
        finish(state, BY_POINTS, DRAWN)
    else:
        finish(state, BY_POINTS, won_by(ZERO if white > yellow else ONE))


@inline
def forgotten_parks(move: U) -> U:
    """The parks that the player left unmarked (PLN-8)."""
    cell = cell_of(move)
    parks = ZERO
    for side in range(PLACE_COUNT):
        parks |= AHEAD[cell, side, (move >> (FORGOTTEN_SHIFT + DISTANCE_BITS * U(side))) & DISTANCE]
    return parks


@kernel(PLAY)
def play(state: Words, player: U, move: U) -> None:
    """Build the house, lay out the parks, then the towers; then the parks score (PLN-2 to PLN-6)."""
    cell = cell_of(move)
    parks = parks_for(state, cell)
    state[HOUSES + player] |= bit(cell)
    for plane in range(PLACE_PLANES):
        state[PLACE + plane] |= ((move >> (PLACE_SHIFT + U(plane))) & ONE) << cell
    state[PARKS] |= parks
    due = square_due(built(state)) & vacant(state)  # a cell due to become both is a park by now (PLN-4)
    state[TOWERS] |= deal(due, TOWER_STOCK - size(state[TOWERS]))
    if move >> FORGOTTEN_SHIFT:
        parks &= ~forgotten_parks(move)  # they are laid out, but do not score (PLN-8)
    if parks:
        state[POINTS] += rating(state, parks)
    end_turn(state, player)


@kernel(LETTER)
def letter(move: U, place: U) -> U:
    """Spell the cell, the place in it, then the forgotten parks."""
    if place == ZERO:
        return cell_of(move)
    forgotten = forgotten_parks(move) if move >> FORGOTTEN_SHIFT else ZERO
    if place == ONE:
        return TOKEN | place_of(move) | (ZERO if forgotten else LAST)
    return letter_of(forgotten, place - U(2))


# For drawings.


@kernel(word(words, word, word))
def house_gain(state: Words, house: U, parks: U) -> U:
    """Return what one house scores for new parks (PLN-6). All others are taken off the state."""
    state[HOUSES] &= bit(house)
    state[HOUSES + ONE] &= bit(house)
    white, yellow = points_of(rating(state, parks))
    return white + yellow


@kernel(word(words, word))
def tower_gain(state: Words, tower: U) -> U:
    """Return what a tower gives at the end, laid out as the points (PLN-7)."""
    return tower_award(state, tower)
