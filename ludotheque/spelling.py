"""How a decision is spelled: a short row of letters, each the number of a cell, or of a choice word (see `clicks.py`).

A game's kernel `letter(move, place)` gives one letter of a decision::

    bits 0-5   the number of a cell; with CHOICE, the number of a choice word in the rulebook's order
    CHOICE     it is a choice word
    LAST       no letter follows

No two legal decisions of a position are spelled alike. Sets of cells are spelled in ascending order.
"""

from __future__ import annotations

from ludotheque.bits import ONE, U, nth, size
from ludotheque.kernel import inline

CHOICE, LAST = U(64), U(128)
NUMBER = CHOICE - ONE


@inline
def letter_of(members: U, place: U) -> U:
    """A letter of a set of cells that ends a decision."""
    cell = nth(members, place)
    return cell | LAST if place + ONE == size(members) else cell
