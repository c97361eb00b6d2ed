"""The kernels of the search for games in which attacks are aimed and guarded in secret.

A value is what the player to move may expect on average, from -WIN to WIN. The value of a mixed strategy is an average,
so evaluations become chances at the leaves. A proven win is worth one less for each move until then.
"""

from __future__ import annotations

from collections.abc import Callable

from numba import types

from ludotheque.bits import ZERO, U, signed
from ludotheque.engine.control import count_node, halted
from ludotheque.engine.ordering import history_index, play_best
from ludotheque.engine.secret.matrix_kernels import solve
from ludotheque.engine.secret.workspace import (
    ATTACK_CODE,
    FAR,
    LIKELY,
    MAX_PLY,
    SURE,
    WIN,
    Settings,
    Workspace,
)
from ludotheque.engine.transposition import (
    ABSENT,
    EXACT,
    INFO,
    LOWER,
    MOVE,
    UPPER,
    bound_of,
    bucket_of,
    cuts,
    depth_of,
    from_node,
    from_root,
    key_of,
    pack,
    probe,
    store,
    value_of,
)
from ludotheque.floats import tanh
from ludotheque.kernel import (
    EvaluateKernel,
    MovesKernel,
    Numbers,
    PlayKernel,
    Reals,
    Words,
    bundle,
    count,
    evaluate_function,
    inline,
    kernel,
    moves_function,
    numbers,
    play_function,
    real,
    real_rows,
    rows,
    word,
    words,
)
from ludotheque.status_kernels import first_to_act, is_over, return_of

StakesKernel = Callable[[Words, U, Words, Words], int]
STAKES = count(words, word, words, rows)
"""`stakes(state, attacker, aims, outcomes) -> targets`, a kernel of a game's `stakes.py`.

It writes the targets of an attack as moves, after them the number of guards. Rows 2i and 2i + 1 of the outcomes are the
states after target i was hit and after it was found guarded.
"""
stakes_function = types.FunctionType(STAKES)
workspace_type = bundle(Workspace, rows, rows, rows, rows, real_rows, rows, rows, words, words)
settings_type = bundle(Settings, words, real)

ATTACK = U(ATTACK_CODE)
WAYS = 1
"""The size of a bucket of the table."""
GRAIN = 1_000_000
"""Moves that differ by less than this, a two-thousandth of a game, count as equally good."""
FUTILITY = 300_000_000
"""An attack whose evaluation is below the best by more than this is not searched."""
HASH_MOVE, KILLER = U(2**40), U(2**39)
"""The scores of the table's move and of the killer move."""


@inline
def expectation(value: int, rate: float) -> int:
    """What an evaluation promises on average."""
    return int(LIKELY * tanh(value * rate))


@inline
def outcome_value(state: Words, player: U, ply: int) -> int:
    """What a finished game is worth to a player."""
    return (signed(return_of(state, player)) - 1) * (WIN - ply)


@inline
def static_value(state: Words, player: U, ply: int, rate: float, evaluate: EvaluateKernel) -> int:
    """The value of a state for a player, without search."""
    if is_over(state):
        return outcome_value(state, player, ply)
    actor = first_to_act(state)
    value = expectation(evaluate(state, actor), rate)
    return value if actor == player else -value


@inline
def look_up(table: Words, key: U, depth: int, ply: int, alpha: int, beta: int) -> tuple[U, int]:
    """The move that the table holds for a key, and a value that settles the node, else FAR."""
    place = probe(table, key, WAYS)
    if place == ABSENT:
        return ZERO, FAR
    move, info = table[place, MOVE], table[place, INFO]
    value = from_root(value_of(info), ply, SURE)
    if depth_of(info) < depth or not cuts(value, bound_of(info), alpha, beta):
        return move, FAR
    return move, value


@inline
def evaluate_attack(
    state: Words, player: U, ply: int, shown: Words, workspace: Workspace, rate: float,
    evaluate: EvaluateKernel, stakes: StakesKernel,
) -> tuple[int, int, int]:  # fmt: skip
    """How many targets an attack has, how many guards they get, and its value without search."""
    matrices, aims = workspace.matrices, workspace.moves[ply + 1]
    bare, held = matrices[3 * ply], matrices[3 * ply + 1]
    targets = stakes(state, player, aims, shown)
    if targets == 0:
        return 0, 0, -FAR
    for i in range(targets):
        bare[i] = static_value(shown[2 * i], player, ply + 2, rate, evaluate)
        held[i] = static_value(shown[2 * i + 1], player, ply + 2, rate, evaluate)
    guards = signed(aims[targets])
    return targets, guards, int(solve(bare, held, targets, guards, matrices[3 * ply + 2]))


