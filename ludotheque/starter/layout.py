"""The numbers of the game, and the words of its states: the only file that knows them.

State, after the status word:

    STONES + player   the cells with a stone of player 0 and of player 1, sets of cells

Move: the number of the cell that gets the stone.
"""

from __future__ import annotations

from collections.abc import Mapping

STONES, STATE_SIZE = 1, 3
SIDE = 4
CELLS = SIDE * SIDE

NUMBERS: Mapping[str, int] = {"cells": SIDE}
"""The numbers that texts name."""


def stones(state: tuple[int, ...], player: int) -> int:
    """Return the set of cells with a player's stone."""
    return state[STONES + player]
