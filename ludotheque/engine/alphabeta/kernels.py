"""The kernels of alpha-beta search, for two players in a game without secrets.

Values are seen by the player to move. A win is worth `WIN` less one for each move until then, a loss the opposite.
Evaluations lie between. Players need not alternate: a move may leave the turn with the same player.

A value beyond `SURE` is a proof and always true. Pruning and reductions can hide a win but never invent one. The
distance of a proven win may be longer than necessary, though.

A *proof search* is a search whose whole window lies among the proven values. It prunes and reduces nothing, and it
believes only what proof searches and proofs left in the table. So its result is exact within its depth.
"""

from __future__ import annotations

import numpy as np

from ludotheque.bits import ONE, ZERO, U, signed
from ludotheque.engine.alphabeta.ordering import (
    TACTICAL,
    OrderingKernel,
    keep_tactical,
    ordering_function,
    promising,
    score_moves,
    update_history,
)
from ludotheque.engine.alphabeta.workspace import (
    FAR,
    MAX_PLY,
    SURE,
    TRUSTED,
    WIN,
    Memory,
    Settings,
    Stack,
)
from ludotheque.engine.control import count_node, halted
from ludotheque.engine.ordering import play_best
from ludotheque.engine.transposition import (
    ABSENT,
    EXACT,
    INFO,
    LOWER,
    MOVE,
    UPPER,
    aged_key_of,
    bound_of,
    cuts,
    deepest_or_latest,
    depth_of,
    from_node,
    from_root,
    is_proof_search,
    pack,
    probe,
    store,
    value_of,
)
from ludotheque.kernel import (
    EvaluateKernel,
    MovesKernel,
    Numbers,
    PlayKernel,
    Words,
    bundle,
    count,
    evaluate_function,
    inline,
    kernel,
    moves_function,
    numbers,
    play_function,
    rows,
    word,
    words,
    yes_no,
)
from ludotheque.status_kernels import first_to_act, give_turn, is_over, return_of

stack_type = bundle(Stack, rows, rows, rows)
memory_type = bundle(Memory, rows, rows, rows, words, words)
settings_type = bundle(Settings, words, yes_no, count, word)

WAYS = 2
"""The size of a bucket of the table."""
REDUCED, ZERO_WINDOW, FULL_WINDOW, DONE = 0, 1, 2, 3
"""The stages of searching a move: less deep, at full depth to show that it is no better, for its value."""

REDUCTIONS = np.zeros((64, 64), np.int64)
"""How much less deep a late move is searched, by the depth and by its place in the order."""
for _d in range(3, 64):
    for _n in range(3, 64):
        REDUCTIONS[_d, _n] = int(0.6 + np.log(_d) * np.log(_n) / 2.6)


@inline
def outcome_value(state: Words, player: U, ply: int) -> int:
    """What a finished game is worth to a player."""
    return (signed(return_of(state, player)) - 1) * (WIN - ply)


@inline
def table_value(info: U, depth: int, ply: int, alpha: int, beta: int, proof_search: bool) -> int:
    """The value of an entry of the table if it settles this node, else FAR."""
    value, bound = value_of(info), bound_of(info)
    proof = False
    if abs(value) >= SURE:
        if WIN - abs(value) > TRUSTED:
            return FAR
        # A proof holds at any depth. A proof search without a better result says so for its own depth only.
        value = from_root(value, ply, SURE)
        proof = bound == LOWER if value > 0 else bound == UPPER
    if not proof and (depth_of(info) < depth or (proof_search and not is_proof_search(info))):
        return FAR
    return value if cuts(value, bound, alpha, beta) else FAR


@inline
def look_up(table: Words, key: U, depth: int, ply: int, alpha: int, beta: int, proof_search: bool) -> tuple[U, int]:
    """The move that the table holds for a key, and a value that settles the node, else FAR."""
    place = probe(table, key, WAYS)
    if place == ABSENT:
        return ZERO, FAR
    return table[place, MOVE], table_value(table[place, INFO], depth, ply, alpha, beta, proof_search)


@inline
def distance_bound(ply: int, alpha: int, beta: int) -> int:
    """A value that settles a node because no line from here wins or loses soon enough to matter, else FAR."""
    if WIN - ply - 1 <= alpha:
        return WIN - ply - 1
    return ply + 1 - WIN if beta <= ply + 1 - WIN else FAR


@inline
def first_stage(after: Words, number: int, reduction: int) -> int:
    """Where searching a move begins: the first has a full window, the others must prove themselves."""
    if is_over(after):
        return DONE
    if number == 0:
        return FULL_WINDOW
    return ZERO_WINDOW if reduction == 0 else REDUCED


