"""How a move is spelled: a short row of letters, each the number of a cell or of a token (see `clicks.py`).

A game's kernel `letter(move, place)` gives one letter of a move::

    bits 0-5   the number of a cell; with TOKEN, the number of a token in the look's order
    TOKEN     it is a token
    LAST       no letter follows

No two legal moves of a position are spelled alike. Sets of cells are spelled in ascending order.
"""

from __future__ import annotations

from ludotheque.bits import ONE, U, nth, size
from ludotheque.kernel import inline

TOKEN, LAST = U(64), U(128)
NUMBER = TOKEN - ONE


@inline
def letter_of(members: U, place: U) -> U:
    """A letter of a set of cells that ends a move."""
    cell = nth(members, place)
    return cell | LAST if place + ONE == size(members) else cell
