"""Move ordering: what all engines share."""

from __future__ import annotations

from ludotheque.bits import U
from ludotheque.engine.transposition import MIXER
from ludotheque.kernel import PlayKernel, Words, inline

HISTORY_SIZE = 4096
"""How many scores of the history heuristic there are for each player."""


@inline
def history_index(move: U) -> U:
    """Where the history score of a move is kept."""
    return (move * MIXER) >> U(52)


@inline
def pick_best(number: int, count: int, moves: Words, scores: Words) -> None:
    """Swap the best of the moves from this number on to the place with this number."""
    best = number
    for other in range(number + 1, count):
        if scores[other] > scores[best]:
            best = other
    moves[number], moves[best] = moves[best], moves[number]
    scores[number], scores[best] = scores[best], scores[number]


@inline
def play_best(number: int, count: int, moves: Words, scores: Words, state: Words, player: U, play: PlayKernel) -> U:
    """Play the best of the moves from this number on, in place; the move."""
    pick_best(number, count, moves, scores)
    play(state, player, moves[number])
    return moves[number]
