"""Counting and playing blindly: perft for correctness, random playouts for speed. Both serve any game."""

from __future__ import annotations

from ludotheque.arrays import WORD, empty, seed_word, words, zeros
from ludotheque.count_kernels import FULL, count_games, play_games
from ludotheque.errors import LudothequeError
from ludotheque.rulebook import Rulebook, State
from ludotheque.texts import say


def perft(rulebook: Rulebook, state: State, depth: int) -> int:
    """The number of sequences of exactly `depth` moves from a state."""
    if depth < 0:
        raise LudothequeError(say("cli.depth", depth=depth))
    if depth == 0:
        return 1
    if depth > rulebook.rules.max_plies:
        return 0  # every game is over by then
    states = zeros((depth + 1, rulebook.rules.state_size))
    kernels, most = rulebook.rules.kernels, rulebook.rules.max_moves
    for room in (rulebook.rules.usual_moves, most):
        states[depth] = state
        lists = empty((depth + 1, room), WORD)
        counted = count_games(states, lists, most, depth, kernels.moves, kernels.play)
        if counted != FULL:
            break
    return int(counted)


def playouts(rulebook: Rulebook, state: State, games: int, seed: int = 1) -> int:
    """Play this many games at random from a state; the number of moves taken."""
    start = words(state)
    scratch = empty(rulebook.rules.pick_room, WORD)
    kernels = rulebook.rules.kernels
    return int(play_games(start, start.copy(), scratch, kernels.pick, kernels.play, games, seed_word(seed)))
