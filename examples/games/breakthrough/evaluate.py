"""What a position is worth: pawns, how far they have come, and whether they are guarded."""

from __future__ import annotations

import numpy as np

from ludotheque.bits import ONE, U, has, signed, size
from ludotheque.kernel import EVALUATE, Words, count, inline, kernel, word, words

from .layout import SIDE
from .rules import CELL, END, FORWARD, PAWNS, leftward, rightward

SCALE = 150.0  # the value that wins three games out of four
COUNTERS = ()  # no word of a state counts quiet turns

ROWS = np.array([255 << SIDE * row for row in range(SIDE)], np.uint64)
WORTH = np.array([100, 100, 104, 112, 128, 170, 260, 0], np.int64)  # a pawn, by the rows that it has come
GUARDED = 6  # a pawn that another one would avenge
EXPOSED = 40  # a pawn that can be taken, and nobody would avenge it


@inline
def prospects(state: Words, player: U) -> int:
    """What the pawns of a player are worth."""
    own, enemy = state[PAWNS + player], state[PAWNS + ONE - player]
    guarded = own & (leftward(own, player) | rightward(own, player))
    attacked = own & (leftward(enemy, ONE - player) | rightward(enemy, ONE - player))
    worth = GUARDED * signed(size(guarded)) - EXPOSED * signed(size(attacked & ~guarded))
    for row in range(SIDE):
        come = row if player == U(0) else SIDE - 1 - row
        worth += WORTH[come] * signed(size(own & ROWS[row]))
    return worth


@kernel(EVALUATE)
def evaluate(state: Words, player: U) -> int:
    return prospects(state, player) - prospects(state, ONE - player)


@kernel(count(words, word, words, count, words))
def order_moves(state: Words, player: U, moves: Words, found: int, urgencies: Words) -> int:
    """Captures first, those of pawns that have come far before the others."""
    for number in range(found):
        end = moves[number] >> END & CELL
        row = end // FORWARD
        come = U(SIDE - 1) - row if player == U(0) else row
        urgencies[number] = U(10) + come if has(state[PAWNS + ONE - player], end) else U(0)
    return 0
