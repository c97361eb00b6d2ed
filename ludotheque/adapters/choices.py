"""Which actions are legal, as sets, and the move that actions make: kernels for single games and for batches.

A row of choices has the words of `spelling.py`: the letters after which others may follow, those that end a move, and
whether the letters so far are a move of their own. Games with a `letters.py` answer from their sets. For the others all
legal moves are listed and spelled.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numba import types

from ludotheque.adapters.arrays import ROOM, Bits, bits, write_bits
from ludotheque.bits import ONE, ZERO, U, bit, has, signed
from ludotheque.kernel import Words, count, inline, kernel, nothing, word, words, yes_no
from ludotheque.kernel_loading import entry
from ludotheque.kernel_pointers import hide_at, letter_at, moves_at, next_letters_at, pointer, read_letters_at
from ludotheque.spelling import LAST, LAST_CELLS, LAST_TOKENS, MORE_CELLS, MORE_TOKENS, NUMBER, TOKEN, WHOLE

GOES_ON = U(2**64 - 1)
"""Instead of a move, when others letters follow. No code is this high."""
ONLOOKER = -1
"""Instead of the player who looks."""


class Speller(NamedTuple):
    """What kernels must know of a game's letters: pointers to its kernels, and how letters and actions are numbered."""

    moves: Any
    letter: Any
    hide: Any
    """NO_KERNEL in games without secrets."""
    next_letters: Any
    """NO_KERNEL in games without a `letters.py`."""
    read_letters: Any
    max_moves: int
    """A list that is shorter may be too short for the moves of a freak position."""
    cells: Any
    done: Any
    """The number of the last action, after all cells and tokens."""
    players: int


speller_type = types.NamedTuple((pointer, pointer, pointer, pointer, pointer, count, word, word, count), Speller)


@inline
def write_mask(choices: Words, speller: Speller, mask: Bits, first: int) -> None:
    """Write 1 for each legal action, 0 for the others, and up to ROOM zeros behind them."""
    cells, done = signed(speller.cells), signed(speller.done)
    write_bits(mask, first, choices[MORE_CELLS] | choices[LAST_CELLS])
    if done > cells:
        write_bits(mask, first + cells, choices[MORE_TOKENS] | choices[LAST_TOKENS])
    mask[first + done] = choices[WHOLE]


@inline
def action_of(letter: U, cells: U) -> U:
    """The action that stands for a letter."""
    number = letter & NUMBER
    return number + cells if letter & TOKEN else number


@inline
def letter_for(action: U, cells: U) -> U:
    """The letter that an action stands for, unless it is `done`."""
    return TOKEN | (action - cells) if action >= cells else action


@inline
def is_legal(choices: Words, speller: Speller, action: int) -> bool:
    """Whether an action is one of the choices."""
    if action < 0 or U(action) > speller.done:
        return False
    number = U(action)
    if number == speller.done:
        return has(choices[WHOLE], ZERO)
    if number < speller.cells:
        return has(choices[MORE_CELLS] | choices[LAST_CELLS], number)
    return has(choices[MORE_TOKENS] | choices[LAST_TOKENS], number - speller.cells)


@inline
def goes_on(choices: Words, letter: U) -> bool:
    """Whether other letters may follow this one."""
    return has(choices[MORE_TOKENS] if letter & TOKEN else choices[MORE_CELLS], letter & NUMBER)


@inline
def begins_with(speller: Speller, code: U, letters: Words, place: U) -> tuple[bool, bool]:
    """Whether the spelling of a move begins with these letters, and whether it ends with them."""
    letter = letter_at(speller.letter)
    last = False
    for number in range(place):
        sign = letter(code, U(number))
        if last or sign & ~LAST != letters[number]:
            return False, False
        last = sign & LAST != ZERO
    return True, last


