"""Assaut's numbers, and the bits of its states and moves: the only file that knows them.

Sets are sets of *places*. The place of a point is 8 * row + column, both counted from 0. So a step in one direction is
the same shift everywhere. The accessors below translate to the board's cells and back.

State, after the status word:

    SOLDIERS   the soldiers
    OFFICERS   the officers; none before they are placed (ASS-2) or after the last was lifted (ASS-5b)
    QUIET      turns in a row without a capture, a lifted officer or a soldier's approach (ASS-6e)

Move:

    bit 0        1 for a capture
    bits 1-6     the place where it starts; of two officers being placed, the lower place
  a step or a placing
    bits 7-12    the place where it ends, or of the second officer
    bit 13       1 when officers are placed
  a capture
    bits 7-9     the direction of the first jump, in eighths of a turn
    bits 10-63   the further jumps, a digit from 1 to 7 each, digit k times 7**k. A digit is how many eighths of a turn
                 lie between the way back and the way on. It is never 0, because the soldier behind is gone.

The digits of a path stay below 7**MAX_JUMPS / 6 and fit into their bits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludotheque.board import numbers
from ludotheque.games.assaut.board import BOARD, FORTRESS, STEPS

SOLDIER_SIDE, OFFICER_SIDE = 0, 1
"""The players."""

SOLDIERS, OFFICERS, QUIET, STATE_SIZE = 1, 2, 3, 4
PLACES, ROW_STEP = 64, 8

CAPTURE, PLACING = 1, 1 << 13
START_SHIFT, END_SHIFT, DIRECTION_SHIFT, TURNS_SHIFT = 1, 7, 7, 10
PLACE_MASK, DIRECTION_MASK = PLACES - 1, 7
DIRECTIONS = len(STEPS)
BACK = DIRECTIONS // 2
"""The way back is this many eighths of a turn away."""
TURN_BASE = DIRECTIONS - 1

ALL_SOLDIERS = len(BOARD.cells) - len(FORTRESS)
"""The soldiers at the start, on all points outside the fortress (ASS-2)."""
MIN_SOLDIERS = len(FORTRESS)
"""With fewer soldiers the officers win, because the fortress has this many points (ASS-6b)."""
ALL_OFFICERS = 2
QUIET_LIMIT = 60
"""After this many quiet turns the game is drawn (ASS-6e)."""
LAST_QUIET = 15
"""When this many quiet turns are left before the draw, players should know."""
FEW_SOLDIERS = MIN_SOLDIERS + 3
"""With this many soldiers or fewer, players should know that the officers may soon win (ASS-6b)."""
MAX_JUMPS = 19
"""The jumps of the longest path, counted by a search.

All places where a path lands have the same parity of row and of column. The largest such family has 21 places to jump.
"""

NUMBERS: Mapping[str, int] = {
    "all_points": len(BOARD.cells),
    "fortress_points": len(FORTRESS),
    "all_soldiers": ALL_SOLDIERS,
    "min_soldiers": MIN_SOLDIERS,
    "all_officers": ALL_OFFICERS,
    "quiet_limit": QUIET_LIMIT,
}
"""The numbers that texts name."""

PLACE = tuple(int(ROW_STEP * cell.y + cell.x) for cell in BOARD.cells)
"""The place of each cell."""
CELL = {place: cell for cell, place in enumerate(PLACE)}


def to_places(cells: int) -> int:
    """Return a set of the board's cells as a set of places."""
    return sum(1 << PLACE[cell] for cell in numbers(cells))


def to_cells(places: int) -> int:
    """Return a set of places as a set of the board's cells."""
    return sum(1 << CELL[place] for place in numbers(places))


def soldiers(state: tuple[int, ...]) -> int:
    """Return the set of cells with a soldier."""
    return to_cells(state[SOLDIERS])


def officers(state: tuple[int, ...]) -> int:
    """Return the set of cells with an officer."""
    return to_cells(state[OFFICERS])


def quiet_left(state: tuple[int, ...]) -> int:
    """Return how many more quiet turns draw the game (ASS-6e)."""
    return QUIET_LIMIT - state[QUIET]


def empty(state: tuple[int, ...]) -> int:
    """Return the set of cells without a man."""
    return (1 << len(BOARD.cells)) - 1 & ~to_cells(state[SOLDIERS] | state[OFFICERS])


def make_words(soldier_cells: int, officer_cells: int, quiet: int) -> tuple[int, ...]:
    """Return the words after the status word."""
    return to_places(soldier_cells), to_places(officer_cells), quiet


def is_capture(move: int) -> bool:
    return bool(move & CAPTURE)


def is_placing(move: int) -> bool:
    """Return whether a move places the officers."""
    return not is_capture(move) and bool(move & PLACING)


def start_of(move: int) -> int:
    """Return the cell where a step or a capture starts, or of the first officer that is placed."""
    return CELL[move >> START_SHIFT & PLACE_MASK]


def end_of(move: int) -> int:
    """Return the cell where a step ends, or of the second officer that is placed."""
    return CELL[move >> END_SHIFT & PLACE_MASK]


def directions_of(move: int) -> list[int]:
    """Return the directions of a capture's jumps, in order."""
    directions, turns = [move >> DIRECTION_SHIFT & DIRECTION_MASK], move >> TURNS_SHIFT
    while turns:
        digit = 1 + (turns - 1) % TURN_BASE
        turns = (turns - digit) // TURN_BASE
        directions.append((directions[-1] + BACK + digit) % DIRECTIONS)
    return directions


def make_step(start: int, end: int) -> int:
    """Return the code of a step from one cell to another."""
    return PLACE[start] << START_SHIFT | PLACE[end] << END_SHIFT


def make_placing(first: int, second: int) -> int:
    """Return the code of placing the officers on two cells, the lower one first."""
    return PLACING | make_step(first, second)


def make_capture(start: int, directions: Sequence[int]) -> int:
    """Return the code of a capture that starts on a cell and jumps in these directions."""
    turns = 0
    for jumps in range(len(directions) - 1, 0, -1):
        digit = (directions[jumps] - directions[jumps - 1] - BACK) % DIRECTIONS
        turns = turns * TURN_BASE + digit
    return CAPTURE | PLACE[start] << START_SHIFT | directions[0] << DIRECTION_SHIFT | turns << TURNS_SHIFT
