"""What each thread of a GPU does with its game: a row of the arrays. `ptx.py` binds these to the rules of one game.

Only the lowest player to move is asked (ALL-5 counts in this order). A game that is over stays as it is.
"""

from __future__ import annotations

from ludotheque.bits import ONE, ZERO, next_random
from ludotheque.kernel import (
    MovesKernel,
    Numbers,
    PickKernel,
    PlayKernel,
    Words,
    count,
    kernel,
    moves_function,
    nothing,
    numbers,
    pick_function,
    play_function,
    rows,
    words,
)
from ludotheque.status_kernels import first_to_act, is_over


@kernel(nothing(count, rows, rows, numbers, moves_function))
def list_moves(number: int, states: Words, lists: Words, counts: Numbers, moves: MovesKernel) -> None:
    """List the legal moves of a game and count them."""
    state = states[number]
    counts[number] = 0 if is_over(state) else moves(state, first_to_act(state), lists[number])


@kernel(nothing(count, rows, words, words, words, pick_function))
def pick_moves(number: int, states: Words, seeds: Words, picked: Words, own_scratch: Words, pick: PickKernel) -> None:
    """Pick a legal move of a game at random; its seed becomes the next one."""
    state = states[number]
    if not is_over(state):
        seeds[number] = next_random(seeds[number])
        picked[number] = pick(state, first_to_act(state), seeds[number], own_scratch)


@kernel(nothing(count, rows, words, play_function))
def play_moves(number: int, states: Words, chosen: Words, play: PlayKernel) -> None:
    """Play a legal move of a game."""
    state = states[number]
    if not is_over(state):
        play(state, first_to_act(state), chosen[number])


@kernel(nothing(count, words, words, words, count, words, words, pick_function, play_function))
def play_games(
    number: int, seeds: Words, start: Words, moves: Words, games: int, own_state: Words, own_scratch: Words,
    pick: PickKernel, play: PlayKernel,
) -> None:  # fmt: skip
    """Play whole games at random from a state; how many moves they took. `count_kernels.play_games` does the same."""
    seed, played = seeds[number], ZERO
    for _ in range(games):
        own_state[:] = start
        while not is_over(own_state):
            seed = next_random(seed)
            player = first_to_act(own_state)
            play(own_state, player, pick(own_state, player, seed, own_scratch))
            played += ONE
    seeds[number], moves[number] = seed, played