@inline
def next_stage(stage: int, value: int, alpha: int, beta: int) -> int:
    """A move is searched again while it seems better than what is known."""
    return DONE if value <= alpha or stage == FULL_WINDOW or (stage == ZERO_WINDOW and value >= beta) else stage + 1


@inline
def bound_for(best: int, floor: int, beta: int, proof_search: bool) -> int:
    """The bound that a search with this result proves. A win may be shorter than that, except by a proof search."""
    if not proof_search and abs(best) >= SURE:
        return LOWER if best > 0 else UPPER
    return LOWER if best >= beta else EXACT if best > floor else UPPER


@kernel(word(words, memory_type, word))
def table_move(state: Words, memory: Memory, age: U) -> U:
    """The move that the table holds for a state; 0 when it holds none."""
    key = aged_key_of(state, memory.masks, memory.nears, age)
    place = probe(memory.table, key, WAYS)
    return memory.table[place, MOVE] if place != ABSENT else ZERO


RULES = (moves_function, play_function, evaluate_function, ordering_function)
QUIESCENCE = count(count, count, count, stack_type, words, *RULES)
SEARCH = count(count, count, count, count, stack_type, memory_type, settings_type, *RULES)
SEARCH_ROOT = count(words, numbers, count, count, count, count, stack_type, memory_type, settings_type, *RULES)


@kernel(QUIESCENCE)
def quiescence(
    ply: int, alpha: int, beta: int, stack: Stack, control: Words,
    moves: MovesKernel, play: PlayKernel, evaluate: EvaluateKernel, order_moves: OrderingKernel,
) -> int:  # fmt: skip
    """The value of the state in row `ply` when only tactical moves are searched. It never proves a loss.

    Meaningless when `halted`.
    """
    # Step 1. Stand pat, if the evaluation is good enough.
    if halted(control):
        return 0
    count_node(control)
    state, after = stack.states[ply], stack.states[ply + 1]
    listed, scores = stack.moves[ply], stack.scores[ply]
    player = first_to_act(state)
    best = evaluate(state, player)
    if best >= beta or ply >= MAX_PLY:
        return best

    # Step 2. Move generation: tactical moves only. Where one is forced, standing pat is not allowed.
    move_count = moves(state, player, listed)
    if move_count >= len(listed):
        return best
    forced = order_moves(state, player, listed, move_count, scores)
    tactical = keep_tactical(move_count, listed, scores)
    if forced and tactical:
        best = -SURE + 1

    # Step 3. Search the tactical moves, best first.
    for number in range(tactical):
        after[:] = state
        play_best(number, tactical, listed, scores, after, player, play)
        alpha = max(alpha, best)
        if is_over(after):
            value = outcome_value(after, player, ply + 1)
        elif first_to_act(after) == player:
            value = quiescence(ply + 1, alpha, beta, stack, control, moves, play, evaluate, order_moves)
        else:
            value = -quiescence(ply + 1, -beta, -alpha, stack, control, moves, play, evaluate, order_moves)
        best = max(best, value)
        if best >= beta:
            break
    return best


