"""How a move is spelled: a short row of letters, each the number of a cell or of a token (see `clicks.py`).

A game's kernel `letter(move, place)` gives one letter of a move::

    bits 0-5   the number of a cell; with TOKEN, the number of a token in the look's order
    TOKEN     it is a token
    LAST       no letter follows

No two legal moves of a position are spelled alike. Sets of cells are spelled in ascending order.

A game's folder may have a `letters.py` with two kernels, for moves that are chosen letter by letter. Without it, all
legal moves are listed and their letters compared::

    next_letters(state, player, letters, place, out)        which letters may follow the first `place` of these
    read_letters(state, player, letters, place) -> move     the legal move that the first `place` letters spell

The letters are without LAST, and some legal move begins with them. `out` comes as zeros and gets these words::

    MORE_CELLS, MORE_TOKENS    the letters after which others may follow, as sets
    LAST_CELLS, LAST_TOKENS    the letters that end a move, where no longer one goes on with them
    WHOLE                      1 when the letters so far are a move of their own
"""

from __future__ import annotations

from ludotheque.bits import ONE, U, bit, nth, size
from ludotheque.kernel import Words, inline

TOKEN, LAST = U(64), U(128)
NUMBER = TOKEN - ONE
MORE_CELLS, MORE_TOKENS, LAST_CELLS, LAST_TOKENS, WHOLE = range(5)


@inline
def letter_of(members: U, place: U) -> U:
    """A letter of a set of cells that ends a move."""
    cell = nth(members, place)
    return cell | LAST if place + ONE == size(members) else cell


@inline
def beyond(members: U, cell: U) -> U:
    """The members of a set that may follow a cell in ascending order."""
    return members & ~(bit(cell) | (bit(cell) - ONE))


@inline
def next_of_set(members: U, wanted: U, out: Words) -> None:
    """Offer these cells for a set that wants so many more, in ascending order: enough others stand beyond each."""
    if wanted == ONE:
        out[LAST_CELLS] = members
    else:
        out[MORE_CELLS] = members & ~beyond(members, nth(members, size(members) - wanted))


@inline
def cells_spelled(letters: Words, first: U, place: U) -> U:
    """The set of the cells from one place to before another."""
    members = U(0)
    for number in range(first, place):
        members |= bit(letters[number])
    return members
