"""The rules as kernels. `layout.py` says what the words of a state hold."""

from __future__ import annotations

import numpy as np

from ludotheque.bits import ONE, U, bit, lowest, nth, rest, size
from ludotheque.kernel import LETTER, MOVES, PICK, PLAY, Words, inline, kernel
from ludotheque.spelling import LAST
from ludotheque.starter import layout
from ludotheque.starter.board import COLUMNS, ROWS
from ludotheque.status_kernels import DRAWN, finish, give_turn, won_by

STONES = U(layout.STONES)
LINE, FULL = U(0), U(1)  # the numbers of the rules' `reasons`
EVERY_CELL = U(2**layout.CELLS - 1)
LINES = np.array(ROWS + COLUMNS, np.uint64)


@inline
def free(state: Words) -> U:
    """The empty cells (NEW-2)."""
    return EVERY_CELL & ~(state[STONES] | state[STONES + ONE])


@inline
def has_line(stones: U) -> bool:
    """Whether these stones fill a row or a column (NEW-3)."""
    found = False
    for line in LINES:
        found |= stones & line == line
    return found


@kernel(MOVES)
def moves(state: Words, player: U, out: Words) -> int:
    """List all legal moves: the empty cells."""
    found, cells = 0, free(state)
    while cells:
        out[found] = lowest(cells)
        cells = rest(cells)
        found += 1
    return found


@kernel(PICK)
def pick(state: Words, player: U, random: U, out: Words) -> U:
    """Pick one of them, in the order of `moves`."""
    cells = free(state)
    return nth(cells, random % size(cells))


@kernel(PLAY)
def play(state: Words, player: U, move: U) -> None:
    """Put the stone, and end the game where NEW-3 says so."""
    state[STONES + player] |= bit(move)
    if has_line(state[STONES + player]):
        finish(state, LINE, won_by(player))
    elif not free(state):
        finish(state, FULL, DRAWN)
    else:
        give_turn(state, ONE - player)


@kernel(LETTER)
def letter(move: U, place: U) -> U:
    """Spell a move with one letter: its cell."""
    return move | LAST
