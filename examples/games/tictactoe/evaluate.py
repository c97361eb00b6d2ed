"""What a position is worth: the lines that are still open, by the marks that stand in them."""

from __future__ import annotations

import numpy as np

from ludotheque.bits import ONE, U, signed, size
from ludotheque.kernel import EVALUATE, Words, inline, kernel

from .rules import LINES, MARKS

SCALE = 10.0  # the value that wins three games out of four
COUNTERS = ()  # no word of a state counts quiet turns

WORTH = np.array([0, 1, 5, 0], np.int64)  # by marks in a line without a mark of the opponent


@inline
def prospects(own: U, other: U) -> int:
    worth = 0
    for line in LINES:
        if not line & other:
            worth += WORTH[signed(size(line & own))]
    return worth


@kernel(EVALUATE)
def evaluate(state: Words, player: U) -> int:
    mine, theirs = state[MARKS + player], state[MARKS + ONE - player]
    return prospects(mine, theirs) - prospects(theirs, mine)
