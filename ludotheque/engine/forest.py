"""What all kinds of tree search share: nodes in arrays, results shared out among any number of players.

Nodes lie in arrays made once. Column by column:

    codes     the decision that leads to the node
    tallies   FIRST child, COUNT of children (plain: made so far), NEXT sibling (plain only), WIDTH: all decisions (-1:
              not listed yet), VISITS, CHOOSER: who took the decision, PROOF: 0 or 1 + the returns as in the status
              word, SPAN: decisions until that result, at most
    shares    TOTAL of what visits brought to the chooser, GUESS: what the node promised the chooser at first,
              WEIGHT: its part of its siblings' attention
"""

from __future__ import annotations

from abc import abstractmethod
from math import exp

import numpy as np
import numpy.typing as npt
from numba import types

from ludotheque.bits import U, next_random, signed
from ludotheque.engine.analysis import Analysis, Candidate
from ludotheque.engine.limit import Limit
from ludotheque.engine.thinker import Thinker
from ludotheque.kernel import (
    PickKernel,
    PlayKernel,
    Words,
    inline,
)
from ludotheque.position import Move, View
from ludotheque.rulebook import Rulebook
from ludotheque.status import first_to_act, is_over

FIRST, COUNT, NEXT, WIDTH, VISITS, CHOOSER, PROOF, SPAN = range(8)
TOTAL, GUESS, WEIGHT = range(3)
STRIDE = 1_000_003
"""A prime larger than any list: steps of this size visit every place of a list once."""
LONGEST = 512
"""No path down the tree is longer."""
EVER = 1 << 40
"""Rounds, or decisions, without end: the limit stops the ones, the game the others."""

Tallies = npt.NDArray[np.int64]
Shares = npt.NDArray[np.float64]
tallies_type = types.Array(types.int64, 2, "C")
shares_type = types.Array(types.float64, 2, "C")
rewards_type = types.Array(types.float64, 1, "C")
real = types.float64


@inline
def returns_of(state: Words) -> int:
    """The returns of a finished game, two bits a player."""
    return signed((state[0] >> U(16)) & U(0xFFFF))


@inline
def share_of(returns: int, player: int) -> float:
    """A player's part of a result: 0 lost, 1/2 drawn or neither, 1 won."""
    return 0.5 * ((returns >> (2 * player)) & 3)


@inline
def settle(rewards: Shares, returns: int) -> None:
    for player in range(len(rewards)):
        rewards[player] = share_of(returns, player)


@inline
def promise(value: int, scale: float) -> float:
    """What a value promises, from 0 to 1; the same curve as `chance_of`."""
    return 1.0 / (1.0 + exp(-1.0986122886681098 * value / scale))


@inline
def clear(tallies: Tallies, shares: Shares, node: int, chooser: int) -> None:
    """A new leaf."""
    for column in range(8):
        tallies[node, column] = 0
    tallies[node, WIDTH] = -1
    tallies[node, CHOOSER] = chooser
    for column in range(3):
        shares[node, column] = 0.0


@inline
def back_up(tallies: Tallies, shares: Shares, path: Tallies, deep: int, rewards: Shares) -> None:
    """Every node of the path was visited once more, and its chooser got that player's share."""
    for step in range(deep + 1):
        node = path[step, 0]
        tallies[node, VISITS] += 1
        shares[node, TOTAL] += rewards[tallies[node, CHOOSER]]


@inline
def playout(state: Words, scratch: Words, seed: U, decisions: int, pick: PickKernel, play: PlayKernel) -> U:
    """Play so many decisions at random, or to the end; the seed for what follows."""
    while not is_over(state) and decisions > 0:
        decisions -= 1
        seed = next_random(seed)
        player = first_to_act(state)
        play(state, player, pick(state, player, seed, scratch))
    return seed


NODES_KEPT = 1 << 20
"""How many nodes a tree can have; a full one is still visited, but grows no more."""
BREADTH = 20
"""A search of depth d is given this number of rounds to the power of d - 1, as an alpha-beta search would need."""


