"""The kernels of counting and of playing blindly, for any game."""

from __future__ import annotations

from ludotheque.bits import ONE, U, next_random
from ludotheque.kernel import (
    MovesKernel,
    PickKernel,
    PlayKernel,
    Words,
    count,
    kernel,
    moves_function,
    pick_function,
    play_function,
    rows,
    word,
    words,
)
from ludotheque.status_kernels import first_to_act, is_over

FULL = U(2**64 - 1)
"""Instead of a count: a list had no room for all moves."""


@kernel(word(rows, rows, count, count, moves_function, play_function))
def count_games(states: Words, lists: Words, most: int, depth: int, moves: MovesKernel, play: PlayKernel) -> U:
    """The sequences of exactly `depth` moves from row `depth` of the states (ALL-5)."""
    state = states[depth]
    if is_over(state):
        return U(0)
    player = first_to_act(state)
    found = moves(state, player, lists[depth])
    if found == lists.shape[1] and found < most:
        return FULL
    if depth == 1:
        return U(found)
    total = U(0)
    for number in range(found):
        states[depth - 1][:] = state
        play(states[depth - 1], player, lists[depth][number])
        below = count_games(states, lists, most, depth - 1, moves, play)
        if below == FULL:
            return FULL
        total += below
    return total


@kernel(word(words, words, words, pick_function, play_function, count, word))
def play_games(
    start: Words, state: Words, scratch: Words, pick: PickKernel, play: PlayKernel, games: int, seed: U
) -> U:
    """Play whole games at random; how many moves they took."""
    moves = U(0)
    for _ in range(games):
        state[:] = start
        while not is_over(state):
            seed = next_random(seed)
            player = first_to_act(state)
            play(state, player, pick(state, player, seed, scratch))
            moves += ONE
    return moves
