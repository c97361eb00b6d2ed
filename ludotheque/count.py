"""Counting and playing blindly: perft for correctness, random playouts for speed. Both serve any game."""

from __future__ import annotations

import numpy as np

from ludotheque.bits import ONE, U, next_random
from ludotheque.errors import LudothequeError
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
from ludotheque.rulebook import Rulebook, State
from ludotheque.status_kernels import first_to_act, is_over
from ludotheque.texts import say

FULL = U(2**64 - 1)
"""Instead of a count: a list had no room for all moves."""


@kernel(word(rows, rows, count, count, moves_function, play_function))
def _count(states: Words, lists: Words, most: int, depth: int, moves: MovesKernel, play: PlayKernel) -> U:
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
        below = _count(states, lists, most, depth - 1, moves, play)
        if below == FULL:
            return FULL
        total += below
    return total


@kernel(word(words, words, words, pick_function, play_function, count, word))
def _playouts(start: Words, state: Words, scratch: Words, pick: PickKernel, play: PlayKernel, games: int, seed: U) -> U:
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


def perft(rulebook: Rulebook, state: State, depth: int) -> int:
    """The number of sequences of exactly `depth` moves from a state."""
    if depth < 0:
        raise LudothequeError(say("cli.depth", depth=depth))
    if depth == 0:
        return 1
    if depth > rulebook.rules.max_plies:
        return 0  # every game is over by then
    states = np.zeros((depth + 1, rulebook.rules.state_size), np.uint64)
    kernels, most = rulebook.rules.kernels, rulebook.rules.max_moves
    for room in (rulebook.rules.usual_moves, most):
        states[depth] = state
        lists = np.empty((depth + 1, room), np.uint64)
        counted = _count(states, lists, most, depth, kernels.moves, kernels.play)
        if counted != FULL:
            break
    return int(counted)


def playouts(rulebook: Rulebook, state: State, games: int, seed: int = 1) -> int:
    """Play this many games at random from a state; the number of moves taken."""
    start = np.array(state, np.uint64)
    scratch = np.empty(rulebook.rules.max_moves, np.uint64)
    kernels = rulebook.rules.kernels
    # The seed is spread over the word, and never zero.
    word_seed = np.uint64((seed * 0x9E3779B97F4A7C15 + 0x2545F4914F6CDD1D) % 2**64 or 1)
    return int(_playouts(start, start.copy(), scratch, kernels.pick, kernels.play, games, word_seed))
