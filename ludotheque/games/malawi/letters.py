"""Malawi's moves, chosen letter by letter; see `spelling.py`."""

from __future__ import annotations

from ludotheque.bits import ONE, ZERO, U, bit, has
from ludotheque.games.malawi.layout import MAX_RECEIVERS
from ludotheque.games.malawi.rules import (
    CELL_SHIFT,
    PAWNS,
    SHARE,
    TARGET_SHIFT,
    carrying,
    goals,
    reach,
    rings_on,
    step,
)
from ludotheque.kernel import NEXT_LETTERS, READ_LETTERS, Words, kernel
from ludotheque.spelling import LAST_CELLS, MORE_CELLS, beyond, cells_spelled, next_of_set


@kernel(NEXT_LETTERS)
def next_letters(state: Words, player: U, letters: Words, place: U, out: Words) -> None:
    """Offer a pawn with a ring, then where it goes or strikes (MAL-2, MAL-4), or who receives its rings (MAL-3)."""
    pawns = state[PAWNS + player]
    if place == ZERO:
        out[MORE_CELLS] = pawns & carrying(state)
        return
    pawn = letters[0]
    rings = rings_on(state, pawn)
    others = pawns & ~bit(pawn)
    wanted = min(rings, U(MAX_RECEIVERS)) + ONE - place
    next_of_set(others if place == ONE else beyond(others, letters[place - ONE]), wanted, out)
    if place == ONE:
        out[LAST_CELLS] |= reach(state, pawn, rings) & goals(state, player)


@kernel(READ_LETTERS)
def read_letters(state: Words, player: U, letters: Words, place: U) -> U:
    """Read a distribution where a pawn of the player receives a ring, else a move or a strike."""
    pawn: U = letters[0]
    if has(state[PAWNS + player], letters[1]):
        return SHARE | (pawn << CELL_SHIFT) | (cells_spelled(letters, ONE, place) << TARGET_SHIFT)
    return step(state, pawn, letters[1])