@inline
def list_choices(speller: Speller, listed: Words, found: int, letters: Words, place: U, out: Words) -> None:
    """Find the choices from a list of all legal moves."""
    letter = letter_at(speller.letter)
    for number in range(found):
        begins, ends = begins_with(speller, listed[number], letters, place)
        if ends:
            out[WHOLE] = ONE
        elif begins:
            sign = letter(listed[number], place)
            member = bit(sign & NUMBER)
            last, more = (LAST_TOKENS, MORE_TOKENS) if sign & TOKEN else (LAST_CELLS, MORE_CELLS)
            if sign & LAST and (out[last] | out[more]) & member == ZERO:
                out[last] |= member
            else:
                out[last] &= ~member
                out[more] |= member


@inline
def find_choices(
    speller: Speller, state: Words, player: U, letters: Words, place: U, listed: Words, out: Words
) -> bool:
    """Find what may follow the first letters. False when the list is too short for the moves."""
    out[:] = ZERO
    if speller.next_letters:
        next_letters_at(speller.next_letters)(state, player, letters, place, out)
        return True
    found = moves_at(speller.moves)(state, player, listed)
    if found == len(listed) and found < speller.max_moves:
        return False
    list_choices(speller, listed, found, letters, place, out)
    return True


@inline
def read_move(speller: Speller, state: Words, player: U, letters: Words, place: U, listed: Words) -> U:
    """The legal move that the first letters spell."""
    code: U
    if speller.read_letters:
        code = read_letters_at(speller.read_letters)(state, player, letters, place)
        return code
    for number in range(moves_at(speller.moves)(state, player, listed)):
        code = listed[number]
        _, ends = begins_with(speller, code, letters, place)
        if ends:
            return code
    return ZERO  # not reached: the letters spell a legal move


@inline
def write_observed(
    speller: Speller, view: Words, player: int, letters: Words, place: int, out: Bits, first: int, end: int
) -> None:
    """Write what a player knows, in the parts of `ActionSpace.observe`. The rest is blanked in the view."""
    if speller.hide and player != ONLOOKER:
        hide_at(speller.hide)(view, U(player))
    for seat in range(speller.players):
        out[first + seat] = player in (seat, ONLOOKER)
    first += speller.players
    for number in range(len(view)):
        write_bits(out, first, view[number])
        first += 64
    out[first:end] = 0
    for number in range(place):
        out[first + signed(action_of(letters[number], speller.cells))] = 1
        first += signed(speller.done) + 1


@inline
def is_observed(speller: Speller, view: Words, player: int, letters: Words, place: int, column: int) -> bool:
    """What `write_observed` writes in one column, from a view where the rest is blanked already."""
    if column < speller.players:
        return player == column
    column -= speller.players
    if column < 64 * len(view):
        return has(view[column >> 6], U(column & 63))
    number = U(column - 64 * len(view))
    at = number // (speller.done + ONE)
    action = number - at * (speller.done + ONE)
    chosen: bool = at < U(place) and action_of(letters[at], speller.cells) == action
    return chosen


# For single games.


@kernel(yes_no(speller_type, words, word, words, word, words, words, bits))
def _choose(
    speller: Speller, state: Words, player: U, letters: Words, place: U, listed: Words, out: Words, mask: Bits
) -> bool:
    """Write the choices and the mask. False when the list is too short for the moves."""
    if not find_choices(speller, state, player, letters, place, listed, out):
        return False
    write_mask(out, speller, mask, 0)
    return True


@kernel(word(speller_type, words, word, words, word, words, words, word))
def _complete(
    speller: Speller, state: Words, player: U, letters: Words, place: U, listed: Words, out: Words, action: U
) -> U:
    """The move that a legal action completes, the last of these letters or `done`; GOES_ON when others follow it."""
    if action < speller.done and goes_on(out, letters[place - ONE]):
        return GOES_ON
    return read_move(speller, state, player, letters, place, listed)


@kernel(nothing(speller_type, words, count, words, count, bits))
def _see(speller: Speller, view: Words, player: int, letters: Words, place: int, out: Bits) -> None:
    """Write what a player knows. The end of the array only makes room."""
    write_observed(speller, view, player, letters, place, out, 0, len(out) - ROOM)


choose, complete, see = entry(_choose), entry(_complete), entry(_see)
