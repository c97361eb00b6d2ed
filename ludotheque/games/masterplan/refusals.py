"""Why a decision is not allowed in Masterplan, in the order in which a person would notice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.board import numbers
from ludotheque.errors import IllegalMove
from ludotheque.games.masterplan.board import PARKS, PLACES, RAYS, due_parks, line_through
from ludotheque.rulebook import State

if TYPE_CHECKING:
    from ludotheque.games.masterplan import Masterplan


def explain(book: Masterplan, state: State, move: int) -> IllegalMove:
    cell = move & 63
    name, houses = book.name(cell), state[1] | state[2]
    for word, key in ((1, "white"), (2, "yellow"), (6, "park"), (7, "tower")):
        if state[word] >> cell & 1:
            return book.refusal("PLN-2", f"on_{key}", cell=name)
    line = line_through(cell, houses)
    if line.bit_count() > 3:
        # Only once the parks have run out; before that the cell would be a park (PLN-5).
        return book.refusal("PLN-3", "line", cell=name, number=line.bit_count(), line=book.names_of(line))
    return _explain_forgotten(book, state, cell, move)


def _explain_forgotten(book: Masterplan, state: State, cell: int, move: int) -> IllegalMove:
    """The house may be built, but one of the parks said to be forgotten does not come to be."""
    built = state[1] | state[2] | 1 << cell
    due = due_parks(built, state[6], state[7])
    left = PARKS - state[6].bit_count()
    forgotten = sum(1 << RAYS[cell][side][far - 1] for side in range(8) if (far := move >> (9 + 2 * side) & 3))
    park = next(park for park in numbers(forgotten) if park not in due[:left])
    name, house = book.name(park), book.name(cell) + PLACES[move >> 6 & 7]
    if park in due:
        return book.refusal("PLN-5", "no_park_left", park=name, house=house, left=left)
    for members, key in ((state[1] | state[2], "house"), (state[6], "park"), (state[7], "tower")):
        if members >> park & 1:
            return book.refusal("PLN-3", f"forgotten_{key}", park=name)
    return book.refusal("PLN-3", "forgotten_free", park=name, house=house)
