"""Monte-Carlo tree search over any game's kernels, for any number of players.

Two ways to grow a tree. *Plain*: UCT with random playouts, which knows nothing of a game but its rules; it is the
measure for everything else. *Informed*: a new node lists its decisions, judges the positions that they lead to, keeps
the most promising and is worth what the best of them promises; so a tree stays narrow where there are hundreds of
decisions. In both each player seeks their own share of the result (max^n): nothing assumes two players, nor that turns
alternate.

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
from math import exp, log, sqrt

import numpy as np
import numpy.typing as npt
from numba import types

from ludotheque.bits import ONE, U, next_random, signed
from ludotheque.engine.analysis import Analysis, Candidate
from ludotheque.engine.limit import NODES, STOP, Limit
from ludotheque.engine.solver import CAP, Solution, Solver, verdict
from ludotheque.engine.thinker import Thinker
from ludotheque.kernel import (
    EvaluateKernel,
    MovesKernel,
    PickKernel,
    PlayKernel,
    Words,
    count,
    evaluate_function,
    inline,
    kernel,
    moves_function,
    pick_function,
    play_function,
    rows,
    word,
    words,
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


# Plain.


@inline
def playout(state: Words, scratch: Words, seed: U, decisions: int, pick: PickKernel, play: PlayKernel) -> U:
    """Play so many decisions at random, or to the end; the seed for what follows."""
    while not is_over(state) and decisions > 0:
        decisions -= 1
        seed = next_random(seed)
        player = first_to_act(state)
        play(state, player, pick(state, player, seed, scratch))
    return seed


@inline
def best_sibling(tallies: Tallies, shares: Shares, parent: int, explore: float) -> int:
    """UCB1: the child with the best mean, and something for those that were seldom visited."""
    tried = log(tallies[parent, VISITS] + 1.0)
    child = tallies[parent, FIRST]
    best, best_score = child, -1.0
    while child:
        visits = tallies[child, VISITS]
        score = shares[child, TOTAL] / visits + explore * sqrt(tried / visits)
        if score > best_score:
            best, best_score = child, score
        child = tallies[child, NEXT]
    return best


SAMPLE = count(
    words, words, words, words, tallies_type, shares_type, tallies_type, rewards_type, words, count, word, real,
    count, count, rows, rows, rows, rows, words, moves_function, pick_function, play_function, evaluate_function,
)  # fmt: skip


@kernel(SAMPLE)
def sample(
    root: Words,
    state: Words,
    list_: Words,
    codes: Words,
    tallies: Tallies,
    shares: Shares,
    path: Tallies,
    rewards: Shares,
    control: Words,
    rounds: int,
    seed: U,
    explore: float,
    reach: int,
    cap: int,
    states: Words,
    lists: Words,
    ranks: Words,
    table: Words,
    masks: Words,
    moves: MovesKernel,
    pick: PickKernel,
    play: PlayKernel,
    evaluate: EvaluateKernel,
) -> int:
    """Plain UCT: so many playouts, each adding one node; how many nodes there are. Node 0 is the root.

    With a reach, playouts stop so many decisions below the root and the solver says how the game ends, if it can within
    so many nodes; without one (-1) they run to the end.
    """
    used = 1
    first_player = U(tallies[0, CHOOSER])
    for _ in range(rounds):
        if control[STOP] and used > 1:  # one decision at least must come back
            break
        control[NODES] += ONE
        state[:] = root
        node, deep = 0, 0
        path[0, 0] = 0
        while not is_over(state) and deep < LONGEST - 1:
            player = first_player if node == 0 else first_to_act(state)
            # 1. Go down where every decision has been tried ...
            if 0 <= tallies[node, WIDTH] == tallies[node, COUNT]:
                node = best_sibling(tallies, shares, node, explore)
                play(state, player, codes[node])
                deep += 1
                path[deep, 0] = node
                continue
            # 2. ... else try one more, in an order that depends on the seed only.
            if used < len(codes):
                found = moves(state, player, list_)
                tallies[node, WIDTH] = found
                seed = next_random(seed)
                turn = (node * 7919 + tallies[node, COUNT] * STRIDE) % found
                codes[used] = list_[turn]
                clear(tallies, shares, used, signed(player))
                shares[used, GUESS] = 0.5
                tallies[used, NEXT] = tallies[node, FIRST]
                tallies[node, FIRST] = used
                tallies[node, COUNT] += 1
                deep += 1
                path[deep, 0] = used
                play(state, player, codes[used])
                used += 1
            break
        # 3. Play on at random, to the end or to where the solver takes over.
        known = 0
        if reach >= 0:
            seed = playout(state, list_, seed, reach - deep, pick, play)
            if not is_over(state):
                states[0][:] = state
                control[CAP] = control[NODES] + U(cap)
                known = verdict(states, lists, ranks, table, masks, control, 0, moves, play, evaluate) & 3
        if known == 0:
            seed = playout(state, list_, seed, EVER, pick, play)
        # 4. Tell all who were passed.
        settle(rewards, returns_of(state) if known == 0 else (known - 1) | ((3 - known) << 2))
        back_up(tallies, shares, path, deep, rewards)
    return used


# Informed.


@inline
def insert(order: Tallies, kept: int, keep: int, value: int, number: int) -> int:
    """Keep the best `keep` of the values, best first, with their numbers; how many are kept now."""
    if kept == keep:
        if value <= order[keep - 1, 0]:
            return kept
        kept -= 1
    place = kept
    while place > 0 and order[place - 1, 0] < value:
        order[place, 0], order[place, 1] = order[place - 1, 0], order[place - 1, 1]
        place -= 1
    order[place, 0], order[place, 1] = value, number
    return kept + 1


@inline
def resolve(tallies: Tallies, node: int, player: int) -> None:
    """What a node's children prove about it: a win that its player can take, or the best when all are proven.

    With more than two players, equal results for this player that differ for the others prove nothing.
    """
    first, number = tallies[node, FIRST], tallies[node, COUNT]
    best, proof, span, agreed = -1, 0, 0, tallies[node, COUNT] == tallies[node, WIDTH]
    for child in range(first, first + number):
        known = tallies[child, PROOF]
        if known == 0:
            agreed = False
            continue
        own = ((known - 1) >> (2 * player)) & 3
        longer = tallies[child, SPAN] + 1
        if own > best:
            best, proof, span = own, known, longer
        elif own == best:
            if known != proof and own != 2:
                agreed = False
            span = min(span, longer) if own == 2 else max(span, longer)
    if best == 2 or (agreed and best >= 0):
        tallies[node, PROOF], tallies[node, SPAN] = proof, span


EXPAND = count(
    words, words, words, words, tallies_type, shares_type, tallies_type, count, count, count, word, real, real,
    moves_function, play_function, evaluate_function,
)  # fmt: skip

SETTLED = 1_000_000
"""How a finished game ranks among evaluations, times its return less one."""


@kernel(EXPAND)
def expand(
    state: Words,
    after: Words,
    list_: Words,
    codes: Words,
    tallies: Tallies,
    shares: Shares,
    order: Tallies,
    node: int,
    used: int,
    keep: int,
    player: U,
    scale: float,
    warmth: float,
    moves: MovesKernel,
    play: PlayKernel,
    evaluate: EvaluateKernel,
) -> int:
    """Give a node its most promising children, best first; how many nodes there are then."""
    # 1. Judge where each decision leads.
    found = moves(state, player, list_)
    kept = 0
    for number in range(found):
        after[:] = state
        play(after, player, list_[number])
        if is_over(after):
            value = (((returns_of(after) >> (2 * signed(player))) & 3) - 1) * SETTLED
        else:
            value = evaluate(after, player)
        kept = insert(order, kept, keep, value, number)

    # 2. Make the children that are kept.
    tallies[node, FIRST], tallies[node, COUNT], tallies[node, WIDTH] = used, kept, found
    best = promise(order[0, 0], scale)
    weights = 0.0
    for place in range(kept):
        child = used + place
        codes[child] = list_[order[place, 1]]
        clear(tallies, shares, child, signed(player))
        shares[child, GUESS] = promise(order[place, 0], scale)
        shares[child, WEIGHT] = exp((shares[child, GUESS] - best) / warmth)
        weights += shares[child, WEIGHT]
    for child in range(used, used + kept):
        shares[child, WEIGHT] /= weights

    # 3. Where a decision ends the game, nothing is left to guess.
    for place in range(kept):
        if abs(order[place, 0]) == SETTLED or order[place, 0] == 0:
            after[:] = state
            play(after, player, codes[used + place])
            if is_over(after):
                tallies[used + place, PROOF] = 1 + returns_of(after)
                shares[used + place, GUESS] = share_of(returns_of(after), signed(player))
    resolve(tallies, node, signed(player))
    return used + kept


@inline
def most_urgent(tallies: Tallies, shares: Shares, node: int, wide: float, explore: float) -> int:
    """The child to look at next: promise so far, and attention by weight; at first only the best few are open."""
    visits = tallies[node, VISITS]
    first = tallies[node, FIRST]
    number = min(tallies[node, COUNT], 2 + int(wide * sqrt(visits)))
    best, best_score = first, -1.0
    attention = explore * sqrt(visits + 1.0)
    for child in range(first, first + tallies[node, COUNT]):
        if tallies[child, PROOF]:
            number += 1
        elif child < first + number:
            seen = tallies[child, VISITS]
            score = (shares[child, GUESS] + shares[child, TOTAL]) / (1.0 + seen)
            score += attention * shares[child, WEIGHT] / (1.0 + seen)
            if score > best_score:
                best, best_score = child, score
        else:
            break
    return best


@inline
def appraise(
    state: Words, tallies: Tallies, shares: Shares, node: int, rewards: Shares, scale: float, evaluate: EvaluateKernel
) -> None:
    """What a node promises each player: the one to move takes the best child, the others what is left."""
    actor = signed(first_to_act(state))
    players = len(rewards)
    for player in range(players):
        if players > 2 or tallies[node, COUNT] == 0:
            rewards[player] = promise(evaluate(state, U(player)), scale)
    if tallies[node, COUNT]:
        rewards[actor] = shares[tallies[node, FIRST], GUESS]
        if players == 2:
            rewards[1 - actor] = 1.0 - rewards[actor]


GROW = count(
    words, words, words, words, words, tallies_type, shares_type, tallies_type, tallies_type, rewards_type, words,
    count, count, count, count, word, rewards_type,
    moves_function, pick_function, play_function, evaluate_function,
)  # fmt: skip


@kernel(GROW)
def grow(
    root: Words,
    state: Words,
    after: Words,
    list_: Words,
    codes: Words,
    tallies: Tallies,
    shares: Shares,
    order: Tallies,
    path: Tallies,
    rewards: Shares,
    control: Words,
    rounds: int,
    deepest: int,
    used: int,
    keep: int,
    seed: U,
    tuning: Shares,
    moves: MovesKernel,
    pick: PickKernel,
    play: PlayKernel,
    evaluate: EvaluateKernel,
) -> int:
    """Informed search: so many rounds, each opening one node; how many nodes there are. Node 0 is open already."""
    scale, warmth, explore, wide, blind = tuning[0], tuning[1], tuning[2], tuning[3], tuning[4]
    first_player = U(tallies[0, CHOOSER])
    for _ in range(rounds):
        if control[STOP] or tallies[0, PROOF]:
            break
        control[NODES] += ONE
        state[:] = root
        node, deep = 0, 0
        path[0, 0], path[0, 1] = 0, signed(first_player)
        # 1. Go down to a node that is not open.
        while tallies[node, COUNT] and not tallies[node, PROOF] and deep < LONGEST - 1:
            node = most_urgent(tallies, shares, node, wide, explore)
            play(state, U(path[deep, 1]), codes[node])
            deep += 1
            path[deep, 0] = node
            path[deep, 1] = -1 if is_over(state) else signed(first_to_act(state))
        # 2. Open it, and take its worth from its best child, from a playout, or from both.
        if not tallies[node, PROOF] and is_over(state):
            tallies[node, PROOF] = 1 + returns_of(state)
        if not tallies[node, PROOF] and deep < deepest and used + keep <= len(codes):
            used = expand(
                state, after, list_, codes, tallies, shares, order, node, used, keep, U(path[deep, 1]), scale, warmth,
                moves, play, evaluate,
            )  # fmt: skip
        if tallies[node, PROOF]:
            settle(rewards, tallies[node, PROOF] - 1)
        else:
            appraise(state, tallies, shares, node, rewards, scale, evaluate)
            if blind > 0.0:
                seed = playout(state, list_, seed, EVER, pick, play)
                for player in range(len(rewards)):
                    drawn = share_of(returns_of(state), player)
                    rewards[player] += blind * (drawn - rewards[player])
        # 3. Tell all who were passed, and what has been proven.
        back_up(tallies, shares, path, deep, rewards)
        step = deep - 1
        while step >= 0 and tallies[path[step + 1, 0], PROOF] and not tallies[path[step, 0], PROOF]:
            resolve(tallies, path[step, 0], path[step, 1])
            step -= 1
    return used


NODES_KEPT = 1 << 20
"""How many nodes a tree can have; a full one is still visited, but grows no more."""
SAMPLE_NODES = 5000
"""What a sample may cost the solver before it is played out at random instead."""
SOLVE_NODES, SOLVE_RATE = 1 << 24, 400_000
"""What the solver may spend at the root: without a clock, and for each second of one, about half of it."""
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
        clear(self.tallies, self.shares, 0, player)
        return player

    @abstractmethod
    def children(self, node: int) -> list[int]:
        """The children of a node, best first: proven wins, then by visits, proven losses last."""

    def rank(self, node: int) -> tuple[float, ...]:
        """Better ones are larger: wins (short ones first), then the most visited, then losses (long ones first)."""
        tally, share = self.tallies[node], self.shares[node]
        if tally[PROOF]:
            own = share_of(int(tally[PROOF]) - 1, int(tally[CHOOSER]))
            if own != 0.5:
                return (own - 0.5, -float(tally[SPAN]) if own else float(tally[SPAN]), 0.0)
        return (0.0, float(tally[VISITS]), self.mean(node) + 1e-9 * float(share[WEIGHT]))

    def mean(self, node: int) -> float:
        """What a node has brought to its chooser so far; one visit is thought to have brought what was guessed."""
        tally, share = self.tallies[node], self.shares[node]
        if tally[PROOF]:
            return float(share_of(int(tally[PROOF]) - 1, int(tally[CHOOSER])))
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


class Plain(Forest):
    """UCT with random playouts: the opponent that everything else must beat."""

    explore = sqrt(2.0)

    def __init__(self, rulebook: Rulebook, capacity: int = NODES_KEPT) -> None:
        super().__init__(rulebook, capacity)
        self.solver = Solver(rulebook)

    def think(self, view: View, limit: Limit, *, depth: int | None = None, lines: int = 1, seed: int = 0) -> Analysis:
        player = self.plant(view)
        self.sample(limit, rounds_for(depth), seed)
        return self.analysis(view, player, lines, 0, limit)

    def sample(self, limit: Limit, rounds: int, seed: int, reach: int = -1) -> None:
        solver, rules = self.solver, self.rules
        sample(
            self.root, self.state, self.list, self.codes, self.tallies, self.shares, self.path, self.rewards,
            limit.control, rounds, spread(seed), self.explore, reach, SAMPLE_NODES, solver.states, solver.lists,
            solver.ranks, solver.table, solver.masks, rules.moves, rules.pick, rules.play, self.judgement.evaluate,
        )  # fmt: skip

    def children(self, node: int) -> list[int]:
        found = []
        child = int(self.tallies[node, FIRST])
        while child:
            found.append(child)
            child = int(self.tallies[child, NEXT])
        return sorted(found, key=self.rank, reverse=True)


class Tree(Forest):
    """Informed search: evaluations open the tree, playouts may have their say.

    What is near enough to the end is solved, where the game says that this can be done (`Rulebook.solvable`). While
    only the playouts come near enough, they are cut short there and the solver tells who wins. A search whose depth is
    bounded does neither: it is meant to be short-sighted.
    """

    keep = 40
    root_keep = 1024
    warmth = 0.05
    explore = 1.0
    wide = 1000.0
    blind = 0.0

    def __init__(self, rulebook: Rulebook, capacity: int = NODES_KEPT) -> None:
        super().__init__(rulebook, capacity)
        for name, value in rulebook.habits.items():
            setattr(self, name, value)
        self.order: Tallies = np.zeros((max(self.keep, self.root_keep), 2), np.int64)
        self.sampler = Plain(rulebook, capacity if rulebook.solvable else 2)
        self.solver = self.sampler.solver

    def think(self, view: View, limit: Limit, *, depth: int | None = None, lines: int = 1, seed: int = 0) -> Analysis:
        player = self.plant(view)
        reach = -1 if depth else self.solver.plies_to_reach(self.root)
        if reach >= 0:
            self.solver.forget()
        if reach == 0 and (solved := self.solve(view, player, limit, lines)):
            return solved
        if reach >= 0:
            self.sampler.plant(view)
            self.sampler.sample(limit, EVER, seed, max(reach, 0))
            return self.sampler.analysis(view, player, lines, 0, limit)
        self.grow(player, limit, depth, seed)
        return self.analysis(view, player, lines, depth or 0, limit)

    def solve(self, view: View, player: int, limit: Limit, lines: int) -> Analysis | None:
        """The exact answer, if it can be had in half of the time."""
        nodes = SOLVE_NODES if limit.seconds is None else int(limit.seconds * SOLVE_RATE)
        found = self.solver.solve(self.root, player, limit, nodes)
        if not found:
            return None

        def candidate(solution: Solution) -> Candidate:
            line = self.solver.line(self.root, player, solution.code, limit, nodes)
            return Candidate(
                Move(view.game, solution.code),
                solution.result / 2,
                tuple(Move(view.game, code) for code in line),
                proven=True,
                distance=solution.span,
            )

        candidates = tuple(candidate(solution) for solution in found[: max(lines, 1)])
        return Analysis(player, candidates, found[0].span, limit.nodes, limit.elapsed)

    def grow(self, player: int, limit: Limit, depth: int | None, seed: int) -> None:
        rules, judgement = self.rules, self.judgement
        tuning = np.array([judgement.scale, self.warmth, self.explore, self.wide, self.blind])
        used = expand(
            self.root, self.after, self.list, self.codes, self.tallies, self.shares, self.order, 0, 1, self.root_keep,
            np.uint64(player), judgement.scale, self.warmth, rules.moves, rules.play, judgement.evaluate,
        )  # fmt: skip
        grow(
            self.root, self.state, self.after, self.list, self.codes, self.tallies, self.shares, self.order, self.path,
            self.rewards, limit.control, rounds_for(depth), depth or LONGEST, used, self.keep, spread(seed), tuning,
            rules.moves, rules.pick, rules.play, judgement.evaluate,
        )  # fmt: skip

    def children(self, node: int) -> list[int]:
        first, number = int(self.tallies[node, FIRST]), int(self.tallies[node, COUNT])
        return sorted(range(first, first + number), key=self.rank, reverse=True)


THINKER = Tree
