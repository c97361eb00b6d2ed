"""The kernels of UCT."""

from __future__ import annotations

from math import sqrt

from ludotheque.bits import U, next_random, signed
from ludotheque.engine.control import count_node, stopped
from ludotheque.engine.limit import MAX_NODES, NODES
from ludotheque.engine.mcts.kernels import backpropagate, make_leaf, nodes_type, playout, reward_all, tree_space_type
from ludotheque.engine.mcts.workspace import (
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
    Nodes,
    TreeSpace,
    UctSettings,
)
from ludotheque.engine.solver.kernels import solver_space_type, verdict
from ludotheque.engine.solver.workspace import SolverSpace
from ludotheque.floats import log
from ludotheque.kernel import (
    EvaluateKernel,
    MovesKernel,
    Numbers,
    PickKernel,
    PlayKernel,
    Reals,
    bundle,
    count,
    evaluate_function,
    inline,
    kernel,
    moves_function,
    pick_function,
    play_function,
    real,
    words,
)
from ludotheque.status_kernels import first_to_act, is_over, returns_of

STRIDE = 1_000_003
"""A prime larger than any list of moves: steps of this size visit every place of a list once."""

uct_settings_type = bundle(UctSettings, words, count, count, real, count, count)


@inline
def select_child(stats: Numbers, values: Reals, parent: int, exploration: float) -> int:
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
def add_child(stats: Numbers, values: Reals, node: int, child: int, player: U) -> None:
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
        ended = stopped(control) or signed(control[NODES]) >= settings.max_nodes
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
