"""Alpha-beta search with a transposition table, for two players who see everything.

Values are seen by the player who is to move: `WIN` less one for each decision until the win, `-WIN` plus as many when
lost, evaluations between. Players need not alternate: a decision may leave the turn where it is.
"""

from __future__ import annotations

from ludotheque.bits import ONE, ZERO, U, signed
from ludotheque.engine.limit import NODES, STOP
from ludotheque.kernel import (
    EvaluateKernel,
    MovesKernel,
    PlayKernel,
    Words,
    count,
    evaluate_function,
    inline,
    kernel,
    moves_function,
    play_function,
    rows,
    words,
)
from ludotheque.status import first_to_act, is_over

WIN = 1_000_000
FAR = 2 * WIN
"""Beyond all values."""
SURE = WIN - 1000
"""A value at least so large is a proven win."""
DEEPEST = 96
"""No line is searched further than this."""

EXACT, AT_LEAST, AT_MOST = 0, 1, 2
KEY, MOVE, INFO = 0, 1, 2
"""The columns of the transposition table. INFO: value + FAR in bits 0-31, depth in bits 32-39, bound in bits 40-41."""
HISTORY = 4096
MIXER = U(0x9E3779B97F4A7C15)


@inline
def key_of(state: Words, masks: Words) -> U:
    """A hash of the state; masks blank what should not tell positions apart (counters of quiet turns)."""
    key = ZERO
    for number in range(len(state)):
        key = (key ^ (state[number] & masks[number])) * MIXER
        key ^= key >> U(29)
    return key


@inline
def outcome_value(state: Words, player: U, ply: int) -> int:
    """What a finished game is worth to a player."""
    own = signed((state[0] >> (U(16) + player + player)) & U(3)) - 1
    return own * (WIN - ply)


@inline
def slot(move: U) -> U:
    """Where a decision's history is kept."""
    return (move * MIXER) >> U(52)


@inline
def rank(found: int, first: U, killer: U, moves: Words, scores: Words, history: Words, player: U) -> None:
    """Score decisions for their order: the table's first, then the last one that cut here, then what often cut."""
    for number in range(found):
        move = moves[number]
        scores[number] = history[player, slot(move)]
        if move == first:
            scores[number] = U(2**40)
        elif move == killer:
            scores[number] = U(2**39)


@inline
def bring_best(number: int, found: int, moves: Words, scores: Words) -> None:
    """Swap the best of the remaining decisions to this place."""
    best = number
    for other in range(number + 1, found):
        if scores[other] > scores[best]:
            best = other
    moves[number], moves[best] = moves[best], moves[number]
    scores[number], scores[best] = scores[best], scores[number]


@inline
def from_table(info: U, depth: int, ply: int, alpha: int, beta: int) -> int:
    """The table's value if it settles this node, else FAR. Wins are kept by their distance from the node."""
    if signed((info >> U(32)) & U(255)) < depth:
        return FAR
    value = signed(info & U(0xFFFF_FFFF)) - FAR
    if value >= SURE:
        value -= ply
    elif value <= -SURE:
        value += ply
    bound = signed((info >> U(40)) & U(3))
    settled = bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha)
    return value if settled else FAR


@inline
def to_table(value: int, depth: int, ply: int, bound: int) -> U:
    if value >= SURE:
        value += ply
    elif value <= -SURE:
        value -= ply
    return U(value + FAR) | (U(depth) << U(32)) | (U(bound) << U(40))


SEARCH = count(
    rows, rows, rows, rows, rows, words, words, words, count, count, count, count,
    moves_function, play_function, evaluate_function,
)  # fmt: skip


@kernel(SEARCH)
def search(
    states: Words,
    lists: Words,
    scores: Words,
    table: Words,
    history: Words,
    killers: Words,
    masks: Words,
    control: Words,
    depth: int,
    ply: int,
    alpha: int,
    beta: int,
    moves: MovesKernel,
    play: PlayKernel,
    evaluate: EvaluateKernel,
) -> int:
    """The value of the state in row `ply`, searched so many decisions deep."""
    # 1. Count the node; come back at once when told to stop.
    control[NODES] += ONE
    if control[STOP]:
        return 0
    state = states[ply]
    player = first_to_act(state)
    if depth <= 0 or ply >= DEEPEST:
        return evaluate(state, player)

    # 2. Ask the table.
    key = key_of(state, masks)
    entry = table[key & U(len(table) - 1)]
    first = ZERO
    if entry[KEY] == key:
        first = entry[MOVE]
        known = from_table(entry[INFO], depth, ply, alpha, beta)
        if known != FAR:
            return known

    # 3. List the decisions, most promising first.
    found = moves(state, player, lists[ply])
    rank(found, first, killers[ply], lists[ply], scores[ply], history, player)
    best, best_move, floor = -FAR, ZERO, alpha
    for number in range(found):
        bring_best(number, found, lists[ply], scores[ply])
        move = lists[ply, number]
        states[ply + 1][:] = state
        play(states[ply + 1], player, move)

        # 4. Look deeper: the first with an open window, the others to show that they are no better.
        if is_over(states[ply + 1]):
            value = outcome_value(states[ply + 1], player, ply + 1)
        else:
            turn = 1 if first_to_act(states[ply + 1]) == player else -1
            # Late decisions are searched less deep until they surprise.
            less = 1 if number >= 4 and depth >= 3 else 0
            value = FAR
            if number > 0:
                low, high = (alpha, alpha + 1) if turn > 0 else (-alpha - 1, -alpha)
                value = turn * search(
                    states, lists, scores, table, history, killers, masks, control,
                    depth - 1 - less, ply + 1, low, high, moves, play, evaluate,
                )  # fmt: skip
            if number == 0 or (value > alpha and (value < beta or less > 0)):
                low, high = (alpha, beta) if turn > 0 else (-beta, -alpha)
                value = turn * search(
                    states, lists, scores, table, history, killers, masks, control,
                    depth - 1, ply + 1, low, high, moves, play, evaluate,
                )  # fmt: skip
        if control[STOP]:
            return 0

        # 5. Keep the best; stop when the opponent would never let it come to this.
        if value > best:
            best, best_move = value, move
            alpha = max(alpha, value)
            if alpha >= beta:
                killers[ply] = move
                history[player, slot(move)] += U(depth * depth)
                break

    # 6. Tell the table.
    bound = AT_LEAST if best >= beta else EXACT if best > floor else AT_MOST
    entry[KEY], entry[MOVE], entry[INFO] = key, best_move, to_table(best, depth, ply, bound)
    return best
