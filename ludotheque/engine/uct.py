"""Plain UCT with random playouts: it knows nothing of a game but its rules, and is the measure for everything else.

Each player seeks their own share of the result (max^n): nothing assumes two players, nor that turns alternate.
"""

from __future__ import annotations

from math import log, sqrt

from ludotheque.bits import ONE, U, next_random, signed
from ludotheque.engine.analysis import Analysis
from ludotheque.engine.forest import (
    CHOOSER,
    COUNT,
    EVER,
    FIRST,
    GUESS,
    LONGEST,
    NEXT,
    NODES_KEPT,
    STRIDE,
    TOTAL,
    VISITS,
    WIDTH,
    Forest,
    Shares,
    Tallies,
    back_up,
    clear,
    playout,
    real,
    returns_of,
    rewards_type,
    rounds_for,
    settle,
    shares_type,
    spread,
    tallies_type,
)
from ludotheque.engine.limit import NODES, STOP, Limit
from ludotheque.engine.solver import CAP, Solver, verdict
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
from ludotheque.position import View
from ludotheque.rulebook import Rulebook
from ludotheque.status import first_to_act, is_over


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


SAMPLE_NODES = 5000
"""What a sample may cost the solver before it is played out at random instead."""


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
