"""The kernels of PUCT."""

from __future__ import annotations

from math import sqrt

from ludotheque.bits import U, signed
from ludotheque.engine.control import count_node, stopped
from ludotheque.engine.mcts.kernels import (
    backpropagate,
    estimated_chance,
    make_leaf,
    nodes_type,
    playout,
    reward_all,
    reward_of,
    tree_space_type,
)
from ludotheque.engine.mcts.workspace import (
    COUNT,
    ESTIMATE,
    FIRST,
    MAX_PATH,
    MOVER,
    PRIOR,
    PROOF,
    SPAN,
    TOTAL,
    UNLIMITED,
    VISITS,
    WIDTH,
    Nodes,
    PuctSettings,
    TreeSpace,
)
from ludotheque.floats import exp
from ludotheque.kernel import (
    EvaluateKernel,
    MovesKernel,
    Numbers,
    PickKernel,
    PlayKernel,
    Reals,
    Words,
    bundle,
    count,
    evaluate_function,
    inline,
    kernel,
    moves_function,
    pick_function,
    play_function,
    real,
    word,
    words,
)
from ludotheque.status_kernels import first_to_act, is_over, return_of, returns_of

FINISHED = 1_000_000
"""How a finished game ranks among evaluations, times its return less one."""

puct_settings_type = bundle(PuctSettings, words, count, count, count, real, real, real, real, real)


@inline
def insert_ranked(ranking: Numbers, kept: int, keep: int, value: int, number: int) -> int:
    """Keep the best `keep` of the values, best first, with their numbers; how many are kept now."""
    if kept == keep:
        if value <= ranking[keep - 1, 0]:
            return kept
        kept -= 1
    place = kept
    while place > 0 and ranking[place - 1, 0] < value:
        ranking[place, 0], ranking[place, 1] = ranking[place - 1, 0], ranking[place - 1, 1]
        place -= 1
    ranking[place, 0], ranking[place, 1] = value, number
    return kept + 1


@inline
def prove_from_children(stats: Numbers, node: int, player: int) -> None:
    """MCTS-Solver: a node is proven by a win that its player can take, or when all children are proven.

    With more than two players, equal results for this player that differ for the others prove nothing.
    """
    first, number = stats[node, FIRST], stats[node, COUNT]
    best, proof, span, agreed = -1, 0, 0, stats[node, COUNT] == stats[node, WIDTH]
    for child in range(first, first + number):
        known = stats[child, PROOF]
        if known == 0:
            agreed = False
            continue
        own = ((known - 1) >> (2 * player)) & 3
        longer = stats[child, SPAN] + 1
        if own > best:
            best, proof, span = own, known, longer
        elif own == best:
            if known != proof and own != 2:
                agreed = False
            span = min(span, longer) if own == 2 else max(span, longer)
    if best == 2 or (agreed and best >= 0):
        stats[node, PROOF], stats[node, SPAN] = proof, span


EXPAND = count(
    count,
    count,
    count,
    word,
    nodes_type,
    tree_space_type,
    puct_settings_type,
    moves_function,
    play_function,
    evaluate_function,
)


@kernel(EXPAND)
def expand(
    node: int, used: int, keep: int, player: U, nodes: Nodes, space: TreeSpace, settings: PuctSettings,
    moves: MovesKernel, play: PlayKernel, evaluate: EvaluateKernel,
) -> int:  # fmt: skip
    """Give a node, whose state is `space.state`, its most promising children; how many nodes there are then."""
    codes, stats, values = nodes
    state, after, listed, ranking = space.state, space.after, space.moves, space.ranking
    # Step 1. Evaluate where each move leads.
    move_count = moves(state, player, listed)
    kept = 0
    for number in range(move_count):
        after[:] = state
        play(after, player, listed[number])
        finished = (signed(return_of(after, player)) - 1) * FINISHED
        value = finished if is_over(after) else evaluate(after, player)
        kept = insert_ranked(ranking, kept, keep, value, number)

    # Step 2. Make the children that are kept, with their priors.
    stats[node, FIRST], stats[node, COUNT], stats[node, WIDTH] = used, kept, move_count
    best = estimated_chance(ranking[0, 0], settings.scale)
    total = 0.0
    for place in range(kept):
        child = used + place
        codes[child] = listed[ranking[place, 1]]
        make_leaf(stats, values, child, signed(player))
        values[child, ESTIMATE] = estimated_chance(ranking[place, 0], settings.scale)
        values[child, PRIOR] = exp((values[child, ESTIMATE] - best) / settings.temperature)
        total += values[child, PRIOR]
    for child in range(used, used + kept):
        values[child, PRIOR] /= total

    # Step 3. A move that ends the game is proven.
    for place in range(kept):
        if abs(ranking[place, 0]) == FINISHED or ranking[place, 0] == 0:
            after[:] = state
            play(after, player, codes[used + place])
            if is_over(after):
                returns = signed(returns_of(after))
                stats[used + place, PROOF] = 1 + returns
                values[used + place, ESTIMATE] = reward_of(returns, signed(player))
    prove_from_children(stats, node, signed(player))
    return used + kept


