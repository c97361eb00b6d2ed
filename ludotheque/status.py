"""The status word, word 0 of every state: who owes a decision, how the game ended, which options hold.

::

    bits 0-7    the players who owe a decision, a bit each; none when the game is over
    bits 8-15   why it ended: 0 while it goes on, else 1 + the index in the game's `reasons`
    bits 16-31  the returns, two bits a player: 0 lost, 1 drawn or neither, 2 won
    bits 32-63  the options, four bits each: the index of the chosen value

The layout is read by `rulebook.py` too, in plain Python.
"""

from __future__ import annotations

from ludotheque.bits import ONE, U, lowest
from ludotheque.kernel import Words, inline

TURN = U(0xFF)
OPTIONS = U(0xFFFF_FFFF_0000_0000)
LOST, NEITHER, WON = U(0), U(1), U(2)
DRAWN = U(0b0101)
"""The returns of a drawn game of two."""


@inline
def is_over(state: Words) -> bool:
    return (state[0] & TURN) == U(0)


@inline
def first_to_act(state: Words) -> U:
    """The lowest player who owes a decision (ALL-5 counts in this order)."""
    return lowest(state[0] & TURN)


@inline
def option(state: Words, number: U) -> U:
    """The index of the value chosen for the option with this number."""
    return (state[0] >> (U(32) + U(4) * number)) & U(15)


@inline
def give_turn(state: Words, player: U) -> None:
    """From now on this player alone owes a decision."""
    state[0] = (state[0] & ~TURN) | (ONE << player)


@inline
def drop_turn(state: Words, player: U) -> None:
    """This player has decided; others still owe."""
    state[0] &= ~(ONE << player)


@inline
def finish(state: Words, reason: U, returns: U) -> None:
    """The game is over; `returns` is laid out as in the word, from bit 0."""
    state[0] = (state[0] & OPTIONS) | ((reason + ONE) << U(8)) | (returns << U(16))


@inline
def won_by(player: U) -> U:
    """The returns of a game of two that this player wins (ALL-2)."""
    return WON << (player + player)
