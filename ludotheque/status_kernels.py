"""The status word in kernels; `status.py` has the layout."""

from __future__ import annotations

from ludotheque import status
from ludotheque.bits import ONE, U, lowest
from ludotheque.kernel import Words, inline

TO_ACT = U(status.TO_ACT_MASK)
REASON = U(status.REASON_SHIFT)
RETURNS, RETURN = U(status.RETURNS_SHIFT), U(status.RETURN_MASK)
OPTIONS, OPTION_BITS, OPTION = U(status.OPTIONS_SHIFT), U(status.OPTION_BITS), U(status.OPTION_MASK)
ALL_RETURNS = U(2**16 - 1)
ALL_OPTIONS = U(2**64 - 2**status.OPTIONS_SHIFT)
LOST, NEITHER, WON = U(0), U(1), U(2)
DRAWN = U(0b0101)
"""The returns of a drawn game of two."""


@inline
def is_over(state: Words) -> bool:
    return (state[0] & TO_ACT) == U(0)


@inline
def is_to_act(state: Words, player: U) -> bool:
    return (state[0] >> player) & ONE != U(0)


@inline
def first_to_act(state: Words) -> U:
    """Return the lowest player to move (ALL-5 counts in this order)."""
    return lowest(state[0] & TO_ACT)


@inline
def option(state: Words, number: U) -> U:
    """Return the index of the value chosen for the option with this number."""
    return (state[0] >> (OPTIONS + OPTION_BITS * number)) & OPTION


@inline
def returns_of(state: Words) -> U:
    """Return the returns of a finished game, two bits a player from bit 0."""
    return (state[0] >> RETURNS) & ALL_RETURNS


@inline
def return_of(state: Words, player: U) -> U:
    """Return what a player got from a finished game: LOST, NEITHER or WON."""
    return (state[0] >> (RETURNS + player + player)) & RETURN


@inline
def give_turn(state: Words, player: U) -> None:
    """Make this player the only one to move."""
    state[0] = (state[0] & ~TO_ACT) | (ONE << player)


@inline
def drop_turn(state: Words, player: U) -> None:
    """Take a player who has moved off the players to move."""
    state[0] &= ~(ONE << player)


@inline
def finish(state: Words, reason: U, returns: U) -> None:
    """End the game; `returns` has two bits a player from bit 0."""
    state[0] = (state[0] & ALL_OPTIONS) | ((reason + ONE) << REASON) | (returns << RETURNS)


@inline
def won_by(player: U) -> U:
    """Return the returns of a game of two that this player wins (ALL-2)."""
    return WON << (player + player)