@inline
def select_child(stats: Numbers, values: Reals, node: int, widening: float, exploration: float) -> int:
    """PUCT: the child with the best mean and a bonus by its prior. At first only the best few are considered."""
    visits = stats[node, VISITS]
    first = stats[node, FIRST]
    number = min(stats[node, COUNT], 2 + int(widening * sqrt(visits)))
    best, best_score = first, -1.0
    bonus = exploration * sqrt(visits + 1.0)
    for child in range(first, first + stats[node, COUNT]):
        if stats[child, PROOF]:
            number += 1
        elif child < first + number:
            seen = stats[child, VISITS]
            score = (values[child, ESTIMATE] + values[child, TOTAL]) / (1.0 + seen)
            score += bonus * values[child, PRIOR] / (1.0 + seen)
            if score > best_score:
                best, best_score = child, score
        else:
            break
    return best


@inline
def estimate_rewards(
    node: int, stats: Numbers, values: Reals, state: Words, rewards: Reals, scale: float, evaluate: EvaluateKernel
) -> None:
    """What a node promises each player: the best child to the player to move, what is left to the others."""
    actor = signed(first_to_act(state))
    players = len(rewards)
    for player in range(players):
        if players > 2 or stats[node, COUNT] == 0:
            rewards[player] = estimated_chance(evaluate(state, U(player)), scale)
    if stats[node, COUNT]:
        rewards[actor] = values[stats[node, FIRST], ESTIMATE]
        if players == 2:
            rewards[1 - actor] = 1.0 - rewards[actor]


GROW = count(
    count,
    nodes_type,
    tree_space_type,
    puct_settings_type,
    moves_function,
    pick_function,
    play_function,
    evaluate_function,
)


@kernel(GROW)
def grow(
    used: int, nodes: Nodes, space: TreeSpace, settings: PuctSettings,
    moves: MovesKernel, pick: PickKernel, play: PlayKernel, evaluate: EvaluateKernel,
) -> int:  # fmt: skip
    """Search the tree for a number of rounds, each of which expands one node; how many nodes there are.

    The root is expanded already.
    """
    control, seed = settings.control, space.dice[0]
    codes, stats, values = nodes
    root, state, _, listed, _, path, rewards, dice = space
    for _ in range(settings.rounds):
        if stopped(control) or stats[0, PROOF]:
            break
        count_node(control)
        state[:] = root
        node, depth = 0, 0
        path[0, 0], path[0, 1] = 0, stats[0, MOVER]
        # Step 1. Selection, down to a node without children.
        while stats[node, COUNT] and not stats[node, PROOF] and depth < MAX_PATH - 1:
            node = select_child(stats, values, node, settings.widening, settings.exploration)
            play(state, U(path[depth, 1]), codes[node])
            depth += 1
            path[depth, 0] = node
            path[depth, 1] = -1 if is_over(state) else signed(first_to_act(state))
        # Step 2. Expansion.
        if not stats[node, PROOF] and is_over(state):
            stats[node, PROOF] = 1 + signed(returns_of(state))
        if not stats[node, PROOF] and depth < settings.max_depth and used + settings.max_children <= len(codes):
            used = expand(
                node, used, settings.max_children, U(path[depth, 1]), nodes, space, settings, moves, play, evaluate
            )
        # Step 3. Evaluation: by the proof, by the best child, by a playout, or by both.
        if stats[node, PROOF]:
            reward_all(rewards, stats[node, PROOF] - 1)
        else:
            estimate_rewards(node, stats, values, state, rewards, settings.scale, evaluate)
            if settings.playout_weight > 0.0:
                seed = playout(state, listed, seed, UNLIMITED, pick, play)
                for player in range(len(rewards)):
                    drawn = reward_of(signed(returns_of(state)), player)
                    rewards[player] += settings.playout_weight * (drawn - rewards[player])
        # Step 4. Backpropagation, of rewards and of proofs.
        backpropagate(stats, values, path, depth, rewards)
        ply = depth - 1
        while ply >= 0 and stats[path[ply + 1, 0], PROOF] and not stats[path[ply, 0], PROOF]:
            prove_from_children(stats, path[ply, 0], path[ply, 1])
            ply -= 1
    dice[0] = seed
    return used
