"""Moaaï's moves, chosen letter by letter; see `spelling.py`."""

from __future__ import annotations

from ludotheque.bits import ONE, ZERO, U, bit, lowest, rest
from ludotheque.games.moaai import layout
from ludotheque.games.moaai.layout import OCCUPIED, STOCK
from ludotheque.games.moaai.rules import COLOUR_SHIFT, MOVE, SHAPE_COUNT, SOURCE_SHIFT, empty_cells, ways_out
from ludotheque.kernel import NEXT_LETTERS, READ_LETTERS, Words, inline, kernel
from ludotheque.spelling import LAST_CELLS, MORE_CELLS, MORE_TOKENS, NUMBER

COLOUR_COUNT = len(layout.COLOURS)
SHAPES = (ONE << SHAPE_COUNT) - ONE


@inline
def tokens(pieces: U) -> U:
    """The tokens of a set of pieces: colour by colour, without gaps."""
    found = ZERO
    for colour in range(COLOUR_COUNT):
        found |= ((pieces >> (U(colour) << COLOUR_SHIFT)) & SHAPES) << (SHAPE_COUNT * U(colour))
    return found


@inline
def movers(state: Words) -> U:
    """The cells of the pieces that can move (MOA-5)."""
    found, pieces = ZERO, state[OCCUPIED]
    while pieces:
        cell = lowest(pieces)
        pieces = rest(pieces)
        if ways_out(state, cell):
            found |= bit(cell)
    return found


@kernel(NEXT_LETTERS)
def next_letters(state: Words, player: U, letters: Words, place: U, out: Words) -> None:
    """Offer a piece of the stock or one that can move, then where it goes (MOA-4, MOA-5)."""
    if place == ZERO:
        if state[STOCK]:
            out[MORE_TOKENS] = tokens(state[STOCK])
        else:
            out[MORE_CELLS] = movers(state)
    else:
        out[LAST_CELLS] = empty_cells(state) if state[STOCK] else ways_out(state, letters[0])


@kernel(READ_LETTERS)
def read_letters(state: Words, player: U, letters: Words, place: U) -> U:
    """Read what goes, and where."""
    source: U = letters[0] & NUMBER
    end: U = letters[1]
    if not state[STOCK]:
        return MOVE | (source << SOURCE_SHIFT) | end
    piece = ((source // SHAPE_COUNT) << COLOUR_SHIFT) | (source % SHAPE_COUNT)
    return (piece << SOURCE_SHIFT) | end
