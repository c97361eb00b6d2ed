"""The status word, word 0 of every state: who is to move, how the game ended, which options hold.

::

    bits 0-7    the players to move, a bit each; none when the game is over
    bits 8-15   why it ended: 0 while it goes on, else 1 + the index in the game's `reasons`
    bits 16-31  the returns, two bits a player: 0 lost, 1 drawn or neither, 2 won
    bits 32-63  the options, four bits each: the index of the chosen value

This file and `status_kernels.py`, which compiles the same layout, are the only ones that know it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

MAX_PLAYERS = 8
TO_ACT_MASK = 0xFF
REASON_SHIFT, REASON_MASK = 8, 0xFF
RETURNS_SHIFT, RETURN_BITS, RETURN_MASK = 16, 2, 3
OPTIONS_SHIFT, OPTION_BITS, OPTION_MASK = 32, 4, 15
PLAYERS_TO_ACT = [
    tuple(player for player in range(MAX_PLAYERS) if bits >> player & 1) for bits in range(TO_ACT_MASK + 1)
]
"""The players to move, by the lowest bits of a status word."""


class Ending(NamedTuple):
    """How a game ended: the index of the reason, and the returns by player."""

    reason: int
    returns: tuple[float, ...]


def players_to_act(word: int) -> tuple[int, ...]:
    """Return the players to move.

    >>> players_to_act(status_word([0, 1]))
    (0, 1)
    """
    return PLAYERS_TO_ACT[word & TO_ACT_MASK]


def player_to_act(word: int) -> int | None:
    """Return the lowest player to move; None when the game is over."""
    return next(iter(players_to_act(word)), None)


def is_to_act(word: int, player: int) -> bool:
    """Return whether this player is to move."""
    return bool(word >> player & 1)


def is_over(word: int) -> bool:
    """Return whether the game has ended."""
    return bool(word >> REASON_SHIFT & REASON_MASK)


def ending(word: int, players: int) -> Ending | None:
    """Return how the game ended, or None while it goes on."""
    reason = word >> REASON_SHIFT & REASON_MASK
    if not reason:
        return None
    shifts = (RETURNS_SHIFT + RETURN_BITS * player for player in range(players))
    return Ending(reason - 1, tuple(float((word >> shift & RETURN_MASK) - 1) for shift in shifts))


def status_word(to_act: Iterable[int], options: Sequence[int] = (), end: Ending | None = None) -> int:
    """Return the status word for these players to move, these option values (by index) and this ending."""
    word = sum(1 << player for player in to_act)
    for number, index in enumerate(options):
        word |= index << (OPTIONS_SHIFT + OPTION_BITS * number)
    if end:
        word |= (end.reason + 1) << REASON_SHIFT
        for player, value in enumerate(end.returns):
            word |= (int(value) + 1) << (RETURNS_SHIFT + RETURN_BITS * player)
    return word
