"""The nodes of Monte-Carlo tree search, and what its variants share: playouts, backpropagation, reading the tree.

Each player seeks their own reward (max^n). Nothing assumes two players, nor that turns alternate.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from math import exp
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from ludotheque.bits import U, next_random
from ludotheque.engine.analysis import Analysis, Candidate
from ludotheque.engine.engine import Engine
from ludotheque.engine.expected_line import expected_line
from ludotheque.engine.limit import Limit
from ludotheque.kernel import (
    PickKernel,
    PlayKernel,
    Words,
    count,
    inline,
    kernel,
    pick_function,
    play_function,
    word,
    words,
)
from ludotheque.position import Move, View
from ludotheque.rulebook import Rulebook
from ludotheque.status_kernels import first_to_act, is_over

FIRST, COUNT, NEXT, WIDTH, VISITS, MOVER, PROOF, SPAN = range(8)
"""The columns of `Nodes.stats`: the first child; the number of children; the next sibling (UCT only); the number of
legal moves, -1 before they are listed; the visits; the player who made the move; 0 or 1 + the proven returns, as in the
status word; the moves until that result, at most."""
TOTAL, ESTIMATE, PRIOR = range(3)
"""The columns of `Nodes.values`: the sum of the mover's rewards; what the node promised the mover at first; the part of
the exploration that it gets among its siblings."""
MAX_PATH = 512
"""No path down the tree is longer."""
UNLIMITED = 1 << 40
"""A number of rounds or moves that is never reached."""
CAPACITY = 1 << 20
"""How many nodes a tree can have. A full tree is still searched, but grows no more."""
ROUNDS_PER_PLY = 20
"""A search of depth d runs this number of rounds to the power of d - 1, as an alpha-beta search would need."""
FIRST_STAGE = 64
"""The rounds before the first report of a search."""
LN_3 = 1.0986122886681098

Integers = npt.NDArray[np.int64]
Reals = npt.NDArray[np.float64]
real = types.float64
reals = types.Array(types.float64, 1, "C")
integer_rows = types.Array(types.int64, 2, "C")
real_rows = types.Array(types.float64, 2, "C")


class Nodes(NamedTuple):
    """The nodes of a tree, in arrays made once. Node 0 is the root.

    Kernels take the bundle apart at their beginning: reading a field of it again and again would cost time.
    """

    moves: Words
    """The move that leads to each node."""
    stats: Integers
    values: Reals


class TreeSpace(NamedTuple):
    """The arrays that a search works in."""

    root: Words
    """The state at the root."""
    state: Words
    """The state at the node that is visited."""
    after: Words
    """The state after one of its moves."""
    moves: Words
    """The legal moves of a node."""
    ranking: Integers
    """The most promising of them: evaluation and number."""
    path: Integers
    """The nodes from the root on, and the player to move at each."""
    rewards: Reals
    """What the visit brings to each player."""
    dice: Words
    """The seed of the next playout."""


nodes_type = types.NamedTuple((words, integer_rows, real_rows), Nodes)
tree_space_type = types.NamedTuple((words, words, words, words, integer_rows, integer_rows, reals, words), TreeSpace)


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
def make_leaf(stats: Integers, values: Reals, node: int, mover: int) -> None:
    for column in range(8):
        stats[node, column] = 0
    stats[node, WIDTH] = -1
    stats[node, MOVER] = mover
    for column in range(3):
        values[node, column] = 0.0


@inline
def backpropagate(stats: Integers, values: Reals, path: Integers, depth: int, rewards: Reals) -> None:
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


def rounds_for(depth: int | None, limit: Limit) -> int:
    """How many rounds a search may run."""
    return min(UNLIMITED if depth is None else ROUNDS_PER_PLY ** (min(depth, 9) - 1), limit.nodes_left)


def stages(rounds: int) -> Iterator[int]:
    """Yield the rounds from one report to the next. Each report rests on a quarter more rounds than the one before."""
    done = 0
    while done < rounds:
        stage = min(max(FIRST_STAGE, done // 4), rounds - done)
        yield stage
        done += stage


def seed_word(seed: int) -> np.uint64:
    """A seed for kernels: its bits spread over the word, and never zero."""
    return np.uint64((seed * 0x9E3779B97F4A7C15 + 0x2545F4914F6CDD1D) % 2**64 or 1)


class Mcts(Engine):
    """What PUCT and UCT share: the arrays, and the reading of a tree."""

    def __init__(self, rulebook: Rulebook, capacity: int = CAPACITY, ranked: int = 1) -> None:
        super().__init__(rulebook)
        self.rules, self.evaluate = rulebook.rules.kernels, rulebook.rules.evaluation.evaluate
        self.nodes = Nodes(
            moves=np.zeros(capacity, np.uint64),
            stats=np.zeros((capacity, 8), np.int64),
            values=np.zeros((capacity, 3), np.float64),
        )
        self.space = TreeSpace(
            root=np.zeros(rulebook.rules.state_size, np.uint64),
            state=np.zeros(rulebook.rules.state_size, np.uint64),
            after=np.zeros(rulebook.rules.state_size, np.uint64),
            moves=np.zeros(rulebook.rules.max_moves, np.uint64),
            ranking=np.zeros((ranked, 2), np.int64),
            path=np.zeros((MAX_PATH, 2), np.int64),
            rewards=np.zeros(rulebook.rules.players, np.float64),
            dice=np.ones(1, np.uint64),
        )

    def plant(self, view: View, seed: int) -> int:
        """Make a new tree that has only a root; the player to move there."""
        player = view.player
        assert player is not None
        self.space.root[:] = view.state
        self.space.dice[0] = seed_word(seed)
        # `make_leaf` would have to be compiled for a call from here, at the expense of the search.
        self.nodes.stats[0], self.nodes.values[0] = 0, 0.0
        self.nodes.stats[0, WIDTH], self.nodes.stats[0, MOVER] = -1, player
        return player

    @abstractmethod
    def children(self, node: int) -> list[int]:
        """The children of a node, best first: proven wins, then by visits, proven losses last."""

    def rank(self, node: int) -> tuple[float, ...]:
        """Better is larger: wins (short ones first), then the most visited, then losses (long ones first)."""
        stats = self.nodes.stats[node]
        if stats[PROOF]:
            own = self.proven_reward(node)
            if own != 0.5:
                return (own - 0.5, -float(stats[SPAN]) if own else float(stats[SPAN]), 0.0)
        return (0.0, float(stats[VISITS]), self.mean(node) + 1e-9 * float(self.nodes.values[node, PRIOR]))

    def mean(self, node: int) -> float:
        """The mean reward of a node's mover. The first estimate counts as one visit."""
        stats, values = self.nodes.stats[node], self.nodes.values[node]
        if stats[PROOF]:
            return self.proven_reward(node)
        return float(values[TOTAL] + values[ESTIMATE]) / float(stats[VISITS] + 1)

    def proven_reward(self, node: int) -> float:
        """What a node is proven to bring to its mover; `reward_of` is for kernels."""
        returns, mover = int(self.nodes.stats[node, PROOF]) - 1, int(self.nodes.stats[node, MOVER])
        return 0.5 * (returns >> 2 * mover & 3)

    def candidate(self, view: View, node: int) -> Candidate:
        proven = bool(self.nodes.stats[node, PROOF])
        return Candidate(
            Move(view.game, int(self.nodes.moves[node])),
            self.mean(node),
            self.line(view, node),
            proven=proven,
            distance=int(self.nodes.stats[node, SPAN]) + 1 if proven else None,
        )

    def line(self, view: View, node: int) -> tuple[Move, ...]:
        """The principal variation from a node on: the most visited moves."""
        mover, code = int(self.nodes.stats[0, MOVER]), int(self.nodes.moves[node])

        def reply(state: Words, player: int) -> int | None:
            nonlocal node
            children = self.children(node)
            node = children[0] if children else node
            return int(self.nodes.moves[node]) if children and self.nodes.stats[node, VISITS] else None

        return expected_line(view.game, view.state, mover, code, reply)

    def analysis(self, view: View, lines: int, depth: int, limit: Limit) -> Analysis:
        best = self.children(0)[: max(lines, 1)]
        candidates = tuple(self.candidate(view, node) for node in best)
        return Analysis(view, candidates, depth, limit.nodes, limit.elapsed)