@inline
def add_outcome(i: int, value: int, alpha: int, beta: int, targets: int, guards: int, ply: int, matrices: Reals) -> int:
    """Enter the value of outcome i of an attack; the value of the attack as soon as it is known, before that -FAR."""
    bare, held = matrices[3 * ply], matrices[3 * ply + 1]
    target = i >> 1
    if i & 1 == 0:
        bare[target] = value
        # A target that is no better bare than alpha needs no second search.
        if bare[target] > alpha:
            return -FAR
        held[target] = value
    else:
        held[target] = value
        if min(bare[target], held[target]) >= beta:
            return min(int(bare[target]), int(held[target]))
    return int(solve(bare, held, targets, guards, matrices[3 * ply + 2])) if target == targets - 1 else -FAR


@inline
def window(i: int, scout: bool, sign: int, alpha: int, beta: int) -> tuple[int, int]:
    """The window of the next search, seen by the player to move there."""
    low, high = alpha, beta
    if i >= 0:
        # The outcomes of an attack count beyond the window: bare ones upwards, held ones downwards.
        low, high = (-FAR, beta) if i & 1 else (alpha, FAR)
    elif scout:
        low = alpha + GRAIN if alpha < SURE - GRAIN else alpha
        high = low + 1
    return (low, high) if sign > 0 else (-high, -low)


@inline
def score_moves(count: int, hash_move: U, killer: U, moves: Words, scores: Words, history: Words) -> None:
    """Move ordering: the table's move, then the killer move, then the others by their history."""
    for number in range(count):
        move = moves[number]
        scores[number] = history[history_index(move)]
        if move == hash_move:
            scores[number] = HASH_MOVE
        elif move == killer:
            scores[number] = KILLER


@kernel(word(words, workspace_type))
def table_move(state: Words, workspace: Workspace) -> U:
    """The move that the table holds for a state: ATTACK, whatever the target; 0 when it holds none."""
    place = probe(workspace.table, key_of(state, workspace.masks), WAYS)
    return workspace.table[place, MOVE] if place != ABSENT else ZERO


RULES = (moves_function, play_function, evaluate_function, stakes_function)
SEARCH = count(count, count, count, count, workspace_type, settings_type, *RULES)


# The recipe is longer than most kernels because open moves and attacks share one loop.
@kernel(SEARCH)
def search(
    depth: int, ply: int, alpha: int, beta: int, workspace: Workspace, settings: Settings,
    open_moves: MovesKernel, play: PlayKernel, evaluate: EvaluateKernel, stakes: StakesKernel,
) -> int:  # fmt: skip
    """The value of the state in row `ply`, where a turn begins, searched this number of turns deep; 0 if halted.

    Long because the steps share too much: each as a function would take and return a dozen values at every node.
    """
    # Step 1. Evaluation at the horizon.
    if halted(settings.control):
        return 0
    count_node(settings.control)
    state = workspace.states[ply]
    player = first_to_act(state)
    if depth <= 0 or ply >= MAX_PLY:
        return expectation(evaluate(state, player), settings.rate)

    # Step 2. Transposition table lookup.
    key = key_of(state, workspace.masks)
    hash_move, known = look_up(workspace.table, key, depth, ply, alpha, beta)
    if known != FAR:
        return known

    # Step 3. Move generation and ordering. The outcomes of an attack come after the open moves, or before.
    listed, scores, matrices = workspace.moves[ply], workspace.scores[ply], workspace.matrices
    move_count = open_moves(state, player, listed)
    score_moves(move_count, hash_move, workspace.killers[ply], listed, scores, workspace.history[player])
    most = 2 * matrices.shape[1]
    shown = workspace.outcomes[ply * most : (ply + 1) * most]
    ahead = most if hash_move == ATTACK else 0
    targets, guards, promise = 0, 0, -FAR
    best, best_move, floor = -FAR, ZERO, alpha
    for number in range(move_count + most):
        # Step 4. The next state: outcome i of the attack, or with i < 0 what follows an open move.
        i = number if number < ahead else number - move_count if number >= ahead + move_count else -1
        if i == 0:
            targets, guards, promise = evaluate_attack(
                state, player, ply, shown, workspace, settings.rate, evaluate, stakes
            )
        if i >= 2 * targets or (i >= 0 and i & 1 and matrices[3 * ply, i >> 1] <= alpha):
            continue
        next_ply = ply + 2 if i >= 0 else ply + 1
        after = workspace.states[next_ply]
        after[:] = shown[i] if i >= 0 else state
        move = ATTACK if i >= 0 else play_best(number - ahead, move_count, listed, scores, after, player, play)

        # Step 5. Futility pruning of attacks, late move reductions and a zero window for open moves.
        futile = i >= 0 and (depth == 1 or promise + FUTILITY <= alpha)
        value = promise if futile else outcome_value(after, player, next_ply)
        sign = 1 if is_over(after) or first_to_act(after) == player else -1
        scout = i < 0 and best > -FAR
        reduction = 1 if scout and number - ahead >= 4 and depth >= 3 else 0
        while not futile and not is_over(after):
            low, high = window(i, scout, sign, alpha, beta)
            value = sign * search(
                depth - 1 - reduction, next_ply, low, high, workspace, settings, open_moves, play, evaluate, stakes
            )
            if halted(settings.control):
                return 0
            if not scout or value <= alpha or (value >= beta and reduction == 0):
                break
            scout, reduction = False, 0
        if i >= 0 and not futile:
            value = add_outcome(i, value, alpha, beta, targets, guards, ply, matrices)

        # Step 6. Beta cutoff: update the killer move and history.
        best_move = move if value > best else best_move
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            workspace.killers[ply] = move
            workspace.history[player, history_index(move)] += U(depth * depth)
            break

    # Step 7. Store the result in the transposition table.
    bound = LOWER if best >= beta else EXACT if best > floor else UPPER
    info = pack(from_node(best, ply, SURE), depth, bound, False, ZERO)
    store(workspace.table, bucket_of(workspace.table, key, WAYS), key, info, best_move)
    return best


