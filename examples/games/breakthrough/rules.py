"""The rules of Breakthrough as kernels. `layout.py` says what the words of a state and the bits of a move hold.

All pawns of a player move at once, as sets of cells: shifted by a row, they stand where they can go.
"""

from __future__ import annotations

from ludotheque.bits import ONE, ZERO, U, bit, has, lowest, nth_of_many, rest, size
from ludotheque.kernel import LETTER, MOVES, PICK, PLAY, Words, inline, kernel
from ludotheque.spelling import LAST
from ludotheque.status_kernels import finish, give_turn, won_by

from . import board, layout

PAWNS = U(layout.PAWNS)
CELL, END, CAPTURE = U(layout.CELL_MASK), U(layout.END_SHIFT), U(layout.CAPTURE_SHIFT)
ARRIVED, CAPTURED = U(0), U(1)  # the numbers of the rules' `reasons`
HOMES = U(board.HOME[0] | board.HOME[1])
FORWARD, NARROW, WIDE = U(layout.SIDE), U(layout.SIDE - 1), U(layout.SIDE + 1)
NOT_FIRST = ~U(sum(1 << layout.SIDE * row for row in range(layout.SIDE)))
NOT_LAST = ~U(sum(2 ** (layout.SIDE - 1) << layout.SIDE * row for row in range(layout.SIDE)))
"""All cells but those of the first and of the last column."""


@inline
def leftward(pawns: U, player: U) -> U:
    """One step forward, and one column to the left as White sees it."""
    pawns &= NOT_FIRST
    return pawns << NARROW if player == ZERO else pawns >> WIDE


@inline
def straight(pawns: U, player: U) -> U:
    """One step forward."""
    return pawns << FORWARD if player == ZERO else pawns >> FORWARD


@inline
def rightward(pawns: U, player: U) -> U:
    """One step forward, and one column to the right as White sees it."""
    pawns &= NOT_LAST
    return pawns << WIDE if player == ZERO else pawns >> NARROW


@inline
def ends(state: Words, player: U) -> tuple[U, U, U]:
    """Where pawns can go: aside to any cell without an own pawn, straight on to empty ones (BRK-2, BRK-3)."""
    own, enemy = state[PAWNS + player], state[PAWNS + ONE - player]
    return leftward(own, player) & ~own, straight(own, player) & ~(own | enemy), rightward(own, player) & ~own


@inline
def move_to(state: Words, player: U, end: U, way: U) -> U:
    """The move that ends on a cell after a step leftward (0), straight on (1) or rightward (2)."""
    start = end - (NARROW + way) if player == ZERO else end + (WIDE - way)
    capture = ONE if has(state[PAWNS + ONE - player], end) else ZERO
    return start | end << END | capture << CAPTURE


@kernel(MOVES)
def moves(state: Words, player: U, out: Words) -> int:
    """List all legal moves, way by way."""
    found, way = 0, ZERO
    for cells in ends(state, player):
        left = cells
        while left:
            out[found] = move_to(state, player, lowest(left), way)
            left = rest(left)
            found += 1
        way += ONE
    return found


@kernel(PICK)
def pick(state: Words, player: U, random: U, out: Words) -> U:
    """Pick a move by its place in the list of `moves`. Only the chosen one is made."""
    left, ahead, right = ends(state, player)
    index = random % (size(left) + size(ahead) + size(right))
    if index < size(left):
        return move_to(state, player, nth_of_many(left, index), ZERO)
    index -= size(left)
    if index < size(ahead):
        return move_to(state, player, nth_of_many(ahead, index), ONE)
    return move_to(state, player, nth_of_many(right, index - size(ahead)), ONE + ONE)


@kernel(PLAY)
def play(state: Words, player: U, move: U) -> None:
    """Move a pawn, take what stands there (BRK-3), and end the game where BRK-4 says so."""
    end = bit(move >> END & CELL)
    state[PAWNS + player] ^= bit(move & CELL) | end
    state[PAWNS + ONE - player] &= ~end
    if end & HOMES:
        finish(state, ARRIVED, won_by(player))
    elif not state[PAWNS + ONE - player]:
        finish(state, CAPTURED, won_by(player))
    else:
        give_turn(state, ONE - player)


@kernel(LETTER)
def letter(move: U, place: U) -> U:
    """Spell a move: where the pawn stands, then where it goes."""
    return move & CELL if place == ZERO else (move >> END & CELL) | LAST
