"""The numbers of Breakthrough, and the bits of its states and moves: the only file that knows them.

State, after the status word:

    PAWNS + player   the pawns of White (player 0) and of Black (player 1), sets of cells

Move:

    bits 0-5    where the pawn stands
    bits 6-11   where it goes
    bit 12      whether it captures there
"""

from __future__ import annotations

from collections.abc import Mapping

PAWNS, STATE_SIZE = 1, 3
CELL_MASK, END_SHIFT, CAPTURE_SHIFT = 63, 6, 12

SIDE = 8
PAWN_ROWS = 2
"""The rows of each player that are full of pawns at the start (BRK-1)."""
PAWNS_EACH = PAWN_ROWS * SIDE

NUMBERS: Mapping[str, int] = {"pawns": PAWNS_EACH}
"""The numbers that texts name."""


def pawns(state: tuple[int, ...], player: int) -> int:
    """Return the set of a player's pawns."""
    return state[PAWNS + player]


def start_of(move: int) -> int:
    """Return the cell where the pawn stands."""
    return move & CELL_MASK


def end_of(move: int) -> int:
    """Return the cell where it goes."""
    return move >> END_SHIFT & CELL_MASK


def captures(move: int) -> bool:
    """Return whether the move captures."""
    return bool(move >> CAPTURE_SHIFT)


def make_move(start: int, end: int, capture: bool) -> int:
    """Return the code of a move."""
    return start | end << END_SHIFT | capture << CAPTURE_SHIFT