@inline
def worst_of_best(values: Numbers, known: int, lines: int) -> int:
    """The value that one more move must beat to be among the best lines."""
    if known < lines:
        return -FAR
    bar = FAR
    for _ in range(lines):
        following = -FAR
        for number in range(known):
            if following < values[number] < bar:
                following = values[number]
        bar = following
    return bar


SEARCH_ROOT = count(words, word, words, numbers, count, count, workspace_type, settings_type, *RULES)


@kernel(SEARCH_ROOT)
def search_root(
    root: Words, player: U, codes: Words, values: Numbers, depth: int, lines: int,
    workspace: Workspace, settings: Settings,
    open_moves: MovesKernel, play: PlayKernel, evaluate: EvaluateKernel, stakes: StakesKernel,
) -> int:  # fmt: skip
    """The values of root moves, ATTACK among them, for a player at this depth; how many could be finished.

    Depth 0 is the evaluation and cannot be stopped. The matrix game of the attack and its outcomes stay in the first
    rows of the workspace. The root of a defence has one move: the attack that was announced.
    """
    states, aims, outcomes = workspace.states, workspace.moves[0], workspace.outcomes
    bare, held = workspace.matrices[0], workspace.matrices[1]
    for number in range(len(codes)):
        alpha = worst_of_best(values, number, lines)
        attack = codes[number] == ATTACK
        targets = stakes(root, player, aims, outcomes[: 2 * len(bare)]) if attack else 0
        guards = signed(aims[targets])
        for i in range(max(1, 2 * targets)):
            # Step 1. The state to search: after an open move, or an outcome of the attack.
            guarded = attack and i & 1 == 1
            if guarded and bare[i >> 1] <= alpha:
                held[i >> 1] = bare[i >> 1]
                continue
            ply = 2 if attack else 1
            states[ply][:] = outcomes[i] if attack else root
            if not attack:
                play(states[ply], player, codes[number])
            # Step 2. Its value.
            if depth == 0 or is_over(states[ply]):
                value = static_value(states[ply], player, ply, settings.rate, evaluate)
            else:
                sign = 1 if first_to_act(states[ply]) == player else -1
                low, high = (-FAR if guarded else alpha), FAR
                if sign < 0:
                    low, high = -high, -low
                value = sign * search(
                    depth - 1, ply, low, high, workspace, settings, open_moves, play, evaluate, stakes
                )
                if halted(settings.control):
                    return number
            if guarded:
                held[i >> 1] = value
            elif attack:
                bare[i >> 1] = value
        # Step 3. The value of the move: for an attack, that of its matrix game.
        values[number] = int(solve(bare, held, targets, guards, workspace.matrices[2])) if attack else value
    return len(codes)