def rounds_for(depth: int | None) -> int:
    return EVER if depth is None else BREADTH ** (min(depth, 9) - 1)


def spread(seed: int) -> np.uint64:
    """A seed for kernels: its bits spread over the word, and never zero."""
    return np.uint64((seed * 0x9E3779B97F4A7C15 + 0x2545F4914F6CDD1D) % 2**64 or 1)


class Forest(Thinker):
    """What both kinds of tree have: the arrays, and the reading of a grown tree."""

    def __init__(self, rulebook: Rulebook, capacity: int = NODES_KEPT) -> None:
        super().__init__(rulebook)
        self.rules, self.judgement = rulebook.kernels, rulebook.judgement
        self.root: Words = np.zeros(rulebook.size, np.uint64)
        self.state: Words = np.zeros_like(self.root)
        self.after: Words = np.zeros_like(self.root)
        self.list: Words = np.zeros(rulebook.most_moves, np.uint64)
        self.codes: Words = np.zeros(capacity, np.uint64)
        self.tallies: Tallies = np.zeros((capacity, 8), np.int64)
        self.shares: Shares = np.zeros((capacity, 3), np.float64)
        self.path: Tallies = np.zeros((LONGEST, 2), np.int64)
        self.rewards: Shares = np.zeros(rulebook.players, np.float64)

    def plant(self, view: View) -> int:
        """A new tree with a root only; who decides there."""
        player = view.player
        assert player is not None
        self.root[:] = view.words
        # As `clear` does, which would be compiled for a call from here, in the time of the search.
        self.tallies[0], self.shares[0] = 0, 0.0
        self.tallies[0, WIDTH], self.tallies[0, CHOOSER] = -1, player
        return player

    def proven_share(self, node: int) -> float:
        """What a node is proven to bring to its chooser; see `share_of`, which is for kernels."""
        returns, chooser = int(self.tallies[node, PROOF]) - 1, int(self.tallies[node, CHOOSER])
        return 0.5 * (returns >> 2 * chooser & 3)

    @abstractmethod
    def children(self, node: int) -> list[int]:
        """The children of a node, best first: proven wins, then by visits, proven losses last."""

    def rank(self, node: int) -> tuple[float, ...]:
        """Better ones are larger: wins (short ones first), then the most visited, then losses (long ones first)."""
        tally, share = self.tallies[node], self.shares[node]
        if tally[PROOF]:
            own = self.proven_share(node)
            if own != 0.5:
                return (own - 0.5, -float(tally[SPAN]) if own else float(tally[SPAN]), 0.0)
        return (0.0, float(tally[VISITS]), self.mean(node) + 1e-9 * float(share[WEIGHT]))

    def mean(self, node: int) -> float:
        """What a node has brought to its chooser so far; one visit is thought to have brought what was guessed."""
        tally, share = self.tallies[node], self.shares[node]
        if tally[PROOF]:
            return self.proven_share(node)
        return float(share[TOTAL] + share[GUESS]) / float(tally[VISITS] + 1)

    def candidate(self, view: View, node: int) -> Candidate:
        tally = self.tallies[node]
        proven = bool(tally[PROOF])
        return Candidate(
            Move(view.game, int(self.codes[node])),
            self.mean(node),
            self.line(view, node),
            proven=proven,
            distance=int(tally[SPAN]) + 1 if proven else None,
        )

    def line(self, view: View, node: int) -> tuple[Move, ...]:
        """The most visited way on."""
        found = [Move(view.game, int(self.codes[node]))]
        while children := self.children(node):
            node = children[0]
            if not self.tallies[node, VISITS]:
                break
            found.append(Move(view.game, int(self.codes[node])))
        return tuple(found)

    def analysis(self, view: View, player: int, lines: int, depth: int, limit: Limit) -> Analysis:
        best = self.children(0)[: max(lines, 1)]
        candidates = tuple(self.candidate(view, node) for node in best)
        return Analysis(player, candidates, depth, limit.nodes, limit.elapsed)
