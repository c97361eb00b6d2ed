"""Malawi's numbers, and the bits of its states and moves: the only file that knows them.

State, after the status word:

    PAWNS + player   the pawns of White and of Black, sets of cells
    RINGS + k        bit k of the number of rings on each cell
    QUIET            turns in a row without a ring leaving the game (MAL-5d)

Move:

    bits 0-1    its kind: MOVE, STRIKE, SHARE
    bits 2-7    the pawn's cell
    bits 8-13   where it goes, or the cell that it strikes
    bits 8-43   when distributing: the set of receivers

A player has at most 12 rings, so four bits hold any number. Rings travel between a player's own pawns only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ludotheque.board import numbers

PAWNS, RINGS, QUIET, STATE_SIZE = 1, 3, 7, 8
RING_BITS = 4

MOVE, STRIKE, SHARE = range(3)
KIND_MASK, CELL_MASK, RECEIVERS_MASK = 3, 63, 2**36 - 1
CELL_SHIFT, TARGET_SHIFT = 2, 8

PAWNS_EACH = 6
START_RINGS = 2
"""The rings of each pawn at the start (MAL-1)."""
MAX_RINGS = PAWNS_EACH * START_RINGS
"""The rings of a player, who never gets more than they start with."""
MAX_RECEIVERS = PAWNS_EACH - 1
"""All other pawns of a player; rings beyond leave the game (MAL-3)."""
QUIET_LIMIT = 60
"""After this many quiet turns the game is drawn (MAL-5d)."""

NUMBERS: Mapping[str, int] = {
    "pawns": PAWNS_EACH,
    "start_rings": START_RINGS,
    "max_rings": MAX_RINGS,
    "all_rings": 2 * MAX_RINGS,
    "max_receivers": MAX_RECEIVERS,
    "quiet_limit": QUIET_LIMIT,
}
"""The numbers that texts name."""


def pawns(state: tuple[int, ...], player: int) -> int:
    """Return the set of a player's pawns."""
    return state[PAWNS + player]


def ringed(state: tuple[int, ...]) -> int:
    """Return the set of cells where there is a ring."""
    return state[RINGS] | state[RINGS + 1] | state[RINGS + 2] | state[RINGS + 3]


def rings_on(state: tuple[int, ...], cell: int) -> int:
    """Return how many rings the pawn on a cell carries."""
    return sum((state[RINGS + bit] >> cell & 1) << bit for bit in range(RING_BITS))


def stacks(state: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
    """Return the cell, the player and the rings of each pawn."""
    # Written out, because a server draws every state that it sends.
    _, white, black, ones, twos, fours, eights, _ = state
    for cell in numbers(white | black):
        rings = ones >> cell & 1 | (twos >> cell & 1) << 1 | (fours >> cell & 1) << 2 | (eights >> cell & 1) << 3
        yield cell, black >> cell & 1, rings


def kind_of(move: int) -> int:
    return move & KIND_MASK


def pawn_of(move: int) -> int:
    """Return the cell of the pawn that moves, strikes or distributes."""
    return move >> CELL_SHIFT & CELL_MASK


def target_of(move: int) -> int:
    """Return the cell that a pawn moves to or strikes."""
    return move >> TARGET_SHIFT & CELL_MASK


def receivers_of(move: int) -> int:
    """Return the set of pawns that receive a ring."""
    return move >> TARGET_SHIFT


def make_step(kind: int, pawn: int, target: int) -> int:
    """Return the code of a move or a strike."""
    return kind | pawn << CELL_SHIFT | target << TARGET_SHIFT


def make_share(pawn: int, receivers: int) -> int:
    """Return the code of a distribution."""
    return SHARE | pawn << CELL_SHIFT | receivers << TARGET_SHIFT
