"""Moves of Breakthrough, chosen letter by letter: a pawn, then where it goes."""

from __future__ import annotations

from ludotheque.bits import ONE, ZERO, U, bit, has
from ludotheque.kernel import NEXT_LETTERS, READ_LETTERS, Words, inline, kernel
from ludotheque.spelling import LAST_CELLS, MORE_CELLS

from .rules import ends, leftward, move_to, rightward, straight


@inline
def starts(state: Words, player: U) -> U:
    """The pawns that can go: one step back from where steps end, which is a step forward to the other player."""
    left, ahead, right = ends(state, player)
    other = ONE - player
    return rightward(left, other) | straight(ahead, other) | leftward(right, other)


@kernel(NEXT_LETTERS)
def next_letters(state: Words, player: U, letters: Words, place: U, out: Words) -> None:
    """Offer the pawns that can go, then the cells where this one can go."""
    if place == ZERO:
        out[MORE_CELLS] = starts(state, player)
        return
    pawn = bit(letters[0])
    left, ahead, right = ends(state, player)
    aside = (left & leftward(pawn, player)) | (right & rightward(pawn, player))
    out[LAST_CELLS] = aside | (ahead & straight(pawn, player))


@kernel(READ_LETTERS)
def read_letters(state: Words, player: U, letters: Words, place: U) -> U:
    """Read a move from its start and its end."""
    pawn, end = bit(letters[0]), letters[1]
    if has(leftward(pawn, player), end):
        return move_to(state, player, end, ZERO)
    return move_to(state, player, end, ONE if has(straight(pawn, player), end) else ONE + ONE)
