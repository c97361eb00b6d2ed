"""Masterplan's moves, chosen letter by letter; see `spelling.py`."""

from __future__ import annotations

from ludotheque.bits import ONE, ZERO, U, bit, nth, size
from ludotheque.games.masterplan.layout import PLACE_COUNT
from ludotheque.games.masterplan.rules import PLACE_SHIFT, VIGILANCE, buildable, forget, parks_for
from ludotheque.kernel import NEXT_LETTERS, READ_LETTERS, Words, inline, kernel
from ludotheque.spelling import (
    LAST_CELLS,
    LAST_TOKENS,
    MORE_CELLS,
    MORE_TOKENS,
    NUMBER,
    WHOLE,
    beyond,
    cells_spelled,
)
from ludotheque.status_kernels import option

ALL_PLACES = (ONE << U(PLACE_COUNT)) - ONE
"""The places of a house in its cell (PLN-2), as a set of tokens."""
BEFORE_PARKS = U(2)
"""The letters before the forgotten parks."""


@inline
def next_parks(parks: U, out: Words) -> None:
    """Offer these parks to be forgotten, in ascending order (PLN-8). One may always stop."""
    out[WHOLE] = ONE
    if parks:
        out[LAST_CELLS] = bit(nth(parks, size(parks) - ONE))
        out[MORE_CELLS] = parks ^ out[LAST_CELLS]


@kernel(NEXT_LETTERS)
def next_letters(state: Words, player: U, letters: Words, place: U, out: Words) -> None:
    """Offer the cell, the place in it (PLN-2), then the parks that may be forgotten (PLN-8)."""
    if place == ZERO:
        out[MORE_CELLS] = buildable(state)
        return
    parks = parks_for(state, letters[0]) if option(state, VIGILANCE) else ZERO
    if place == ONE:
        out[MORE_TOKENS if parks else LAST_TOKENS] = ALL_PLACES
    else:
        next_parks(parks if place == BEFORE_PARKS else beyond(parks, letters[place - ONE]), out)


@kernel(READ_LETTERS)
def read_letters(state: Words, player: U, letters: Words, place: U) -> U:
    """Read the cell, the place, and the parks to forget."""
    cell: U = letters[0]
    house: U = letters[1] & NUMBER
    return cell | (house << PLACE_SHIFT) | forget(cell, cells_spelled(letters, BEFORE_PARKS, place))
