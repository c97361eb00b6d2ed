"""The numbers of tic-tac-toe, and the words of its states: the only file that knows them.

State, after the status word:

    MARKS + player   the cells with a cross (player 0) and with a circle (player 1), sets of cells

Move: the number of the cell that gets the mark.
"""

from __future__ import annotations

from collections.abc import Mapping

MARKS, STATE_SIZE = 1, 3
CELLS = 9

NUMBERS: Mapping[str, int] = {}
"""The numbers that texts name: none."""


def marks(state: tuple[int, ...], player: int) -> int:
    """Return the set of cells with a player's mark."""
    return state[MARKS + player]
