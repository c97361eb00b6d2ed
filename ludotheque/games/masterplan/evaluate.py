"""What a position of Masterplan is worth: the points made, and what free cells would bring if they became parks.

A free cell becomes a park when a line of three houses points to it (PLN-3). It is the likelier, the more lines of two
houses pass through it that a third house could still complete. So free cells are sorted by the number of such lines.
The houses around them count by the sort of the cell, and more when they stand exactly towards it (PLN-6). The weights
were fitted to the final points of games of this program against itself. They shrink as the houses run out.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ludotheque.bits import ONE, ZERO, U, signed, size
from ludotheque.games.masterplan.layout import HOUSE_STOCK, POINTS, TOWERS
from ludotheque.games.masterplan.rules import (
    HOUSES,
    NE,
    NW,
    SE,
    SW,
    E,
    N,
    S,
    W,
    add,
    built,
    east,
    north,
    north_east,
    north_west,
    points_of,
    score_towers,
    south,
    south_east,
    south_west,
    standing,
    vacant,
    west,
)
from ludotheque.kernel import EVALUATE, Words, inline, kernel
from ludotheque.status_kernels import is_to_act

COUNTERS = ()

Weights = npt.NDArray[np.int64]


@inline
def pair(h1: U, h2: U, h3: U, v1: U, v2: U, v3: U) -> U:
    """Where two of the three other cells of a line of four hold houses and the last is free."""
    return (h1 & h2 & v3) | (h1 & v2 & h3) | (v1 & h2 & h3)


@inline
def lone(h1: U, h2: U, h3: U, v1: U, v2: U, v3: U) -> U:
    """Where one of the three holds a house and the others are free."""
    return (h1 & v2 & v3) | (v1 & v2 & h3) | (v1 & h2 & v3)


@inline
def count_axis(
    sums: tuple[U, U, U, U], few: U, a: tuple[U, U, U], b: tuple[U, U, U], c: tuple[U, U, U], d: tuple[U, U, U]
) -> tuple[tuple[U, U, U, U], U]:
    """Count the lines of four through each cell on one axis.

    `a` and `b` are the cells with a house 1, 2, 3 cells ahead and behind, `c` and `d` those with a free cell there.
    """
    sums = add(sums, pair(a[0], a[1], a[2], c[0], c[1], c[2]))
    sums = add(sums, pair(b[0], a[0], a[1], d[0], c[0], c[1]))
    sums = add(sums, pair(b[1], b[0], a[0], d[1], d[0], c[0]))
    sums = add(sums, pair(b[2], b[1], b[0], d[2], d[1], d[0]))
    few |= lone(a[0], a[1], a[2], c[0], c[1], c[2]) | lone(b[0], a[0], a[1], d[0], c[0], c[1])
    few |= lone(b[1], b[0], a[0], d[1], d[0], c[0]) | lone(b[2], b[1], b[0], d[2], d[1], d[0])
    return sums, few


@inline
def three_north(c: U) -> tuple[U, U, U]:
    return north(c), north(north(c)), north(north(north(c)))


@inline
def three_south(c: U) -> tuple[U, U, U]:
    return south(c), south(south(c)), south(south(south(c)))


@inline
def three_east(c: U) -> tuple[U, U, U]:
    return east(c), east(east(c)), east(east(east(c)))


@inline
def three_west(c: U) -> tuple[U, U, U]:
    return west(c), west(west(c)), west(west(west(c)))


@inline
def three_north_east(c: U) -> tuple[U, U, U]:
    return north_east(c), north_east(north_east(c)), north_east(north_east(north_east(c)))


@inline
def three_south_west(c: U) -> tuple[U, U, U]:
    return south_west(c), south_west(south_west(c)), south_west(south_west(south_west(c)))


@inline
def three_north_west(c: U) -> tuple[U, U, U]:
    return north_west(c), north_west(north_west(c)), north_west(north_west(north_west(c)))


@inline
def three_south_east(c: U) -> tuple[U, U, U]:
    return south_east(c), south_east(south_east(c)), south_east(south_east(south_east(c)))


@inline
def prospects(state: Words) -> tuple[U, U, U]:
    """The free cells that could become parks, in three sorts.

    No line of two houses passes through those of the first sort, but a line of one house does. One line of two passes
    through those of the second sort, more through those of the third.
    """
    h, v = built(state), vacant(state)
    sums, few = (ZERO, ZERO, ZERO, ZERO), ZERO
    sums, few = count_axis(sums, few, three_north(h), three_south(h), three_north(v), three_south(v))
    sums, few = count_axis(sums, few, three_east(h), three_west(h), three_east(v), three_west(v))
    sums, few = count_axis(
        sums, few, three_north_east(h), three_south_west(h), three_north_east(v), three_south_west(v)
    )
    sums, few = count_axis(
        sums, few, three_north_west(h), three_south_east(h), three_north_west(v), three_south_east(v)
    )
    ones, twos, fours, eights = sums
    many = v & (twos | fours | eights)
    one = v & ones & ~many
    return v & few & ~(one | many), one, many


# What counts, in points, at the first house and at the last: houses beside a free cell of each sort and beside a tower;
# the same for houses that stand exactly towards it; towers as they would be rated now; points made; the turn.
WORTH = np.array(
    [
        [0.46, 0.57, 0.75, 0.45, 0.38, 0.46, 0.60, 0.77, -0.42, 0.92, 2.27],
        [0.02, 0.23, 0.27, 0.06, 0.01, 0.35, 0.38, 0.10, 0.82, 0.95, 0.92],
    ]
)
# How far the points at the end stray from such a forecast, at the first and the last house.
STRAY = np.array([7.1, 2.0])
HALF = 0.674
"""The part of the stray that a forecast must reach to be right three times out of four."""


def _weights() -> npt.NDArray[np.int64]:
    """The weights for each number of houses, in thousandths of the lead that wins three games out of four."""
    late = np.arange(2 * HOUSE_STOCK + 1)[:, None] / (2 * HOUSE_STOCK)
    stray = (1 - late) * STRAY[0] + late * STRAY[1]
    forecast = (1 - late) * WORTH[0] + late * WORTH[1]
    return np.round(1000 * forecast / (HALF * stray)).astype(np.int64)


WEIGHTS = _weights()
SCALE = 1000.0


@inline
def beside(houses: U, exact: U, cells: tuple[U, U, U], towers: U, weights: Weights) -> int:
    """What houses moved onto the cells beside them are worth there."""
    few, one, many = cells
    value = weights[0] * signed(size(houses & few)) + weights[4] * signed(size(exact & few))
    value += weights[1] * signed(size(houses & one)) + weights[5] * signed(size(exact & one))
    value += weights[2] * signed(size(houses & many)) + weights[6] * signed(size(exact & many))
    return value + weights[3] * signed(size(houses & towers)) + weights[7] * signed(size(exact & towers))


@inline
def outlook(state: Words, h: U, cells: tuple[U, U, U], weights: Weights) -> int:
    """What the houses of a player may still bring, on their eight sides."""
    t = state[TOWERS]
    value = beside(north(h), north(h & standing(state, N)), cells, t, weights)
    value += beside(south(h), south(h & standing(state, S)), cells, t, weights)
    value += beside(east(h), east(h & standing(state, E)), cells, t, weights)
    value += beside(west(h), west(h & standing(state, W)), cells, t, weights)
    value += beside(north_east(h), north_east(h & standing(state, NE)), cells, t, weights)
    value += beside(south_east(h), south_east(h & standing(state, SE)), cells, t, weights)
    value += beside(south_west(h), south_west(h & standing(state, SW)), cells, t, weights)
    return value + beside(north_west(h), north_west(h & standing(state, NW)), cells, t, weights)


@inline
def lead(state: Words) -> int:
    """White's points less Yellow's."""
    white, yellow = points_of(state[POINTS])
    return signed(white) - signed(yellow)


@kernel(EVALUATE)
def evaluate(state: Words, player: U) -> int:
    weights = WEIGHTS[signed(size(built(state)))]
    cells = prospects(state)
    value = outlook(state, state[HOUSES], cells, weights) - outlook(state, state[HOUSES + ONE], cells, weights)
    points, made = lead(state), state[POINTS]
    score_towers(state)
    value += weights[8] * (lead(state) - points) + weights[9] * points
    state[POINTS] = made
    value += weights[10] if is_to_act(state, ZERO) else -weights[10]
    return value if player == ZERO else -value
