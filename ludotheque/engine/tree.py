"""Informed tree search, for any number of players.

A new node lists its decisions, judges the positions that they lead to, keeps the most promising and is worth what the
best of them promises; so a tree stays narrow where there are hundreds of decisions. Each player seeks their own share
of the result (max^n). What is near enough to the end is solved exactly.
"""

from __future__ import annotations

from math import exp, sqrt

import numpy as np

from ludotheque.bits import ONE, U, signed
from ludotheque.engine.analysis import Analysis, Candidate
from ludotheque.engine.forest import (
    CHOOSER,
    COUNT,
    EVER,
    FIRST,
    GUESS,
    LONGEST,
    NODES_KEPT,
    PROOF,
    SPAN,
    TOTAL,
    VISITS,
    WEIGHT,
    WIDTH,
    Forest,
    Shares,
    Tallies,
    back_up,
    clear,
    playout,
    promise,
    real,
    returns_of,
    rewards_type,
    rounds_for,
    settle,
    share_of,
    shares_type,
    spread,
    tallies_type,
)
from ludotheque.engine.limit import NODES, STOP, Limit
from ludotheque.engine.solver import Solution
from ludotheque.engine.uct import Plain
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
    word,
    words,
)
from ludotheque.position import Move, View
from ludotheque.rulebook import Rulebook
from ludotheque.status import first_to_act, is_over


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


NEAR = 1
"""So many decisions before the solver's reach its verdicts are sampled. Further away the evaluation was stronger."""
SOLVE_NODES, SOLVE_RATE = 1 << 24, 400_000
"""What the solver may spend at the root: without a clock, and for each second of one, about half of it."""


class Tree(Forest):
    """Informed search: evaluations open the tree, playouts may have their say.

    What is near enough to the end is solved, where the game says that this can be done (`Rulebook.solvable`). Just
    before, playouts are cut short there and the solver tells who wins; earlier the evaluation alone decides. A search
    whose depth is bounded never solves: it is meant to be short-sighted.
    """

    keep = 40
    root_keep = 1024
    warmth = 0.05
    explore = 0.5
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
        if 0 <= reach <= NEAR:
            self.sampler.plant(view)
            self.sampler.sample(limit, EVER, seed, reach)
            return self.sampler.analysis(view, player, lines, 0, limit)
        self.grow(player, limit, depth, 0.0 if reach > NEAR else self.blind, seed)
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

    def grow(self, player: int, limit: Limit, depth: int | None, blind: float, seed: int) -> None:
        rules, judgement = self.rules, self.judgement
        tuning = np.array([judgement.scale, self.warmth, self.explore, self.wide, blind])
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
