"""UCT with random playouts. It knows nothing of a game but its rules: the yardstick for all other engines."""

from __future__ import annotations

from math import log, sqrt
from typing import NamedTuple

from numba import types

from ludotheque.bits import ZERO, U, next_random, signed
from ludotheque.engine.analysis import Analysis
from ludotheque.engine.control import count_node
from ludotheque.engine.engine import Progress
from ludotheque.engine.limit import MAX_NODES, NODES, STOP, Limit
from ludotheque.engine.mcts.nodes import (
    CAPACITY,
    COUNT,
    ESTIMATE,
    FIRST,
    MAX_PATH,
    MOVER,
    NEXT,
    TOTAL,
    UNLIMITED,
    VISITS,
    WIDTH,
    Integers,
    Mcts,
    Nodes,
    Reals,
    TreeSpace,
    backpropagate,
    make_leaf,
    nodes_type,
    playout,
    real,
    reward_all,
    rounds_for,
    stages,
    tree_space_type,
)
from ludotheque.engine.solver.kernels import SolverSpace, solver_space_type, verdict
from ludotheque.engine.solver.solver import Solver
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
    words,
)
from ludotheque.position import View
from ludotheque.rulebook import Rulebook
from ludotheque.status_kernels import first_to_act, is_over, returns_of

STRIDE = 1_000_003
"""A prime larger than any list of moves: steps of this size visit every place of a list once."""
SOLVER_NODES = 5000
"""What the solver may spend on one playout before the playout goes on at random instead."""


class UctSettings(NamedTuple):
    """What holds for one search."""

    control: Words
    """`Limit.control`."""
    rounds: int
    max_nodes: int
    """`Limit.max_nodes`: rounds and nodes of the solver together."""
    exploration: float
    reach: int
    """How many moves below the root the solver takes over from playouts; -1: nowhere."""
    solver_nodes: int


uct_settings_type = types.NamedTuple((words, count, count, real, count, count), UctSettings)


@inline
def select_child(stats: Integers, values: Reals, parent: int, exploration: float) -> int:
    """UCB1: the child with the best mean, and a bonus for those that were seldom visited."""
    tried = log(stats[parent, VISITS] + 1.0)
    child = stats[parent, FIRST]
    best, best_score = child, -1.0
    while child:
        visits = stats[child, VISITS]
        score = values[child, TOTAL] / visits + exploration * sqrt(tried / visits)
        if score > best_score:
            best, best_score = child, score
        child = stats[child, NEXT]
    return best


@inline
def add_child(stats: Integers, values: Reals, node: int, child: int, player: U) -> None:
    """Put a new leaf in front of a node's children."""
    make_leaf(stats, values, child, signed(player))
    values[child, ESTIMATE] = 0.5
    stats[child, NEXT] = stats[node, FIRST]
    stats[node, FIRST] = child
    stats[node, COUNT] += 1


SAMPLE = count(
    count,
    nodes_type,
    tree_space_type,
    uct_settings_type,
    solver_space_type,
    moves_function,
    pick_function,
    play_function,
    evaluate_function,
)


@kernel(SAMPLE)
def sample(
    used: int, nodes: Nodes, space: TreeSpace, settings: UctSettings, solver_space: SolverSpace,
    moves: MovesKernel, pick: PickKernel, play: PlayKernel, evaluate: EvaluateKernel,
) -> int:  # fmt: skip
    """Search the tree for a number of rounds, each of which adds one node; how many nodes there are."""
    codes, stats, values = nodes
    root, state, _, listed, _, path, rewards, dice = space
    seed, control = dice[0], settings.control
    first_player = U(stats[0, MOVER])
    for _ in range(settings.rounds):
        ended = control[STOP] != ZERO or signed(control[NODES]) >= settings.max_nodes
        if ended and used > 1:  # at least one move must come back
            break
        count_node(control)
        state[:] = root
        node, depth = 0, 0
        path[0, 0] = 0
        while not is_over(state) and depth < MAX_PATH - 1:
            player = first_player if node == 0 else first_to_act(state)
            # Step 1. Selection, while every move of the node has been tried.
            if 0 <= stats[node, WIDTH] == stats[node, COUNT]:
                node = select_child(stats, values, node, settings.exploration)
                play(state, player, codes[node])
                depth += 1
                path[depth, 0] = node
                continue
            # Step 2. Expansion by one move, in an order that is the same at every node.
            if used < len(codes):
                move_count = moves(state, player, listed)
                stats[node, WIDTH] = move_count
                seed = next_random(seed)
                number = (node * 7919 + stats[node, COUNT] * STRIDE) % move_count
                codes[used] = listed[number]
                add_child(stats, values, node, used, player)
                depth += 1
                path[depth, 0] = used
                play(state, player, codes[used])
                used += 1
            break
        # Step 3. Simulation, to the end of the game or to where the solver takes over.
        known = 0
        if settings.reach >= 0:
            seed = playout(state, listed, seed, settings.reach - depth, pick, play)
            if not is_over(state):
                solver_space.states[0][:] = state
                control[MAX_NODES] = U(min(signed(control[NODES]) + settings.solver_nodes, settings.max_nodes))
                known = verdict(0, solver_space, control, moves, play, evaluate) & 3
        if known == 0:
            seed = playout(state, listed, seed, UNLIMITED, pick, play)
        # Step 4. Backpropagation.
        reward_all(rewards, signed(returns_of(state)) if known == 0 else (known - 1) | ((3 - known) << 2))
        backpropagate(stats, values, path, depth, rewards)
    dice[0] = seed
    return used


class Uct(Mcts):
    """UCT with random playouts: the opponent that everything else must beat."""

    exploration = sqrt(2.0)

    def __init__(self, rulebook: Rulebook, capacity: int = CAPACITY) -> None:
        super().__init__(rulebook, capacity)
        self.solver = Solver(rulebook)

    def search(
        self,
        view: View,
        limit: Limit,
        *,
        depth: int | None = None,
        lines: int = 1,
        seed: int = 0,
        progress: Progress | None = None,
    ) -> Analysis:
        self.plant(view, seed)
        return self.sample(view, limit, lines, progress, rounds=rounds_for(depth, limit))

    def sample(
        self,
        view: View,
        limit: Limit,
        lines: int,
        progress: Progress | None,
        *,
        rounds: int = UNLIMITED,
        reach: int = -1,
    ) -> Analysis:
        """Search from the root that was planted, at most for so many rounds."""
        rules, rounds, used = self.rules, max(1, min(rounds, limit.nodes_left)), 1
        settings = UctSettings(
            control=limit.control,
            rounds=rounds,
            max_nodes=limit.nodes + limit.nodes_left,
            exploration=self.exploration,
            reach=reach,
            solver_nodes=SOLVER_NODES,
        )
        for stage in stages(rounds) if progress else (rounds,):
            used = sample(
                used, self.nodes, self.space, settings._replace(rounds=stage), self.solver.space,
                rules.moves, rules.pick, rules.play, self.evaluate,
            )  # fmt: skip
            if limit.stopped or limit.nodes_left == 0:
                break
            if progress:
                progress(self.analysis(view, lines, 0, limit))
        return self.analysis(view, lines, 0, limit)

    def children(self, node: int) -> list[int]:
        children = []
        child = int(self.nodes.stats[node, FIRST])
        while child:
            children.append(child)
            child = int(self.nodes.stats[child, NEXT])
        return sorted(children, key=self.rank, reverse=True)