# The recipe is longer than most kernels because each technique is a step of the same loop.
@kernel(SEARCH)
def search(
    depth: int, ply: int, alpha: int, beta: int, stack: Stack, memory: Memory, settings: Settings,
    moves: MovesKernel, play: PlayKernel, evaluate: EvaluateKernel, order_moves: OrderingKernel,
) -> int:  # fmt: skip
    """The value of the state in row `ply`, searched to this depth; meaningless when `halted`.

    Long because the steps share too much: each as a function would take and return a dozen values at every node.
    """
    # Step 1. Quiescence search at the horizon; it returns at once when halted.
    if depth <= 0 or ply >= MAX_PLY or halted(settings.control):
        return quiescence(ply, alpha, beta, stack, settings.control, moves, play, evaluate, order_moves)
    count_node(settings.control)

    # Step 2. Win distance pruning.
    known = distance_bound(ply, alpha, beta)
    if known != FAR:
        return known

    # Step 3. Transposition table lookup.
    state, after = stack.states[ply], stack.states[ply + 1]
    player = first_to_act(state)
    proof_search = alpha >= SURE or beta <= -SURE
    key = aged_key_of(state, memory.masks, memory.nears, settings.age)
    hash_move, known = look_up(memory.table, key, depth, ply, alpha, beta, proof_search)
    if known != FAR:
        return known

    # Step 4. Move generation.
    listed, scores = stack.moves[ply], stack.scores[ply]
    move_count = moves(state, player, listed)
    if move_count >= len(listed):
        return evaluate(state, player)

    # Step 5. Move ordering, and an extension where the move is forced.
    forced = order_moves(state, player, listed, move_count, scores) > 0
    score_moves(move_count, hash_move, memory.killers[ply], listed, scores, memory.history[player])
    new_depth = depth if forced or move_count == 1 else depth - 1

    # Step 6. Null move pruning: when passing is good enough, a move is too.
    may_prune = not (proof_search or forced or beta >= SURE or alpha <= -SURE)
    estimate = evaluate(state, player) if may_prune and (settings.null_move or depth <= 2) else 0
    if may_prune and settings.null_move and depth >= 3 and estimate >= beta:
        after[:] = state
        give_turn(after, ONE - player)
        value = -search(
            depth - 3 - depth // 4,
            ply + 1,
            -beta,
            1 - beta,
            stack,
            memory,
            settings,
            moves,
            play,
            evaluate,
            order_moves,
        )
        if value >= beta:
            return min(value, SURE - 1)

    # Step 7. Late move pruning: near the horizon and far below alpha, quiet moves cannot help.
    futile = may_prune and depth <= 2 and estimate + depth * settings.margin <= alpha
    searched = promising(move_count, scores) if futile else move_count

    best, best_move, floor = (-FAR if searched == move_count else alpha), ZERO, alpha
    for number in range(searched):
        after[:] = state
        move = play_best(number, move_count, listed, scores, after, player, play)

        # Step 8. Late move reductions.
        quiet = scores[number] < TACTICAL and not (proof_search or forced)
        reduction = REDUCTIONS[min(depth, 63), min(number, 63)] if quiet else 0

        # Step 9. Principal variation search: widen the window while the move seems better than the best.
        sign = 1 if first_to_act(after) == player else -1
        stage = first_stage(after, number, reduction)
        value = outcome_value(after, player, ply + 1)
        while stage != DONE:
            top = beta if stage == FULL_WINDOW else alpha + 1
            low, high = (alpha, top) if sign > 0 else (-top, -alpha)
            value = sign * search(
                new_depth - reduction if stage == REDUCED else new_depth, ply + 1, low, high,
                stack, memory, settings, moves, play, evaluate, order_moves,
            )  # fmt: skip
            stage = next_stage(stage, value, alpha, beta)
        if halted(settings.control):
            return 0

        # Step 10. Beta cutoff: update killer moves and history.
        if value > best:
            best, best_move = value, move
            alpha = max(alpha, value)
            if alpha >= beta:
                update_history(move, scores[number], depth, memory.killers[ply], memory.history[player])
                break

    # Step 11. Store the result in the transposition table.
    bound = bound_for(best, floor, beta, proof_search)
    info = pack(from_node(best, ply, SURE), depth, bound, proof_search, settings.age)
    store(memory.table, deepest_or_latest(memory.table, key, info), key, info, best_move)
    return best


@inline
def nth_best(values: Numbers, wanted: int) -> int:
    """The largest value that at least `wanted` of the values reach."""
    best = -FAR
    for value in values:
        reached = 0
        for other in values:
            reached += other >= value
        if reached >= wanted:
            best = max(best, value)
    return best


@kernel(SEARCH_ROOT)
def search_root(
    codes: Words, values: Numbers, depth: int, lines: int, alpha: int, beta: int,
    stack: Stack, memory: Memory, settings: Settings,
    moves: MovesKernel, play: PlayKernel, evaluate: EvaluateKernel, order_moves: OrderingKernel,
) -> int:  # fmt: skip
    """Search these moves of the state in row 0 to this depth; how many could be finished.

    The value of a move is exact when it is among the best `lines` and within the window, else a bound.
    """
    root, after = stack.states[0], stack.states[1]
    player = first_to_act(root)
    for number in range(len(codes)):
        # Step 1. A move must beat the worst of the lines that are wanted.
        floor = alpha
        if number >= lines:
            floor = max(alpha, nth_best(values[:number], lines))
        after[:] = root
        play(after, player, codes[number])

        # Step 2. Late move reductions and principal variation search, as in `search`.
        sign = 1 if first_to_act(after) == player else -1
        reduction = 0 if floor >= SURE or number < lines else REDUCTIONS[min(depth, 63), min(number, 63)] // 2
        stage = first_stage(after, 0 if number < lines else number, reduction)
        values[number] = outcome_value(after, player, 1)
        while stage != DONE:
            top = beta if stage == FULL_WINDOW else min(beta, floor + 1)
            low, high = (floor, top) if sign > 0 else (-top, -floor)
            values[number] = sign * search(
                depth - 1 - reduction if stage == REDUCED else depth - 1, 1, low, high,
                stack, memory, settings, moves, play, evaluate, order_moves,
            )  # fmt: skip
            stage = next_stage(stage, values[number], floor, beta)
        if halted(settings.control):
            return number

        # Step 3. Beyond the window there is nothing more to learn.
        if values[number] >= beta and lines == 1:
            return number + 1
    return len(codes)
