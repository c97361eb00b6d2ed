"""What the kernels of the two solvers work with: arrays, made once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ludotheque.kernel import Words

WAYS = 4
"""The size of a bucket of the table. The entry that took the least effort makes room."""


class SolverSpace(NamedTuple):
    """The arrays of the solver, made once; a row belongs to a ply."""

    states: Words
    moves: Words
    scores: Words
    table: Words
    masks: Words
    """What the keys of the table see of each word of a state."""


class PlainSpace(NamedTuple):
    """The arrays of the plain solver, made once; a row belongs to a ply."""

    states: Words
    moves: Words
    scores: Words
    seen: Words
    """What a player sees of a state."""
    replies: Words
    """The answers to moves that are still secret, by ply."""
    history: Words
    table: Words
    masks: Words
