"""The kernels of the exact solver: does player 0 get at least a certain result, whatever the opponent does?

A question has a threshold. Threshold 2 asks whether player 0 wins, threshold 1 whether player 0 does not lose. The
table keeps the answers, so that a position is solved once. The same player may move several times in a row.

An answer is a signed *span*: positive for yes, negative for no. The side that is right can end the game with that
result within this number of moves. The span is a true bound, but not always the shortest way.
"""

from __future__ import annotations

from ludotheque.bits import ONE, ZERO, U, next_random, signed
from ludotheque.engine.control import count_node, halted
from ludotheque.engine.limit import DRAW_SEEN, NODES
from ludotheque.engine.ordering import play_best
from ludotheque.engine.solver.workspace import WAYS, SolverSpace
from ludotheque.engine.transposition import ABSENT, DEPTH_BITS, INFO, KEY, key_of, least_deep, probe
from ludotheque.floats import log2
from ludotheque.kernel import (
    EvaluateKernel,
    MovesKernel,
    PickKernel,
    PlayKernel,
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
    rows,
    word,
    words,
)
from ludotheque.status_kernels import NEITHER, first_to_act, is_over, return_of

ANSWER_BITS, SPAN, ANSWERED, YES = 10, 255, 256, 512
"""An entry has ten bits for each threshold, from bit 0 on: the span, whether there is an answer, whether it is yes.

The effort, as the number of bits of the nodes visited, stands where other searches keep the depth.
"""
LOSES, DRAWS, WINS = 1, 2, 3
"""The verdicts on player 0."""


solver_space_type = bundle(SolverSpace, rows, rows, rows, rows, words)
RULES = (moves_function, play_function, evaluate_function)


@inline
def answer_in(info: U, threshold: int) -> int:
    """The answer that an entry of the table holds; 0 if it holds none."""
    part = signed(info >> U(ANSWER_BITS * (threshold - 1)))
    if not part & ANSWERED:
        return 0
    return part & SPAN if part & YES else -(part & SPAN)


@inline
def store_answer(table: Words, key: U, threshold: int, answer: int, effort: int) -> None:
    """Put an answer into the table, beside the one for the other threshold."""
    place = least_deep(table, key, WAYS)
    info = table[place, INFO] if table[place, KEY] == key else ZERO
    part = U(abs(answer)) | U(ANSWERED) | (U(YES) if answer > 0 else ZERO)
    shift = U(ANSWER_BITS * (threshold - 1))
    info = (info & ~(U(1023) << shift)) | (part << shift)
    info = (info & ~(U(255) << DEPTH_BITS)) | (U(effort) << DEPTH_BITS)
    table[place, KEY], table[place, INFO] = key, info


@inline
def bit_length(number: U) -> int:
    size = 0
    while number:
        number >>= ONE
        size += 1
    return size


@inline
def known_answer(after: Words, table: Words, masks: Words, control: Words, threshold: int) -> int:
    """The answer after a move, as far as it is known without search; 0 if it is not."""
    if is_over(after):
        own = return_of(after, ZERO)
        control[DRAW_SEEN] |= ONE if own == NEITHER else ZERO
        return 1 if signed(own) >= threshold else -1
    place = probe(table, key_of(after, masks), WAYS)
    answer = answer_in(table[place, INFO], threshold) if place != ABSENT else 0
    return answer + 1 if answer > 0 else answer - 1 if answer < 0 else 0


PROVE = count(count, count, solver_space_type, words, *RULES)


