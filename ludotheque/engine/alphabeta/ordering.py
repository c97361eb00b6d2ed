"""Move ordering: the table's move, tactical moves, killer moves, then quiet moves by their history."""

from __future__ import annotations

from collections.abc import Callable

from numba import types

from ludotheque.bits import ONE, ZERO, U
from ludotheque.engine.ordering import history_index
from ludotheque.kernel import Words, count, inline, kernel, word, words

OrderingKernel = Callable[[Words, U, Words, int, Words], int]
ORDERING = count(words, word, words, count, words)
"""`order_moves(state, player, moves, count, scores) -> forced`, a kernel that a game's `evaluate.py` may define.

It writes the score of each move: 0 for a quiet move, 1 to 1000 for a tactical one. `forced` is 1 when only a tactical
move can be good, else 0.
"""
ordering_function = types.FunctionType(ORDERING)

TABLE_MOVE, TACTICAL, KILLERS = U(2**62), U(2**40), (U(2**39), U(2**38))
"""The scores of the table's move, of the least tactical move, and of the two killer moves."""
HISTORY_LIMIT = U(2**30)


@kernel(ORDERING)
def all_quiet(state: Words, player: U, moves: Words, count: int, scores: Words) -> int:
    """The move ordering of games that define none."""
    scores[:count] = ZERO
    return 0


@inline
def score_moves(count: int, table_move: U, killers: Words, moves: Words, scores: Words, history: Words) -> None:
    """Turn the game's scores into those that order all moves."""
    for number in range(count):
        move = moves[number]
        if move == table_move:
            scores[number] = TABLE_MOVE
        elif scores[number] != ZERO:
            scores[number] *= TACTICAL
        elif move == killers[0]:
            scores[number] = KILLERS[0]
        elif move == killers[1]:
            scores[number] = KILLERS[1]
        else:
            scores[number] = history[history_index(move)]


@inline
def keep_tactical(count: int, moves: Words, scores: Words) -> int:
    """Move the tactical moves to the front; how many there are. The scores are those of the game."""
    kept = 0
    for number in range(count):
        if scores[number]:
            moves[kept], scores[kept] = moves[number], scores[number]
            kept += 1
    return kept


@inline
def update_history(move: U, score: U, depth: int, killers: Words, history: Words) -> None:
    """Remember a quiet move that caused a cutoff. Tactical moves come early anyway."""
    if score >= TACTICAL:
        return
    if killers[0] != move:
        killers[1] = killers[0]
        killers[0] = move
    index = history_index(move)
    history[index] += U(depth * depth)
    if history[index] > HISTORY_LIMIT:
        for number in range(len(history)):
            history[number] >>= ONE


@inline
def promising(count: int, scores: Words) -> int:
    """How many moves late move pruning keeps: all but the quiet ones, at least three."""
    kept = 0
    for number in range(count):
        kept += scores[number] >= KILLERS[1]
    return min(count, max(3, kept))
