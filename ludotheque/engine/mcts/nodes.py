"""What PUCT and UCT share outside their kernels: the arrays of a tree, and the reading of it.

Each player seeks their own reward (max^n). Nothing assumes two players, nor that turns alternate.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ludotheque.arrays import integers, reals, seed_word, words, zeros
from ludotheque.engine.analysis import Analysis, Candidate
from ludotheque.engine.engine import Engine
from ludotheque.engine.expected_line import expected_line
from ludotheque.engine.limit import Limit
from ludotheque.engine.mcts.workspace import (
    CAPACITY,
    ESTIMATE,
    FIRST_STAGE,
    MAX_PATH,
    MOVER,
    PRIOR,
    PROOF,
    ROUNDS_PER_PLY,
    SPAN,
    TOTAL,
    UNLIMITED,
    VISITS,
    WIDTH,
    Nodes,
    TreeSpace,
)
from ludotheque.kernel_loading import COMPILED
from ludotheque.position import Move, View
from ludotheque.rulebook import Rulebook

if TYPE_CHECKING:
    from ludotheque.kernel import Words

USUAL_CAPACITY = CAPACITY if COMPILED else CAPACITY >> 1
"""How many nodes a tree has where nobody says it. A page in a browser never gives memory back."""


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


class Mcts(Engine):
    """What PUCT and UCT share: the arrays, and the reading of a tree."""

    def __init__(self, rulebook: Rulebook, capacity: int = USUAL_CAPACITY, ranked: int = 1) -> None:
        super().__init__(rulebook)
        self.rules, self.evaluate = rulebook.rules.kernels, rulebook.rules.evaluation.evaluate
        self.nodes = Nodes(
            moves=zeros(capacity),
            stats=integers((capacity, 8)),
            values=reals((capacity, 3)),
        )
        self.space = TreeSpace(
            root=zeros(rulebook.rules.state_size),
            state=zeros(rulebook.rules.state_size),
            after=zeros(rulebook.rules.state_size),
            moves=zeros(rulebook.rules.max_moves),
            ranking=integers((ranked, 2)),
            path=integers((MAX_PATH, 2)),
            rewards=reals(rulebook.rules.players),
            dice=words([1]),
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