@kernel(PROVE)
def prove(
    ply: int, threshold: int, space: SolverSpace, control: Words,
    moves: MovesKernel, play: PlayKernel, evaluate: EvaluateKernel,
) -> int:  # fmt: skip
    """Whether player 0 gets at least the threshold from the state in row `ply`, as an answer; 0 if halted."""
    # Step 1. Count the node.
    if halted(control):
        return 0
    count_node(control)
    begun = control[NODES]
    table, masks = space.table, space.masks
    state, after = space.states[ply], space.states[ply + 1]
    listed, scores = space.moves[ply], space.scores[ply]
    player = first_to_act(state)
    wanted = 1 if player == ZERO else -1
    key = key_of(state, masks)
    move_count = moves(state, player, listed)

    # Step 2. Transposition table lookup for each move. One known answer may settle this node at once.
    unknown, longest = 0, 1
    for number in range(move_count):
        move = listed[number]
        after[:] = state
        play(after, player, move)
        answer = known_answer(after, table, masks, control, threshold)
        if answer * wanted > 0:
            store_answer(table, key, threshold, answer, 0)
            return answer
        if answer:
            longest = max(longest, abs(answer))
        else:
            listed[unknown] = move
            scores[unknown] = U(evaluate(after, player) + (1 << 40))
            unknown += 1

    # Step 3. Solve the other moves, best evaluation first.
    for number in range(unknown):
        after[:] = state
        play_best(number, unknown, listed, scores, after, player, play)
        answer = prove(ply + 1, threshold, space, control, moves, play, evaluate)
        if answer == 0:
            return 0
        longest = max(longest, abs(answer) + 1)
        if answer * wanted > 0:
            answer += wanted
            store_answer(table, key, threshold, answer, bit_length(control[NODES] - begun))
            return answer

    # Step 4. No move reaches what its player wants.
    answer = -wanted * longest
    store_answer(table, key, threshold, answer, bit_length(control[NODES] - begun))
    return answer


VERDICT = count(count, solver_space_type, words, *RULES)


@kernel(VERDICT)
def verdict(
    ply: int, space: SolverSpace, control: Words, moves: MovesKernel, play: PlayKernel, evaluate: EvaluateKernel
) -> int:
    """What player 0 gets from the state in row `ply`: LOSES, DRAWS or WINS; the span from bit 2 on; 0 if halted."""
    if is_over(space.states[ply]):
        return signed(return_of(space.states[ply], ZERO)) + 1
    win = prove(ply, 2, space, control, moves, play, evaluate)
    if win == 0:
        return 0
    if win > 0:
        return WINS + 4 * win
    if control[DRAW_SEEN] == ZERO:
        return LOSES - 4 * win
    draw = prove(ply, 1, space, control, moves, play, evaluate)
    if draw == 0:
        return 0
    return DRAWS + 4 * max(draw, -win) if draw > 0 else LOSES - 4 * draw


SWINDLE = real(count, count, word, solver_space_type, words, *RULES)


@kernel(SWINDLE)
def swindle(
    ply: int, depth: int, player: U, space: SolverSpace, control: Words,
    moves: MovesKernel, play: PlayKernel, evaluate: EvaluateKernel,
) -> float:  # fmt: skip
    """The chance that an opponent who replies at random throws the win away, within `depth` replies; -1 if halted.

    The lost player picks the moves that ask most of the opponent.
    """
    if halted(control):
        return -1.0
    count_node(control)
    state, after = space.states[ply], space.states[ply + 1]
    if is_over(state):
        return 0.0
    actor = first_to_act(state)
    move_count = moves(state, actor, space.moves[ply])
    best, total = 0.0, 0.0
    for number in range(move_count):
        after[:] = state
        play(after, actor, space.moves[ply, number])
        if actor == player:
            chance = swindle(ply + 1, depth, player, space, control, moves, play, evaluate)
        else:
            known = verdict(ply + 1, space, control, moves, play, evaluate)
            chance = 1.0
            if known == 0:
                chance = -1.0
            elif known & 3 == (LOSES if player == ZERO else WINS):
                chance = 0.0
                if depth > 1:
                    chance = swindle(ply + 1, depth - 1, player, space, control, moves, play, evaluate)
        if chance < 0.0:
            return -1.0
        best = max(best, chance)
        total += chance
    return best if actor == player else total / move_count


@kernel(count(words, words, words, moves_function, pick_function, play_function, count, word))
def estimate_games(
    start: Words, state: Words, scratch: Words, moves: MovesKernel, pick: PickKernel, play: PlayKernel,
    samples: int, seed: U,
) -> int:  # fmt: skip
    """The logarithm (base 2) of the number of games from a state, estimated from random games by Knuth's method."""
    total = 0.0
    for _ in range(samples):
        state[:] = start
        while not is_over(state):
            seed = next_random(seed)
            player = first_to_act(state)
            total += log2(moves(state, player, scratch))
            play(state, player, pick(state, player, seed, scratch))
    return int(total / samples)
