"""What the kernels of alpha-beta search work with: values, arrays and settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ludotheque.bits import U
    from ludotheque.kernel import Words

WIN = 1_000_000
FAR = 2 * WIN
"""Beyond all values."""
SURE = WIN - 1000
"""A value at least this large is a proven win."""
MAX_PLY = 96
"""No line is searched further than this."""
TRUSTED = 24
"""The table's proofs of a longer distance are not believed.

A count of quiet turns, which the key leaves out, could end the game before.
"""


class Stack(NamedTuple):
    """The arrays with a row for each ply, a bundle of their own: what a kernel takes is copied at every node."""

    states: Words
    """The positions on the way from the root."""
    moves: Words
    """The legal moves."""
    scores: Words
    """Their scores for move ordering."""


class Memory(NamedTuple):
    """What a search remembers, and how it forms the keys of its table."""

    table: Words
    """The transposition table."""
    history: Words
    """How often moves caused a cutoff; a row for each player."""
    killers: Words
    """The last two quiet moves that caused a cutoff; a row for each ply."""
    masks: Words
    """What the keys of the table see of each word of a state."""
    nears: Words
    """The value from which on a word counts in full."""


class Settings(NamedTuple):
    """What holds for one search."""

    control: Words
    """`Limit.control`."""
    null_move: bool
    """Whether passing, if it were allowed, would never gain anything."""
    margin: int
    """What a quiet move hardly ever gains."""
    age: U
    """The age of new entries of the table."""
