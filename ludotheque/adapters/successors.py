"""All positions that one move leads to, from many positions at once: for programs that learn what positions are worth.

>>> import ludotheque as lt
>>> game = lt.load("malawi")
>>> found = successors(game, np.array([game.start().state], np.uint64))
>>> found.states.shape, set(found.players.tolist()), set(found.parents.tolist())
((74, 8), {1}, {0})
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from ludotheque.bits import U, signed
from ludotheque.kernel import (
    MovesKernel,
    PlayKernel,
    Words,
    count,
    kernel,
    moves_function,
    nothing,
    numbers,
    play_function,
    rows,
    words,
)
from ludotheque.position import Game
from ludotheque.status_kernels import first_to_act, is_over, return_of

Numbers = npt.NDArray[np.int64]
Table = npt.NDArray[np.float32]

NOBODY = -1
"""Instead of the player to act, when the game is over."""


class Successors(NamedTuple):
    """The positions after each legal move, a row each, in the order of the positions before."""

    states: Words
    """They hold the secrets of all players; show a learner what `PlaneSpace.paint` makes of them."""
    parents: Numbers
    """The row of the position before."""
    moves: Words
    """The code of the move."""
    players: Numbers
    """Who acts next; -1 when the game is over."""
    returns: Table
    """What each player has when the game is over; 0 while it goes on."""


successors_type = types.NamedTuple((rows, numbers, words, numbers, types.Array(types.float32, 2, "C")), Successors)


@kernel(count(rows, count, words, count, moves_function, numbers))
def _count(states: Words, first: int, listed: Words, max_moves: int, moves: MovesKernel, found: Numbers) -> int:
    """How many moves each state has, from one on. How many states are done: a list may be too short for the next."""
    for row in range(first, len(states)):
        found[row] = 0
        if not is_over(states[row]):
            found[row] = moves(states[row], first_to_act(states[row]), listed)
            if found[row] == len(listed) and found[row] < max_moves:
                return row
    return len(states)


@kernel(nothing(rows, words, moves_function, play_function, successors_type))
def _follow(states: Words, listed: Words, moves: MovesKernel, play: PlayKernel, out: Successors) -> None:
    """Play every move of every state."""
    after, parents, codes, players, returns = out
    place = 0
    for row in range(len(states)):
        if is_over(states[row]):
            continue
        mover = first_to_act(states[row])
        for number in range(moves(states[row], mover, listed)):
            state = after[place]
            state[:] = states[row]
            play(state, mover, listed[number])
            parents[place], codes[place] = row, listed[number]
            over = is_over(state)
            players[place] = NOBODY if over else signed(first_to_act(state))
            for player in range(returns.shape[1]):
                returns[place, player] = signed(return_of(state, U(player))) - 1 if over else 0
            place += 1


def successors(game: Game, states: Words) -> Successors:
    """Return the positions after each legal move of the first player to act, for many states of a game at once."""
    rules = game.rulebook.rules
    listed, found, done = np.empty(rules.usual_moves, np.uint64), np.empty(len(states), np.int64), 0
    while (done := _count(states, done, listed, rules.max_moves, rules.kernels.moves, found)) < len(states):
        # A freak position: from now on there is room for more.
        listed = np.empty(min(16 * len(listed), rules.max_moves), np.uint64)
    size = int(found.sum())
    out = Successors(
        np.empty((size, rules.state_size), np.uint64),
        np.empty(size, np.int64),
        np.empty(size, np.uint64),
        np.empty(size, np.int64),
        np.empty((size, game.players), np.float32),
    )
    _follow(states, listed, rules.kernels.moves, rules.kernels.play, out)
    return out
