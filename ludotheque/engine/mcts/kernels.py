"""What the kernels of PUCT and UCT share: rewards, leaves, playouts, backpropagation."""

from __future__ import annotations

from ludotheque.bits import U, next_random
from ludotheque.engine.mcts.workspace import MOVER, TOTAL, VISITS, WIDTH, Nodes, TreeSpace
from ludotheque.floats import exp
from ludotheque.kernel import (
    Numbers,
    PickKernel,
    PlayKernel,
    Reals,
    Words,
    bundle,
    count,
    inline,
    kernel,
    number_rows,
    pick_function,
    play_function,
    real_rows,
    reals,
    word,
    words,
)
from ludotheque.status_kernels import first_to_act, is_over

LN_3 = 1.0986122886681098

nodes_type = bundle(Nodes, words, number_rows, real_rows)
tree_space_type = bundle(TreeSpace, words, words, words, words, number_rows, number_rows, reals, words)


@inline
def reward_of(returns: int, player: int) -> float:
    """A player's reward for a result: 0 lost, 1/2 drawn or neither, 1 won. The returns are those of the status word."""
    return 0.5 * ((returns >> (2 * player)) & 3)


@inline
def reward_all(rewards: Reals, returns: int) -> None:
    for player in range(len(rewards)):
        rewards[player] = reward_of(returns, player)


@inline
def estimated_chance(value: int, scale: float) -> float:
    """The winning chance that an evaluation promises, from 0 to 1; the curve of `chance.chance_of`, for kernels."""
    return 1.0 / (1.0 + exp(-LN_3 * value / scale))


@inline
def make_leaf(stats: Numbers, values: Reals, node: int, mover: int) -> None:
    for column in range(8):
        stats[node, column] = 0
    stats[node, WIDTH] = -1
    stats[node, MOVER] = mover
    for column in range(3):
        values[node, column] = 0.0


@inline
def backpropagate(stats: Numbers, values: Reals, path: Numbers, depth: int, rewards: Reals) -> None:
    """Count a visit of every node of the path, and give each mover their reward."""
    for ply in range(depth + 1):
        node = path[ply, 0]
        stats[node, VISITS] += 1
        values[node, TOTAL] += rewards[stats[node, MOVER]]


# A kernel of its own, not inlined: in a large kernel the compiler made this loop slower by 40 %.
@kernel(word(words, words, word, count, pick_function, play_function))
def playout(state: Words, scratch: Words, seed: U, moves: int, pick: PickKernel, play: PlayKernel) -> U:
    """Play at most this number of random moves; the next seed."""
    while not is_over(state) and moves > 0:
        moves -= 1
        seed = next_random(seed)
        player = first_to_act(state)
        play(state, player, pick(state, player, seed, scratch))
    return seed
