"""What the kernels of the search with secret attacks work with: values, arrays and settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ludotheque.kernel import Reals, Words

WIN = 1_000_000_000
FAR = 2 * WIN
"""Beyond all values."""
SURE = WIN - 1000
"""A value at least this large is a proven win."""
LIKELY = 950_000_000
"""No evaluation promises more than this."""
MAX_PLY = 60
"""No line is searched further than this."""
ATTACK_CODE = 2**64 - 1
"""The move that stands for an attack whatever its target. The table never holds a target."""


class Workspace(NamedTuple):
    """The arrays of a search, made once. A row belongs to a ply where nothing else is said."""

    states: Words
    """The positions on the way from the root."""
    moves: Words
    """The moves that hide nothing."""
    scores: Words
    """Their scores for move ordering."""
    outcomes: Words
    """The states after an attack; as many rows for each ply as there can be outcomes."""
    matrices: Reals
    """The matrix game of an attack; three rows for each ply: bare, held, aims."""
    table: Words
    """The transposition table."""
    history: Words
    """How often moves caused a cutoff; a row for each player."""
    killers: Words
    """The last move that caused a cutoff; a word for each ply."""
    masks: Words
    """What the keys of the table see of each word of a state."""


class Settings(NamedTuple):
    """What holds for one search."""

    control: Words
    """`Limit.control`."""
    rate: float
    """How fast evaluations turn into chances."""
