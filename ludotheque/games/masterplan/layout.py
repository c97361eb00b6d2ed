"""Masterplan's numbers, and the bits of its states and moves: the only file that knows them.

State, after the status word:

    HOUSES + player   the houses of White and of Yellow, sets of cells
    PLACE + k         bit k of the place of each house in its cell (PLN-2)
    PARKS, TOWERS     the parks and the towers, sets of cells
    POINTS            the points: White's in bits 0-31, Yellow's in bits 32-63

Move:

    bits 0-5    the cell
    bits 6-8    the place in it: 0 n, 1 ne, 2 e, … 7 nw
    bits 9-24   the forgotten parks (PLN-8), two bits for each side of the house, n first: 0 for none, else how far away

A new park lies in line with the new house, and only houses stand between them. No line has more than three houses, so
each of the eight sides has at most one new park, one to three cells away. Other cells that should be parks are parks
already, unless none is left.
"""

from __future__ import annotations

from collections.abc import Mapping

HOUSES, PLACE, PARKS, TOWERS, POINTS, STATE_SIZE = 1, 3, 6, 7, 8, 9
PLACE_BITS = 3
POINTS_BITS = 32
POINTS_MASK = 2**POINTS_BITS - 1

CELL_MASK, PLACE_MASK, DISTANCE_MASK = 63, 7, 3
PLACE_SHIFT, FORGOTTEN_SHIFT = 6, 9
DISTANCE_BITS = 2
PLACE_COUNT = 8
"""The four sides and four corners of a cell; a new park may lie on each of them (PLN-2)."""

HOUSE_STOCK = 14
"""The houses of each player (PLN-1)."""
PARK_STOCK, TOWER_STOCK = 21, 6
"""The parks and towers, for both players (PLN-1)."""
FORBIDDEN_LINE = 4
"""This many houses may never stand in a line (PLN-3). The kernels `fourth` and `park_ahead` are made for it."""
PARK_REACH = FORBIDDEN_LINE - 1
"""A new park is at most this many cells away from the new house (PLN-3)."""
HOUSE_POINTS = 1
"""What a house beside a new park scores (PLN-6)."""
EXACT_POINTS = 2
"""What it scores when it stands exactly towards the park (PLN-6)."""
TOWER_POINTS = 2
"""What a tower gives to the player with the higher rating (PLN-7)."""
MAX_POINTS = PARK_STOCK * PLACE_COUNT * EXACT_POINTS + TOWER_STOCK * TOWER_POINTS
"""No player has more: every park with a house exactly towards it on each side, and every tower."""

NUMBERS: Mapping[str, int] = {
    "house_stock": HOUSE_STOCK,
    "park_stock": PARK_STOCK,
    "tower_stock": TOWER_STOCK,
    "forbidden_line": FORBIDDEN_LINE,
    "park_reach": PARK_REACH,
    "house_points": HOUSE_POINTS,
    "exact_points": EXACT_POINTS,
    "tower_points": TOWER_POINTS,
}
"""The numbers that texts name."""


def houses(state: tuple[int, ...], player: int) -> int:
    """Return the set of a player's houses."""
    return state[HOUSES + player]


def all_houses(state: tuple[int, ...]) -> int:
    """Return the set of both players' houses."""
    return state[HOUSES] | state[HOUSES + 1]


def place_in(state: tuple[int, ...], cell: int) -> int:
    """Return where the house on a cell stands in it, an index of `board.PLACES`."""
    # Written out: a server asks this for every house of every state that it sends.
    ones, twos, fours = state[PLACE : PLACE + PLACE_BITS]
    return ones >> cell & 1 | (twos >> cell & 1) << 1 | (fours >> cell & 1) << 2


def put_house(state: list[int], player: int, cell: int, place: int) -> None:
    """Put a house into a state that is being made."""
    state[HOUSES + player] |= 1 << cell
    for bit in range(PLACE_BITS):
        state[PLACE + bit] |= (place >> bit & 1) << cell


def split_points(points: int) -> tuple[int, int]:
    """Return White's and Yellow's points from a word that holds both."""
    return points & POINTS_MASK, points >> POINTS_BITS


def join_points(white: int, yellow: int) -> int:
    """Return the word that holds both players' points."""
    return white | yellow << POINTS_BITS


def cell_of(move: int) -> int:
    """Return the cell where a move builds."""
    return move & CELL_MASK


def place_of(move: int) -> int:
    """Return the place of the new house in its cell, an index of `board.PLACES`."""
    return move >> PLACE_SHIFT & PLACE_MASK


def forgotten_distances(move: int) -> tuple[int, ...]:
    """Return for each side of the house how far away the forgotten park is; 0 where none is forgotten."""
    shifts = (FORGOTTEN_SHIFT + DISTANCE_BITS * side for side in range(PLACE_COUNT))
    return tuple(move >> shift & DISTANCE_MASK for shift in shifts)


def make_move(cell: int, place: int) -> int:
    """Return the code of a house that forgets no park; add `forgotten` for each that it forgets."""
    return cell | place << PLACE_SHIFT


def forgotten(side: int, distance: int) -> int:
    """Return the part of a move's code that forgets the park this far away on a side of the house."""
    return distance << (FORGOTTEN_SHIFT + DISTANCE_BITS * side)
